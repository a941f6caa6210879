// Geography on arcs: depth first with a table of verdicts on reduced states. What the states are,
// and why the reductions change nothing, stands in directed_geography.py. A state is the token's
// vertex and the arcs that are alive, as words.
#include <bit>

#include "transposition_table.h"

namespace gameproof {
namespace {

constexpr i64 LOST = 1, WON = 2, BUSY = 3;  // BUSY in a shared table: somebody has begun with it
constexpr i64 DONE = 0, MORE = 1, FULL = 2;

// Arcs by number; out[out_start[v]] ... leave v, into[in_start[v]] ... enter it. `deletes`: what the
// use of an arc deletes; where `single`, the arc itself and perhaps its reverse `back` (else -1).
struct Graph {
    Array<const i32> tail, head, back;
    Array<const i64> out_start, in_start;
    Array<const i32> out, into;
    Table<const u64, 2> deletes;
    GAMEPROOF_ARRAYS(tail, head, back, out_start, in_start, out, into, deletes)
};

// An open state, with the range of its children that are not yet decided.
struct Node {
    using Number = i64;
    i64 token, first, end;
};
// `flip`: does the mover at the parent move in it again, after forced moves?
struct Child {
    using Number = i64;
    i64 token, flip, score;
};

struct Room {
    TranspositionTable<VerdictRow, 1> table;
    Array<Node> path;
    Table<u64, 2> path_alive;   // by node
    Array<Child> children;
    Table<u64, 2> child_alive;  // by child
    Array<u64> work, kept;      // the arcs of the state that is being reduced, those that are reached
    Array<u64> given;           // a state that Python asks about
    Array<i64> degree, seen;    // by vertex: alive arcs that leave it; at which walk it was found
    Array<i64> waiting;
    Table<u64, 2> rows;         // by vertex, and one: rows over GF(2)
    GAMEPROOF_ARRAYS(table, path, path_alive, children, child_alive, work, kept, given, degree, seen,
                     waiting, rows)
};

// `single`: does each use delete one edge only? `bipartite`: may what GF(2) says be believed?
// `budget`: states to be opened. `token` is Python's; `token`, `flip`, `verdict` (1, 0, or -1: not
// decided) are those of the last reduction.
struct State {
    i64 single, bipartite, shared, budget;
    i64 depth, children, nodes, filled, walks;
    i64 token, flip, verdict;
    GAMEPROOF_NUMBERS(single, bipartite, shared, budget, depth, children, nodes, filled, walks,
                      token, flip, verdict)
};

bool alive(const u64* arcs, i64 arc) { return arcs[arc >> 6] >> (arc & 63) & 1; }

struct Geography {
    const Graph& graph;
    const Room& room;
    State& state;

    i64 words() const { return room.work.size; }
    bool lives(i64 arc) const { return alive(room.work.data, arc); }
    void copy(u64* to, const u64* from) const {
        for (i64 k = 0; k < words(); k++) to[k] = from[k];
    }

    // ---- Verdicts --------------------------------------------------------------------------

    u64 hash(i64 token, const u64* arcs) const { return hash_words(arcs, words(), token + 1); }

    i64 kept(u64 key) const {
        const VerdictRow* row = room.table.find(key);
        return row ? row->verdict() : 0;
    }
    i64 known(i64 token, const u64* arcs) const {
        i64 verdict = kept(hash(token, arcs));
        return verdict == BUSY ? 0 : verdict;
    }
    void store(i64 token, const u64* arcs, i64 verdict) {
        u64 key = hash(token, arcs);
        VerdictRow& row = room.table.place(key);
        state.filled += row.free();
        row.keep(key, verdict);
    }
    bool full() const { return !state.shared && 4 * state.filled > room.table.rows.size; }

    // ---- Reductions of (token, work) -------------------------------------------------------

