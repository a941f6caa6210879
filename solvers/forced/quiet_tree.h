// A tree of quiet moves: what a win would rely on is asked first, answered afterwards. A game of
// proof_tree.h.
//
// The attacker looks at moves after which he would win by threes and fours if the defender passed
// (a null move: Donninger 1993; lambda search: Thomsen 2000). What that win relies on, its zone and
// the sets of which the defender lacks too few cells, are the answers that need one of their own.
// What is proved is kept as a claim about all positions of a kind, which is tried at others first.
#pragma once

#include "claimed_tree.h"
#include "kept_claims.h"

namespace gameproof {
namespace {

// Expansions of a search by threes for the attacker's reply to one answer when that is listed, and
// when its position is expanded; and for his win after a pass, four times as many when the move is
// looked at again, up to so many.
constexpr i64 ANSWERED = 10, EXPANDED = 60, PASSED = 100, MOST_PASSED = 400;
// What is added to the proof number of a move after which no win was found so far, by the times it
// was looked at.
constexpr i64 AGAIN = 6;
constexpr i64 TOP = 16;  // quiet moves that are tried at a position
constexpr i64 FOUR = 6;  // what weighs on a move that only makes a four

// Has the defender a move after which he would complete sets at two cells?
bool open_threat(const Board& board, const Room& room) {
    auto other = [&](i64 cell) -> i64& { return room.order(2, cell); };
    for (i64 cell = 0; cell < board.size(); cell++) other(cell) = NONE;
    bool found = false;
    board.nearly(DEFENDER, 2).each([&](i64 s) {
        i64 one = board.free_cell(s), two = board.free_cell(s, one);
        for (int turn = 0; turn < 2; turn++) {
            found |= two >= 0 && other(one) >= 0 && other(one) != two;
            other(one) = two;
            i64 held = one;
            one = two, two = held;
            if (one < 0) break;
        }
    });
    return found;
}
// Moves of the attacker, into row 0 of room.order, and what is added to their proof numbers until
// they are looked at, into row 1: the cells of most worth (`most` of them) beside a stone of his in
// a set that he may complete, or in one of which the defender has two. First come those in a set of
// which the defender lacks two cells; they and fours alone if he has a move that makes two threats.
// How many there are.
i64 quiet_moves(const Board& board, const Room& room, i64 most) {
    i64 must = board.completing(DEFENDER);
    if (must != NONE) {
        room.order(0, 0) = must, room.order(1, 0) = 0;
        return must >= 0 && board.is_open(must);
    }
    Words urgent = room.cleared(0), cells = room.cleared(1), fours = room.cleared(2);
    mark_open(board, board.nearly(DEFENDER, 2), urgent);
    mark_open(board, board.nearly(ATTACKER, 2), fours);
    if (open_threat(board, room)) {
        i64 n = by_worth(board, room, urgent);
        for (i64 i = 0; i < n; i++) room.order(1, i) = 0;
        fours.each([&](i64 cell) {
            if (!urgent.has(cell)) room.order(0, n) = cell, room.order(1, n++) = 2;
        });
        return n;
    }
    for (i64 s = 0; s < board.sizes.size; s++) {
        i64 mine = board.counts[s][ATTACKER], other = board.counts[s][DEFENDER];
        if ((mine && !other) || (!mine && other > 1 && board.wanted[s] & 2))
            board.mark_open(s, cells);
    }
    i64 found = by_worth(board, room, cells), n = 0;
    for (i64 i = 0; i < found && i < most; i++)
        if (!urgent.has(room.order(0, i))) room.kept[n++][0] = room.order(0, i);
    i64 first = by_worth(board, room, urgent);
    for (i64 i = 0; i < n; i++) room.order(0, first + i) = room.kept[i][0];
    for (i64 i = 0; i < first + n; i++)
        room.order(1, i) = i / 2 + (fours.has(room.order(0, i)) ? FOUR : 0);
    return first + n;
}

struct QuietState {
    i64 by_threes;  // positions with threes that were expanded
    GAMEPROOF_NUMBERS(by_threes)
};

// Of a position without a win: in how many expansions by threes none was found, and how many claims
// were kept, none of which wins there.
struct Failure {
    i32 most, claims;
};

struct QuietTree {
    const Board& board;
    const Room& room;
    const Tree& tree;
    TreeState& state;
    QuietState& quiet;
    ClaimedTree threes;
    const KeptClaims& kept;
    KeptState& keeping;
    const TranspositionTable<FoundRow<u64, Failure>, 1>& failed;

    const Claims& claims() { return threes.claims; }
    ClaimState& made() { return threes.made; }
    void keep(i64 n) { kept.keep(claims(), keeping, n); }

