// Proof-number search with the tree in memory (Allis, van der Meulen, van den Herik, Artificial
// Intelligence 66, 1994), equal positions being one node; numbers are renewed along the path of
// each descent. The loop is written once; a Game tells it the rest:
//
//     const Board& board            where the moves are made
//     void expand(i)                children of node i, whose position is on the board
//     void won(i, reply, child)     the attacker's reply at i wins, by what lies behind that child
//     bool proved(i)                all answers at i are answered: is that accepted?
//     void answered(i, child)       a child of the defender's node i has just been won
#pragma once

#include "df_pn.h"
#include "threat_board.h"

namespace gameproof {
namespace {

struct TreeNode {
    using Number = i32;
    i32 pn, dn;
    i32 first, children;
    i32 defends, expanded;  // does the defender move? has it its children?
    // With claims: the attacker's winning reply and what it leads to; where the defender moves what
    // is proved, the attacker's win if he passed and replies to what he was answered at once (edges
    // before the first one), and how often that win was looked for.
    i32 reply, after, claim, pass, after_pass, replies, tries;
    i32 place;  // in the table

    bool open() const { return pn && dn; }
    void prove() { pn = 0, dn = INFINITE; }
    void disprove() { pn = INFINITE, dn = 0; }
};
struct TreeEdge {
    using Number = i32;
    i32 cell, child;
    i32 weight, lasting;  // are added to the child's proof number until it is expanded, and then
};
struct TreeState {
    i64 nodes, edges, expanded, descents, sequences;
    i64 depth;   // of the node whose position is on the board
    i64 places;  // that are used: a small search stays in the cache
    GAMEPROOF_NUMBERS(nodes, edges, expanded, descents, sequences, depth, places)
};
enum TreeStatus : i64 { GROWING, FINISHED, FULL };

// `places` finds nodes by their hash.
struct Tree {
    Array<u64> keys;
    Array<TreeNode> nodes;
    Array<TreeEdge> edges;
    Array<i32> places;
    Array<i64, 2> path;
    GAMEPROOF_ARRAYS(keys, nodes, edges, places, path)

    i64 place(const TreeState& state, u64 key) const {
        i64 last = state.places - 1, at = key >> 13 & last;
        while (places[at] >= 0 && keys[places[at]] != key) at = (at + 1) & last;
        return at;
    }
    i64 find(const TreeState& state, u64 key) const { return places[place(state, key)]; }
    // The node with this hash, a new one if there is none.
    i64 node_of(TreeState& state, u64 key, bool defends) const {
        i64 at = place(state, key);
        if (places[at] >= 0) return places[at];
        i64 i = state.nodes++;
        places[at] = (i32)i;
        keys[i] = key;
        nodes[i] = {1, 1, 0, 0, defends, 0, NONE, NONE, NONE, NONE, NONE, 0, 0, (i32)at};
        return i;
    }
    // Of a weight from `lasts` on so much lasts.
    void link(TreeState& state, i64 i, i64 cell, i64 child, i64 weight, i64 lasts) const {
        if (!nodes[i].children) nodes[i].first = (i32)state.edges;
        i32 lasting = lasts && weight >= lasts ? (i32)lasts : 0;
        edges[state.edges++] = {(i32)cell, (i32)child, (i32)weight, lasting};
        nodes[i].children++;
    }
    // No node, and room for so many as are wanted, if there may be so many.
    void clear(TreeState& state, i64 wanted) const {
        for (i64 i = 0; i < state.nodes; i++) places[nodes[i].place] = -1;
        state = {0, 0, 0, 0, state.sequences, 0, places.size};
        while (wanted > 0 && state.places / 4 >= wanted) state.places /= 2;
    }
    bool full(const TreeState& state, i64 spare) const {
        i64 most = state.places / 2 < nodes.size ? state.places / 2 : nodes.size;
        return most - state.nodes < spare || edges.size - state.edges < spare;
    }
    // The proof number of an edge of the attacker.
    i64 number(const TreeEdge& edge) const {
        const TreeNode& child = nodes[edge.child];
        i64 n = child.pn + (!child.open() ? 0 : child.expanded ? edge.lasting : edge.weight);
        return n < INFINITE ? n : INFINITE;
    }
    template <class F>
    void each_edge(i64 i, F f) const {
        for (i64 e = nodes[i].first, end = e + nodes[i].children; e < end; e++)
            if (!f(edges[e])) return;
    }
};

template <class Game>
struct ProofTree {
    const Tree& tree;
    TreeState& state;
    Game& game;