    // Keep the arcs that the token can reach; count them by tail.
    void reach(i64 token) {
        const i64 walk = ++state.walks;
        for (i64 k = 0; k < words(); k++) room.kept[k] = 0;
        room.seen[token] = walk;
        room.waiting[0] = token;
        for (i64 top = 1; top;) {
            i64 x = room.waiting[--top], degree = 0;
            for (i64 i = graph.out_start[x]; i < graph.out_start[x + 1]; i++) {
                i64 arc = graph.out[i], y = graph.head[arc];
                if (!lives(arc)) continue;
                degree++;
                room.kept[arc >> 6] |= u64{1} << (arc & 63);
                if (room.seen[y] == walk) continue;
                room.seen[y] = walk;
                room.waiting[top++] = y;
            }
            room.degree[x] = degree;
        }
        copy(room.work.data, room.kept.data);
    }

    // Can a player on x end the game at once, now and at any later visit? Not the vertex game's
    // arcs from elsewhere: y's own arc back to x would delete this one, so y must be a sink.
    bool finishing(i64 x, i64 token) const {
        for (i64 i = graph.out_start[x]; i < graph.out_start[x + 1]; i++) {
            i64 arc = graph.out[i], y = graph.head[arc];
            if (!lives(arc) || (y == token && x != token)) continue;
            i64 left = room.degree[y];
            if (state.single) {
                i64 back = graph.back[arc];
                left -= (y == x) + (back >= 0 && lives(back));
            } else if (x == token) {
                for (i64 j = graph.out_start[y]; j < graph.out_start[y + 1]; j++)
                    left -= graph.head[graph.out[j]] == x && lives(graph.out[j]);
            }
            if (left == 0) return true;
        }
        return false;
    }

    // Drop the arcs into vertices where the mover wins on the spot; was there any?
    bool drop_lost(i64 token) {
        bool changed = false;
        for (i64 x = 0; x < room.seen.size; x++) {
            if (x == token || room.seen[x] != state.walks || !finishing(x, token)) continue;
            for (i64 i = graph.in_start[x]; i < graph.in_start[x + 1]; i++) {
                i64 arc = graph.into[i];
                if (!lives(arc)) continue;
                room.work[arc >> 6] &= ~(u64{1} << (arc & 63));
                room.degree[graph.tail[arc]]--;
                changed = true;
            }
        }
        return changed;
    }

    void use(const u64* arcs, i64 arc) {
        const u64* deleted = graph.deletes.row(arc);
        for (i64 k = 0; k < words(); k++) room.work[k] = arcs[k] & ~deleted[k];
    }

    // The mover wins iff he wins in (state.token, work), or with state.flip iff he does not; or
    // state.verdict says whether he wins.
    void reduce(i64 token) {
        state.flip = 0;
        for (;;) {
            reach(token);
            bool stuck = !room.degree[token];
            state.token = token;
            state.verdict = -1;
            if (stuck || finishing(token, token)) {
                state.verdict = stuck ? state.flip : !state.flip;
                return;
            }
            if (drop_lost(token)) continue;
            i64 forced = -1;  // the only move
            for (i64 i = graph.out_start[token]; i < graph.out_start[token + 1]; i++) {
                i64 arc = graph.out[i];
                if (!lives(arc)) continue;
                if (forced >= 0 && graph.head[arc] != graph.head[forced]) return;
                if (forced < 0) forced = arc;
            }
            use(room.work.data, forced);
            token = graph.head[forced];
            state.flip = !state.flip;
        }
    }

    // Does the mover win (1) or lose (0) after the use of the arc, as far as the reductions and the
    // table say; else -1, with the reduced state.
    i64 after(i64 arc, const u64* arcs) {
        use(arcs, arc);
        reduce(graph.head[arc]);
        if (state.verdict >= 0) return state.verdict;
        i64 found = known(state.token, room.work.data);
        return found ? (found == WON) != (state.flip != 0) : -1;
    }

    // ---- Edges of a bipartite graph --------------------------------------------------------