    // The attacker's win, he being to move, by a claim that was not tried here before; after an
    // answer by those that were collected before it.
    Reply known(bool collected = false) {
        auto* row = failed.find(board.key[0]);
        i64 first = row ? row->found.claims : 0;
        Reply found = collected ? kept.find_collected(board, keeping, claims(), first)
                                : kept.find(board, claims(), first);
        if (row && !found) row->found.claims = (i32)keeping.claims;
        return found;
    }
    // The same by threes and fours within so many expansions, `tried` claims having been tried; if
    // there is none, would more expansions find none either?
    Reply by_threes(i64 most, i64 tried, bool& spent) {
        auto* row = failed.find(board.key[0]);
        spent = row && row->found.most == INFINITE;
        if (row && row->found.most >= most) return {};
        i64 first = made().claims, edges = made().edges;
        Reply found = threes.win(most);
        found.leads_to = claims().forget(made(), first, edges, found.leads_to);
        quiet.by_threes += threes.state.expanded;
        if (found) {
            keep(found.leads_to);
            return found;
        }
        spent = threes.tree.nodes[0].dn == 0;
        if (row) tried = row->found.claims;
        failed.place(board.key[0]) = {board.key[0], {(i32)(spent ? INFINITE : most), (i32)tried}};
        return {};
    }
    Reply win(i64 most, bool collected = false) {
        bool spent;
        Reply found = known(collected);
        return found ? found : by_threes(most, keeping.claims, spent);
    }
    // What he would win by if the defender passed: by threes rather than by a claim of quiet moves,
    // which relies on more.
    Reply after_pass(i64 most, bool& spent) {
        Reply found = by_threes(most, 0, spent);
        return found ? found : known();
    }

    void expand_attacker(i64 i) {
        if (Reply found = win(EXPANDED)) return prove(tree, i, found);
        i64 n = quiet_moves(board, room, TOP);
        for (i64 j = 0; j < n; j++) {
            i64 cell = room.order(0, j);
            u64 key = board.key[0] ^ board.codes(ATTACKER, cell) ^ board.turn(DEFENDER);
            tree.link(state, i, cell, tree.node_of(state, key, true), room.order(1, j), FOUR);
        }
    }

    // Has one of the replies in room.kept from `from` on until `until` been found to win here?
    Reply served(i64 from, i64 until) {
        while (until-- > from)
            if (Reply known{room.kept[until][0], room.kept[until][1]}; claims().works(board, known))
                return known;
        return {};
    }
    void expand_defender(i64 i) {
        TreeNode& node = tree.nodes[i];
        if (board.nearly(DEFENDER, 1).some()) return node.disprove();
        i64 most = PASSED << 2 * node.tries;
        bool spent;
        Reply passed = after_pass(most, spent);
        if (!passed) {
            if (spent || most >= MOST_PASSED) return node.disprove();
            node.pn += (i32)(AGAIN * ++node.tries);
            node.expanded = 0;
            return;
        }
        node.pass = (i32)passed.cell, node.after_pass = (i32)passed.leads_to;
        claims().asked(board, passed, room.mask(0), room.mask(1));
        i64 n = by_worth(board, room, room.mask(0)), replies = 1, open = 0;
        room.kept[0][0] = passed.cell, room.kept[0][1] = passed.leads_to;
        kept.collect(board, keeping);
        for (i64 j = 0; j < n; j++) {
            i64 cell = room.order(0, j);
            board.put(cell, DEFENDER);
            if (!served(0, replies)) {
                if (Reply found = win(ANSWERED, true)) {
                    room.kept[replies][0] = found.cell;
                    room.kept[replies++][1] = found.leads_to;
                } else {
                    room.order(2, open) = cell, room.order(1, open++) = replies;
                }
            }
            board.take(cell, DEFENDER);
        }
        for (i64 q = 0; q < replies; q++)
            tree.edges[state.edges++] = {(i32)room.kept[q][0], (i32)room.kept[q][1], 0, 0};
        node.replies = (i32)replies;
        node.first = (i32)state.edges;
        for (i64 j = 0; j < open; j++) {
            i64 cell = room.order(2, j);
            board.put(cell, DEFENDER);
            if (!served(room.order(1, j), replies))
                tree.link(state, i, cell, tree.node_of(state, board.key[0], false), 0, 0);
            board.take(cell, DEFENDER);
        }
    }
    void expand(i64 i) { tree.nodes[i].defends ? expand_defender(i) : expand_attacker(i); }

    void won(i64 i, i64 cell, i64 claim) { prove(tree, i, {cell, claim}); }
    // The claim about a position of which all answers are answered, if it applies to it.
    bool proved(i64 i) {
        TreeNode& node = tree.nodes[i];
        Reply passed{node.pass, node.after_pass};
        claims().asked(board, passed, room.mask(0), room.mask(1));
        for (i64 q = 0; q < node.replies; q++) {
            const TreeEdge& edge = tree.edges[node.first - node.replies + q];
            room.kept[q][0] = edge.cell, room.kept[q][1] = edge.child;
        }
        i64 start = made().edges;
        bool whole = true;
        claims().edge(made(), NONE, passed.cell, passed.leads_to);
        room.mask(0).each([&](i64 cell) {
            Reply reply;
            tree.each_edge(i, [&](const TreeEdge& edge) {
                const TreeNode& child = tree.nodes[edge.child];
                if (edge.cell == cell) reply = {child.reply, child.after};
                return !reply;
            });
            if (!reply) {
                board.put(cell, DEFENDER);
                reply = served(0, node.replies);
                board.take(cell, DEFENDER);
            }
            whole = whole && reply;
            claims().edge(made(), cell, reply.cell, reply.leads_to);
        });
        room.mask(1).each([&](i64 cell) { claims().edge(made(), cell, NONE, NONE); });
        if (!whole) {
            made().edges = start;
            return false;
        }
        node.claim = (i32)claims().close_here(board, made(), start);
        keep(node.claim);
        return node.claim >= 0;
    }
    void answered(i64 i, i64 child) { threes.serve(tree, i, child); }
};

}  // namespace
}  // namespace gameproof
