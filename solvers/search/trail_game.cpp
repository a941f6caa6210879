// Who wins a trail game (trail_game.py): depth first with a table of verdicts.
//
// A position is told by what can still matter: the undrawn edges that the token can reach without
// passing an exit, which reachable points have been visited, the token and the player to move. It
// is hashed to 64 bits together with its mirror image (Zobrist 1970).
#include "depth_first.h"

namespace gameproof {
namespace {

constexpr i64 BUSY = 3;  // in a shared table: somebody has begun with the position

// Edges in compressed rows by point: arc j from starts[v] on leads by edge[j] to other[j].
struct Game {
    Array<const i64> starts, edge, other;
    Array<const i8> goal;            // the player who wins at the point, or 0
    Array<const bool> bounce;        // leaves the turn where it was, though unvisited
    Table<const i8, 2> toward;       // by player: steps from the point to his nearest exit
    Table<const u64, 2> edge_key, point_key;  // as they are, and in the mirror
    Table<const u64, 3> token_key;
    GAMEPROOF_ARRAYS(starts, edge, other, goal, bounce, toward, edge_key, point_key, token_key)
};

// A position on the path: the token and the mover on arrival, the edge that led here, the hash; of
// its moves in `order` how many, the next one, and how many may still be put off.
struct Node {
    using Number = u64;
    i64 token, mover, edge;
    u64 key;
    i64 count, next, put_off;
};
// A move: arc, and its rank among the others, the least first.
struct Move {
    using Number = i64;
    i64 arc, rank;
};

struct Search {
    TranspositionTable<VerdictRow, 1> table;
    Array<bool> drawn;        // by edge
    Array<i32> visits;        // by point: drawn edges there, the token's way counted at both ends
    Array<Node> path;
    Array<Move> order;        // of each node as many as a point has edges
    Array<i64> seen, queue;   // by point, for walks; seen at the walk of this number
    GAMEPROOF_ARRAYS(table, drawn, visits, path, order, seen, queue)
};

// `verdict` is the root's winner once it is known; `width`: edges at a point; `shared`: do others write
// to the table?
struct State {
    i64 depth, nodes, verdict, walks, mirrored, shared, width;
    GAMEPROOF_NUMBERS(depth, nodes, verdict, walks, mirrored, shared, width)
};

struct TrailSearch {
    const Game& game;
    const Search& at;
    State& state;

    Node& node() { return at.path[state.depth]; }
    Move* moves() { return &at.order[state.depth * state.width]; }
    bool again(i64 point) const { return game.bounce[point] || at.visits[point] > 0; }

    i64 recall(u64 key) const {
        const VerdictRow* row = at.table.find(key);
        return row ? row->verdict() : 0;
    }
    void remember(u64 key, i64 verdict) { at.table.place(key).keep(key, verdict); }

    // The hash of what can still matter. O(reachable edges).
    u64 hash(i64 token, i64 mover) {
        u64 plain = game.token_key(0, token, mover), mirror = game.token_key(1, token, mover);
        const i64 walk = ++state.walks;
        at.queue[0] = token, at.seen[token] = walk;
        for (i64 head = 0, tail = 1; head < tail; head++) {
            i64 v = at.queue[head];
            if (v != token && game.goal[v]) continue;
            for (i64 j = game.starts[v]; j < game.starts[v + 1]; j++) {
                i64 e = game.edge[j], w = game.other[j];
                if (at.drawn[e]) continue;
                // Each undrawn edge is met from both ends; an exit's end is never expanded.
                if (game.goal[w] || v < w) {
                    plain ^= game.edge_key(0, e);
                    mirror ^= game.edge_key(1, e);
                }
                if (at.seen[w] == walk) continue;
                at.seen[w] = walk;
                at.queue[tail++] = w;
                if (at.visits[w]) {
                    plain ^= game.point_key(0, w);
                    mirror ^= game.point_key(1, w);
                }
            }
        }
        return state.mirrored && mirror < plain ? mirror : plain;
    }