    // WON or LOST where the arcs are those of an undirected bipartite graph; 0 with an odd cycle.
    // The mover loses iff the token's row of the adjacency matrix over GF(2), restricted to its
    // side, is a sum of other rows (Fraenkel, Scheinerman, Ullman 1993). O(n^3 / 64).
    i64 by_sides(i64 token, const u64* arcs) {
        const i64 n = room.seen.size, width = room.rows.shape[1], walk = ++state.walks;
        i64 count = 0;  // rows of the token's side but its own, which comes last
        room.seen[token] = walk, room.degree[token] = 0;
        room.waiting[0] = token;
        u64* target = room.rows.row(n);
        for (i64 head = 0, tail = 1; head < tail; head++) {
            i64 x = room.waiting[head];
            bool own = room.degree[x] == 0;  // the side
            u64* row = x == token ? target : room.rows.row(count);
            if (own)
                for (i64 k = 0; k < width; k++) row[k] = 0;
            for (i64 i = graph.out_start[x]; i < graph.out_start[x + 1]; i++) {
                i64 arc = graph.out[i], y = graph.head[arc];
                if (!alive(arcs, arc)) continue;
                if (own) row[y >> 6] ^= u64{1} << (y & 63);
                if (room.seen[y] != walk) {
                    room.seen[y] = walk, room.degree[y] = own;
                    room.waiting[tail++] = y;
                } else if (room.degree[y] == !own) {
                    return 0;
                }
            }
            if (own && x != token) count++;
        }
        for (i64 r = 0; r < count; r++) {
            u64* row = room.rows.row(r);
            i64 k = 0;
            while (k < width && !row[k]) k++;
            if (k == width) continue;
            u64 pivot = row[k] & -row[k];
            for (i64 s = r + 1; s <= count; s++) {
                u64* other = s == count ? target : room.rows.row(s);
                if (!(other[k] & pivot)) continue;
                for (i64 j = k; j < width; j++) other[j] ^= row[j];
            }
        }
        for (i64 k = 0; k < width; k++)
            if (target[k]) return WON;
        return LOST;
    }

    // ---- The search ------------------------------------------------------------------------

    // Decide a reduced state by its followers at once, or put it on the path with its children:
    // those with few arcs, and few choices for the opponent (or many for the mover), come last.
    void open(i64 token, const u64* arcs) {
        state.nodes++;
        if (state.bipartite)
            if (i64 verdict = by_sides(token, arcs)) return store(token, arcs, verdict);
        const i64 first = state.children;
        i64 end = first;
        for (i64 i = graph.out_start[token]; i < graph.out_start[token + 1]; i++) {
            i64 arc = graph.out[i];
            if (!alive(arcs, arc) || repeated(token, i, arcs)) continue;
            i64 value = after(arc, arcs);
            if (value == 0) return store(token, arcs, WON);
            if (value == 1) continue;
            i64 score = state.flip ? -2 * room.degree[state.token] : 2 * room.degree[state.token];
            for (i64 k = 0; k < words(); k++) score += std::popcount(room.work[k]);
            i64 at = end++;
            for (; at > first && room.children[at - 1].score < score; at--) {
                room.children[at] = room.children[at - 1];
                copy(room.child_alive.row(at), room.child_alive.row(at - 1));
            }
            room.children[at] = {state.token, state.flip, score};
            copy(room.child_alive.row(at), room.work.data);
        }
        if (state.shared) {
            u64 key = hash(token, arcs);
            room.table.place(key).keep(key, BUSY);
        }
        room.path[state.depth] = {token, first, end};
        copy(room.path_alive.row(state.depth++), arcs);
        state.children = end;
    }
    // Is there an arc to the same vertex before arc i of the token's?
    bool repeated(i64 token, i64 i, const u64* arcs) const {
        for (i64 j = graph.out_start[token]; j < i; j++)
            if (graph.head[graph.out[j]] == graph.head[graph.out[i]] && alive(arcs, graph.out[j]))
                return true;
        return false;
    }
    // Where somebody else is at the last child, exchange it for one where nobody is.
    void put_off(i64 first, i64 last) {
        for (i64 c = last; c >= first; c--) {
            if (kept(hash(room.children[c].token, room.child_alive.row(c))) == BUSY) continue;
            if (c == last) return;
            Child held = room.children[c];
            room.children[c] = room.children[last], room.children[last] = held;
            u64 *one = room.child_alive.row(c), *other = room.child_alive.row(last);
            for (i64 k = 0; k < words(); k++) {
                u64 word = one[k];
                one[k] = other[k], other[k] = word;
            }
            return;
        }
    }

