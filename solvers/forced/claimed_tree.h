// A tree of threats of which claims are made about all positions of a kind, so that what was found
// at one position is tried at others first (relevance zones: Wu, Lin 2010). Many
// moves lead to the same, and proof numbers are weak. A game of proof_tree.h.
#pragma once

#include "claims.h"
#include "proof_tree.h"
#include "threat_room.h"

namespace gameproof {
namespace {

constexpr i64 SEQUENCE = 200;  // positions of one search for a sequence
constexpr i64 NODES_EACH = 64;  // room for so many nodes for each expansion
constexpr i64 MOST_OPEN = 12;  // answers without a reply at once with which a move is followed up

// The attacker's reply at node i wins.
inline void prove(const Tree& tree, i64 i, Reply by) {
    tree.nodes[i].prove();
    tree.nodes[i].reply = (i32)by.cell, tree.nodes[i].after = (i32)by.leads_to;
}

struct ClaimedTree {
    const Board& board;
    const Room& room;
    const Tree& tree;
    TreeState& state;
    const Claims& claims;
    ClaimState& made;

    // The attacker's win by a sequence, with its claims.
    Reply by_sequence() {
        i64 line[MOST_THREATS + 1];
        i64 last = shortest_sequence(board, line, SEQUENCE, state.sequences) - 1;
        if (last < 0) return {};
        if (i64 s = board.nearly(ATTACKER, 1).first(); s >= 0) return {line[0], -1 - s};
        Board::Completed after[MOST_THREATS + 1];
        for (i64 k = 0; k <= last; k++) {
            board.put(line[k], ATTACKER);
            after[k] = board.completed(line[k]);
            if (k < last) board.put(after[k].at, DEFENDER);
        }
        for (i64 k = last; k >= 0; k--) {
            if (k < last) board.take(after[k].at, DEFENDER);
            board.take(line[k], ATTACKER);
        }
        Reply next{after[last].also, -1 - after[last].two};
        for (i64 k = last; k >= 0; k--) {
            i64 start = made.edges;
            claims.edge(made, NONE, after[k].at, -1 - after[k].one);
            claims.edge(made, after[k].at, next.cell, next.leads_to);
            next = {line[k], claims.close(board, made, start)};
            if (next.leads_to < 0) return {};
        }
        return next;
    }

    // The moves in sets of which at most three cells are lacking.
    void expand_attacker(i64 i) {
        i64 must = board.completing(DEFENDER), n = 1;
        if (must == SEVERAL || (must >= 0 && !board.is_open(must))) return;
        room.order(0, 0) = must;
        if (must < 0) {
            Words cells = room.cleared(2);
            mark_open(board, board.nearly(ATTACKER, SHARP), cells);
            n = by_worth(board, room, cells);
        }
        for (i64 j = 0; j < n; j++) {
            i64 cell = room.order(0, j), fours = 0, threes = 0;
            board.sets_through(cell, [&](i64 s) {
                i64 lacks = board.sizes[s] - board.counts[s][ATTACKER];
                if (board.counts[s][DEFENDER]) return;
                fours += lacks <= 2, threes += lacks == 3;
            });
            if (must < 0 && !(fours + threes)) continue;
            u64 key = board.key[0] ^ board.codes(ATTACKER, cell) ^ board.turn(DEFENDER);
            i64 child = tree.node_of(state, key, true);
            tree.link(state, i, cell, child, fours || threes >= 5 ? 0 : threes >= 2 ? 1 : 3, 0);
            if (tree.nodes[child].pn == 0) break;
        }
    }
    Reply pass(i64 i) { return {tree.nodes[i].pass, tree.nodes[i].after_pass}; }
    Reply reply(i64 i) { return {tree.nodes[i].reply, tree.nodes[i].after}; }

    // The answers that the win by a sequence after a pass has to know of; those after which a reply
    // that served another answer, or a sequence, wins are solved at once.
    void expand_defender(i64 i) {
        TreeNode& node = tree.nodes[i];
        if (board.nearly(DEFENDER, 1).some()) return node.disprove();
        Reply win = by_sequence();
        node.pass = (i32)win.cell, node.after_pass = (i32)win.leads_to;
        if (!win) return node.disprove();
        i64 replies = 1, open = 0;
        room.kept[0][0] = win.cell, room.kept[0][1] = win.leads_to;
        claims.asked(board, win, room.mask(0), room.mask(1));
        i64 n = by_worth(board, room, room.mask(0));
        for (i64 j = 0; j < n; j++) {
            i64 cell = room.order(0, j);
            board.put(cell, DEFENDER);
            i64 child = tree.node_of(state, board.key[0], false);
            if (TreeNode& after = tree.nodes[child]; !after.expanded && after.pn) {
                for (i64 q = replies - 1; q >= 0 && after.pn; q--)
                    if (claims.works(board, {room.kept[q][0], room.kept[q][1]}))
                        won(child, room.kept[q][0], room.kept[q][1]);
                if (after.pn)
                    if (Reply found = by_sequence()) {
                        won(child, found.cell, found.leads_to);
                        room.kept[replies][0] = found.cell;
                        room.kept[replies++][1] = found.leads_to;
                    }
            }
            board.take(cell, DEFENDER);
            tree.link(state, i, cell, child, 0, 0);
            open += tree.nodes[child].pn != 0;
            if (tree.nodes[child].dn == 0 || open > MOST_OPEN) return node.disprove();
        }
    }
    void expand(i64 i) { tree.nodes[i].defends ? expand_defender(i) : expand_attacker(i); }
    void won(i64 i, i64 reply, i64 child) { prove(tree, i, {reply, child}); }
    // The attacker's win within so many expansions, he being to move, with its claims.
    Reply win(i64 most) {
        i64 spare = 2 * board.size() + 2;
        tree.clear(state, NODES_EACH * most + spare);
        tree.node_of(state, board.key[0], false);
        if (Reply found = by_sequence()) won(0, found.cell, found.leads_to);
        ProofTree<ClaimedTree>{tree, state, *this}.grow(most, most, spare);
        return tree.nodes[0].pn == 0 ? reply(0) : Reply{};
    }
    // The claim about a position of which all answers are answered, if it applies to it.
    bool proved(i64 i) {
        claims.asked(board, pass(i), room.mask(0), room.mask(1));
        i64 start = made.edges;
        claims.edge(made, NONE, pass(i).cell, pass(i).leads_to);
        tree.each_edge(i, [&](const TreeEdge& edge) {
            Reply to = reply(edge.child);
            claims.edge(made, edge.cell, to.cell, to.leads_to);
            return true;
        });
        room.mask(1).each([&](i64 cell) { claims.edge(made, cell, NONE, NONE); });
        tree.nodes[i].claim = (i32)claims.close_here(board, made, start);
        return tree.nodes[i].claim >= 0;
    }
    // The reply found to one answer at node i of a tree may serve the others.
    void serve(const Tree& in, i64 i, i64 child) {
        Reply found{in.nodes[child].reply, in.nodes[child].after};
        in.each_edge(i, [&](const TreeEdge& edge) {
            if (in.nodes[edge.child].open()) {
                board.put(edge.cell, DEFENDER);
                if (claims.works(board, found)) prove(in, edge.child, found);
                board.take(edge.cell, DEFENDER);
            }
            return true;
        });
    }
    void answered(i64 i, i64 child) { serve(tree, i, child); }
};

}  // namespace
}  // namespace gameproof
