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
// looked at again, up to so many. Where nothing is threatened, more expansions find no more.
constexpr i64 ANSWERED = 10, EXPANDED = 60, PASSED = 100, MOST_PASSED = 6000;
// What is added to the proof number of a move after which no win was found so far, by the times it
// was looked at.
constexpr i64 AGAIN = 6;
constexpr i64 TOP = 16;  // quiet moves that are tried at a position
constexpr i64 FOUR = 6;  // what weighs on a move that only makes a four
constexpr i64 HITS = 6;  // moves that are tried where only those at stones in line are asked for
constexpr i64 HINTS = 4;  // moves that are tried first, since they won with the same stones

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
// a set that he may complete, or in one of which the defender has two; with a `most` of 0 these
// alone. First come those in a set of which the defender lacks two cells; they and fours alone if he
// has a move that makes two threats. How many there are.
i64 quiet_moves(const Board& board, const Room& room, i64 most) {
    i64 must = board.completing(DEFENDER);
    if (must != NONE) {
        room.order(0, 0) = must, room.order(1, 0) = 0;
        return must >= 0;
    }
    Words urgent = room.cleared(0), cells = room.cleared(1), fours = room.cleared(2);
    mark_free(board, board.nearly(DEFENDER, 2), urgent);
    mark_free(board, board.nearly(ATTACKER, 2), fours);
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
        if ((most && mine && !other) || (!mine && other > 1 && board.wanted[s] & 2))
            board.free_cells(s, [&](i64 cell) { cells.add(cell); });
    }
    i64 found = by_worth(board, room, cells), n = 0;
    for (i64 i = 0; i < found && i < (most ? most : HITS); i++)
        if (!urgent.has(room.order(0, i))) room.kept[n++][0] = room.order(0, i);
    i64 first = by_worth(board, room, urgent);
    for (i64 i = 0; i < n; i++) room.order(0, first + i) = room.kept[i][0];
    for (i64 i = 0; i < first + n; i++)
        room.order(1, i) = i / 2 + (most && fours.has(room.order(0, i)) ? FOUR : 0);
    return first + n;
}

// Moves of the attacker that won with the same stones of his, but for those set `aside` (their
// codes as one word): against the same last move of the defender, or another one.
struct Hints {
    TranspositionTable<FoundRow<u64, u64>, 1> table;
    Array<u64> aside;
    GAMEPROOF_ARRAYS(table, aside)

    u64 key(const Board& board, i64 last) const {
        u64 h = aside[0];
        board.stones_of(ATTACKER).each([&](i64 cell) { h ^= board.codes(ATTACKER, cell); });
        return mixed(h + (u64)(last + 2));
    }
    // The row's moves, the latest first, each as one more in 16 bits.
    u64 moves(u64 key) const {
        const auto* row = table.find(key);
        return row ? row->found : 0;
    }
    static i64 first(u64 moves) { return (i64)(moves & 0xFFFF) - 1; }
    void add(const Board& board, i64 last, i64 cell) const {
        for (i64 against : {last, NONE}) {
            u64 at = key(board, against), added = (u64)cell + 1;
            i64 shift = 16;
            for (u64 old = moves(at); old && shift < 16 * HINTS; old >>= 16)
                if (first(old) != cell) added |= (old & 0xFFFF) << shift, shift += 16;
            table.place(at) = {at, added};
        }
    }
};

struct QuietState {
    i64 last;       // the defender's move before the search
    i64 by_threes;  // positions with threes that were expanded
    GAMEPROOF_NUMBERS(last, by_threes)
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
    const Hints& hints;
    const TranspositionTable<FoundRow<u64, Failure>, 1>& failed;

    const Claims& claims() { return threes.claims; }
    ClaimState& made() { return threes.made; }
    void keep(i64 n) { kept.keep(claims(), keeping, n); }
    i64 last() { return state.depth ? tree.path[state.depth][1] : quiet.last; }

    // The attacker's win, he being to move, by a claim that is known or by threes and fours within
    // so many expansions; if there is none, would more expansions find none either?
    Reply win(i64 most, bool& spent) {
        auto* row = failed.find(board.key[0]);
        if (Reply known = kept.find(board, claims(), row ? row->found.claims : 0)) return known;
        spent = row && row->found.most == INFINITE;
        if (row && row->found.most >= most) {
            row->found.claims = (i32)keeping.claims;
            return {};
        }
        i64 first = made().claims, edges = made().edges;
        Reply found = threes.win(most);
        found.leads_to = claims().forget(made(), first, edges, found.leads_to);
        quiet.by_threes += threes.state.expanded;
        if (found) {
            keep(found.leads_to);
            return found;
        }
        spent = threes.tree.nodes[0].dn == 0;
        failed.place(board.key[0]) = {
            board.key[0], {(i32)(spent ? INFINITE : most), (i32)keeping.claims}};
        return {};
    }

    void expand_attacker(i64 i) {
        bool spent;
        if (Reply found = win(EXPANDED, spent)) return prove(tree, i, found);
        i64 n = quiet_moves(board, room, TOP), listed = 0;
        auto link = [&](i64 j, i64 weight) {
            i64 cell = room.order(0, j);
            u64 key = board.key[0] ^ board.codes(ATTACKER, cell) ^ board.turn(DEFENDER);
            tree.link(state, i, cell, tree.node_of(state, key, true), weight, FOUR);
            room.order(0, j) = NONE;
        };
        for (i64 against : {last(), NONE})
            for (u64 won = hints.moves(hints.key(board, against)); won; won >>= 16)
                for (i64 j = 0; j < n && n > 1 && listed < HINTS; j++)
                    if (room.order(0, j) == Hints::first(won)) link(j, listed++);
        for (i64 j = 0; j < n; j++)
            if (room.order(0, j) >= 0) link(j, room.order(1, j) + (listed ? HINTS : 0));
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
        Reply passed = win(most, spent);
        if (!passed) {
            if (spent || 4 * most > MOST_PASSED) return node.disprove();
            node.pn += (i32)(AGAIN * ++node.tries);
            node.expanded = 0;
            return;
        }
        node.pass = (i32)passed.cell, node.after_pass = (i32)passed.leads_to;
        claims().asked(board, passed, room.mask(0), room.mask(1));
        i64 n = by_worth(board, room, room.mask(0)), replies = 1, open = 0;
        room.kept[0][0] = passed.cell, room.kept[0][1] = passed.leads_to;
        for (i64 j = 0; j < n; j++) {
            i64 cell = room.order(0, j);
            board.put(cell, DEFENDER);
            if (!served(0, replies)) {
                if (Reply found = win(ANSWERED, spent)) {
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

    void won(i64 i, i64 cell, i64 claim) {
        prove(tree, i, {cell, claim});
        hints.add(board, last(), cell);
    }
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