    // Give up what is searched below a state that somebody else has decided. O(depth).
    void cut() {
        for (i64 d = 0; d < state.depth; d++) {
            if (!known(room.path[d].token, room.path_alive.row(d))) continue;
            state.depth = d;
            state.children = room.path[d].first;
            return;
        }
    }

    // Search on for about `budget` states.
    i64 search(i64 budget) {
        if (state.shared) cut();
        const i64 until = state.nodes + budget;
        while (state.depth > 0) {
            if (state.nodes >= until) return MORE;
            if (full()) return FULL;
            Node& node = room.path[state.depth - 1];
            i64 verdict = LOST;
            while (node.end > node.first) {
                i64 last = node.end - 1;
                i64 found = known(room.children[last].token, room.child_alive.row(last));
                if (!found) {
                    if (state.shared) put_off(node.first, last);
                    verdict = 0;
                    open(room.children[last].token, room.child_alive.row(last));
                    break;
                }
                node.end = last;
                if ((found == WON) == (room.children[last].flip != 0)) {  // the opponent loses there
                    verdict = WON;
                    break;
                }
            }
            if (!verdict) continue;
            store(node.token, room.path_alive.row(state.depth - 1), verdict);
            state.depth--;
            state.children = node.first;
        }
        return DONE;
    }
};

// ---- What Python calls, with a token in the State and in room.given the arcs alive ---------

// Reduces the state; what is left of it is in room.work and in the State.
void reduce(const Graph& graph, const Room& room, State& state) {
    Geography game{graph, room, state};
    game.copy(room.work.data, room.given.data);
    game.reduce(state.token);
}

// Keeps in room.given the arcs that the token can reach.
void reach(const Graph& graph, const Room& room, State& state) {
    Geography game{graph, room, state};
    game.copy(room.work.data, room.given.data);
    game.reach(state.token);
    game.copy(room.given.data, room.work.data);
}

// WON, LOST or 0, of a reduced state.
i64 known(const Graph& graph, const Room& room, State& state) {
    return Geography{graph, room, state}.known(state.token, room.given.data);
}

// A path of this reduced state alone.
void begin(const Graph& graph, const Room& room, State& state) {
    state.depth = state.children = 0;
    Geography{graph, room, state}.open(state.token, room.given.data);
}

i64 search(const Graph& graph, const Room& room, State& state) {
    return Geography{graph, room, state}.search(state.budget);
}

// Where to go so that the opponent loses, with the fewest choices left to him; -1 where a move that
// leaves him fewer is not decided, or none does it. The state need not be reduced.
i64 known_reply(const Graph& graph, const Room& room, State& state) {
    Geography game{graph, room, state};
    const i64 token = state.token;
    i64 best = -1, fewest = graph.tail.size + 1;
    for (i64 i = graph.out_start[token]; i < graph.out_start[token + 1]; i++) {
        i64 arc = graph.out[i], y = graph.head[arc], choices = 0;
        if (!alive(room.given.data, arc)) continue;
        for (i64 j = graph.out_start[y]; j < graph.out_start[y + 1]; j++)
            choices += alive(room.given.data, graph.out[j]) &&
                       !alive(graph.deletes.row(arc), graph.out[j]);
        if (choices >= fewest) continue;
        i64 value = game.after(arc, room.given.data);
        if (value == 1) continue;
        best = value == 0 ? y : -1;
        fewest = choices;
    }
    return best;
}

// A larger table takes over what the room's holds.
void take_over(const Room& room, const TranspositionTable<VerdictRow, 1>& larger) {
    larger.take(room.table);
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(directed_geography, GAMEPROOF_FUNCTIONS(reduce, reach, known, begin, search,
                 known_reply, take_over), GAMEPROOF_CONSTANTS(WON, DONE, FULL))