    // Can the mover come to his exit without ending his turn on the way? Points that bounce before
    // a turn are those that bounce during it, so a walk over them may be taken without repeated
    // points, and its edges are undrawn. O(reachable edges).
    bool exits_this_turn(i64 token, i64 mover) {
        const i64 walk = ++state.walks;
        at.queue[0] = token, at.seen[token] = walk;
        for (i64 head = 0, tail = 1; head < tail; head++) {
            i64 v = at.queue[head];
            for (i64 j = game.starts[v]; j < game.starts[v + 1]; j++) {
                i64 w = game.other[j];
                if (at.drawn[game.edge[j]]) continue;
                if (game.goal[w] == mover) return true;
                if (at.seen[w] == walk || game.goal[w] || !again(w)) continue;
                at.seen[w] = walk;
                at.queue[tail++] = w;
            }
        }
        return false;
    }

    // Take the last edge back.
    void up() {
        const Node& left = node();
        at.drawn[left.edge] = false;
        at.visits[left.token]--;
        state.depth--;
        at.visits[node().token]--;
    }
    // Draw the next edge of the node.
    void down() {
        Node& here = node();
        i64 j = moves()[here.next++].arc, e = game.edge[j], w = game.other[j];
        i64 mover = again(w) ? here.mover : 3 - here.mover;
        at.drawn[e] = true;
        at.visits[here.token]++;
        at.visits[w]++;
        state.depth++;
        Node& next = node();
        next.token = w, next.mover = mover, next.edge = e;
    }

    // The winner at a node that has just been entered, as far as it is known; else its moves are
    // listed. Where somebody else is at work the node above tries its other moves before.
    i64 enter() {
        Node& here = node();
        if (exits_this_turn(here.token, here.mover)) return here.mover;
        here.key = hash(here.token, here.mover);
        i64 known = recall(here.key);
        if (known && known != BUSY) return known;
        if (known == BUSY && state.depth > 0) {
            const Node& above = at.path[state.depth - 1];
            if (above.put_off > 0 && above.next < above.count) {
                put_off();
                return 0;
            }
        }
        here.count = 0;
        Move* move = moves();
        for (i64 j = game.starts[here.token]; j < game.starts[here.token + 1]; j++) {
            i64 w = game.other[j];
            if (at.drawn[game.edge[j]] || game.goal[w]) continue;  // an own goal never helps
            // Where the turn goes on first, then towards the goal attacked.
            i64 rank = game.toward(here.mover, w) - (again(w) ? 64 : 0);
            i64 i = here.count++;
            for (; i > 0 && move[i - 1].rank > rank; i--) move[i] = move[i - 1];
            move[i] = {j, rank};
        }
        here.next = 0;
        here.put_off = here.count - 1;
        if (state.shared) remember(here.key, BUSY);
        if (here.count) return 0;
        remember(here.key, 3 - here.mover);
        return 3 - here.mover;
    }

    // The move that was just tried comes after all the others.
    void put_off() {
        up();
        Node& here = node();
        here.put_off--;
        Move *move = moves(), last = move[--here.next];
        for (i64 i = here.next; i < here.count - 1; i++) move[i] = move[i + 1];
        move[here.count - 1] = last;
    }

    // Give up what is searched below a position that somebody else has decided; its winner, or 0.
    i64 cut() {
        for (i64 d = 0; d < state.depth; d++) {
            i64 found = recall(at.path[d].key);
            if (!found || found == BUSY) continue;
            while (state.depth > d) up();
            return found;
        }
        return 0;
    }

    // Up from a node that is decided: who wins above it, 0 where the mover has further moves.
    i64 leave(i64 winner) {
        up();
        const Node& here = node();
        if (winner != here.mover && here.next < here.count) return 0;
        remember(here.key, winner);
        return winner;
    }
};

// A larger table takes over what the search's holds.
void take_over(const Search& at, const TranspositionTable<VerdictRow, 1>& larger) {
    larger.take(at.table);
}

bool search(const Game& game, const Search& at, State& state, i64 budget) {
    TrailSearch here{game, at, state};
    return depth_first(here, budget, state.shared ? here.cut() : 0);
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(trail_game, GAMEPROOF_FUNCTIONS(search, take_over))