    // The node's numbers from its children's.
    void renew(i64 i) {
        TreeNode& node = tree.nodes[i];
        if (!node.open() || !node.expanded) return;
        i64 least = INFINITE, most = 0, left = 0;
        bool won = false;
        tree.each_edge(i, [&](const TreeEdge& edge) {
            const TreeNode& child = tree.nodes[edge.child];
            i64 own = node.defends ? child.dn : tree.number(edge);
            i64 other = node.defends ? child.pn : child.dn;
            if (own < least) least = own;
            if (other > most) most = other;
            left += other != 0;
            won = !node.defends && child.pn == 0;
            if (won) game.won(i, edge.cell, child.claim);
            return !won;
        });
        i64 others = most + left - 1;
        if (others >= INFINITE) others = INFINITE - 1;
        if (won) return;
        if (node.defends) {
            if (least == 0) node.disprove();
            else if (left == 0) game.proved(i) ? node.prove() : node.disprove();
            else node.pn = (i32)others, node.dn = (i32)least;
        } else if (left == 0) {
            node.disprove();
        } else {
            node.pn = (i32)least, node.dn = (i32)others;
        }
    }

    // To the node that matters most; it is expanded, and the numbers on the way are renewed.
    void descend() {
        i64 i = 0, depth = 0;
        tree.path[0][0] = 0;
        while (tree.nodes[i].expanded && tree.nodes[i].open()) {
            bool defends = tree.nodes[i].defends;
            i64 least = INFINITE + 1, hardest = 0;
            const TreeEdge* best = nullptr;
            // Of the defender's moves of equal promise the one that is hardest to answer.
            tree.each_edge(i, [&](const TreeEdge& edge) {
                const TreeNode& child = tree.nodes[edge.child];
                i64 number = defends ? child.dn : tree.number(edge), hard = defends ? child.pn : 1;
                if (hard && (number < least || (number == least && hard > hardest)))
                    best = &edge, least = number, hardest = hard;
                return true;
            });
            if (!best) break;
            game.board.put(best->cell, defends);
            i = best->child;
            tree.path[++depth][0] = i;
            tree.path[depth][1] = best->cell;
        }
        if (TreeNode& node = tree.nodes[i]; !node.expanded && node.open()) {
            node.expanded = 1;
            state.expanded++;
            state.depth = depth;
            game.expand(i);
        }
        for (;; depth--) {
            state.depth = depth;
            i = tree.path[depth][0];
            renew(i);
            if (depth == 0) break;
            bool defended = !tree.nodes[i].defends;
            game.board.take(tree.path[depth][1], defended);
            if (defended && tree.nodes[i].pn == 0) game.answered(tree.path[depth - 1][0], i);
        }
    }

    // Expand nodes, at most `most` in all and `work` now.
    TreeStatus grow(i64 most, i64 work, i64 spare) {
        for (i64 until = state.expanded + work; tree.nodes[0].open() && state.expanded < most;) {
            if (state.expanded >= until) return GROWING;
            // Where nodes are shared a descent may end at one that needs no expansion.
            if (++state.descents > 3 * most + 100) return FINISHED;
            if (tree.full(state, spare)) return FULL;
            descend();
        }
        return FINISHED;
    }
};

}  // namespace
}  // namespace gameproof
