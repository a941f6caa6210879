// Edmonds' maximum matching with one alternating forest, and the nest of odd cycles in its end.
//
// All exposed vertices grow one forest at the same time. An edge between two trees is an
// augmenting path: it is flipped at once, and both trees stay where they are, dead, until the
// forest can grow no further; then they dissolve and the living trees may graft their vertices. A
// tree that can no longer grow (a Hungarian tree) is never searched again, so vertices that stay
// exposed for good cost nothing in later rounds. Blossoms are classes of a union-find structure;
// each vertex that a blossom turns from inner to outer remembers the edge (the bridge) that closed
// the blossom.
//
// Edmonds 1965, "Paths, trees, and flowers"; union-find and bridges as in Gabow and Tarjan 1985;
// the start as in Karp and Sipser 1981; grafting after Azad, Buluc, Pothen 2017 (there for
// bipartite graphs).
#include <algorithm>

#include "binding.h"

namespace gameproof {
namespace {

constexpr i8 FREE = 0, OUTER = 1, INNER = 2;

// Vertex v is beside neighbour[start[v]], ..., neighbour[start[v + 1] - 1].
struct Graph {
    Array<i64> start;
    Array<i32> neighbour;
    GAMEPROOF_ARRAYS(start, neighbour)
};

constexpr i64 BEGIN = 0, START = 1, GROW = 2;  // phases of the search

struct State {
    i64 phase;
    i64 rounds;      // how often the forest was grown
    i64 head, tail;  // of the queue of outer vertices to scan
    i64 flipped;     // trees in `dying`
    i64 clock;       // blossoms made
    i64 next, top;   // of the first matching: next vertex, height of the stack of leaves
    GAMEPROOF_NUMBERS(phase, rounds, head, tail, flipped, clock, next, top)
};

// One entry a vertex.
struct Forest {
    Array<i32> mate;                     // partner or -1
    Array<i8> label;                     // FREE, OUTER (at even distance from its root), INNER
    Array<i32> parent;                   // the outer vertex that reached an inner one
    Array<i32> root;                     // its tree
    Array<i32> base;                     // union-find of blossoms, pointing to the base
    Array<i32> bridge_near, bridge_far;  // the edge whose blossom turned it outer, near end first
    Array<i64> when;                     // and the moment; -1 elsewhere
    Array<i32> chain, first;             // the vertices of each tree as a linked list
    Array<i8> dead;                      // trees already flipped
    Array<i64> mark;                     // time stamps
    Array<i32> queue;                    // outer vertices to scan; first, the stack of leaves
    Array<i32> dying;                    // roots of dead trees
    Array<i32> degree;                   // unmatched neighbours, while the first matching is made
    Array<i32> left, right;              // scratch: edges of a path
    Array<i32> below, above;             // scratch: parts of a path still to be walked
    GAMEPROOF_ARRAYS(mate, label, parent, root, base, bridge_near, bridge_far, when, chain, first,
                     dead, mark, queue, dying, degree, left, right, below, above)
};

// Neighbour lists by counting sort, loops left out. `start` and `fill` (n) begin as zeros. O(n + m).
void adjacency(const Array<const i32, 2>& edges, const Graph& g, const Array<i64>& fill) {
    for (i64 i = 0; i < edges.size; i++) {
        auto [u, v] = edges[i];
        if (u != v) g.start[u + 1]++, g.start[v + 1]++;
    }
    for (i64 v = 0; v < fill.size; v++) {
        g.start[v + 1] += g.start[v];
        fill[v] = g.start[v];
    }
    for (i64 i = 0; i < edges.size; i++) {
        auto [u, v] = edges[i];
        if (u == v) continue;
        g.neighbour[fill[u]++] = v;
        g.neighbour[fill[v]++] = u;
    }
}

// -- a good first matching -------------------------------------------------------------------

void note_leaf(const Forest& f, State& s, i32 v) {
    if (f.degree[v] == 1) f.queue[s.top++] = v;
}

// `v` has just been matched.
void take_away(const Forest& f, State& s, const Graph& g, i32 v) {
    for (i64 i = g.start[v]; i < g.start[v + 1]; i++) {
        i32 x = g.neighbour[i];
        if (f.mate[x] >= 0) continue;
        f.degree[x]--;
        note_leaf(f, s, x);
    }
}

void count_degrees(const Forest& f, State& s, const Graph& g) {
    for (i64 v = 0; v < f.mate.size; v++) {
        f.degree[v] = g.start[v + 1] - g.start[v];
        note_leaf(f, s, v);
    }
}

// Leaves first, else a vertex with its rarest neighbour: matching a vertex of degree one with its
// neighbour is never wrong (Karp and Sipser 1981). Returns whether work is left after about
// `budget` edges. O(n + m) over all slices.
bool start_matching(const Forest& f, State& s, const Graph& g, i64 budget) {
    i64 n = f.mate.size;
    while (budget > 0) {
        i32 v;
        if (s.top > 0) {
            v = f.queue[--s.top];
        } else {
            while (s.next < n && (f.mate[s.next] >= 0 || f.degree[s.next] <= 0)) s.next++;
            if (s.next == n) return false;
            v = s.next;
        }
        if (f.mate[v] >= 0 || f.degree[v] <= 0) continue;
        i32 best = -1;
        for (i64 i = g.start[v]; i < g.start[v + 1]; i++) {
            i32 x = g.neighbour[i];
            if (f.mate[x] < 0 && (best < 0 || f.degree[x] < f.degree[best])) best = x;
        }
        if (best < 0) {
            f.degree[v] = 0;
            continue;
        }
        f.mate[v] = best, f.mate[best] = v;
        take_away(f, s, g, v);
        take_away(f, s, g, best);
        budget -= g.start[v + 1] - g.start[v] + g.start[best + 1] - g.start[best];
    }
    return true;
}

// -- the forest ------------------------------------------------------------------------------

// Every exposed vertex becomes the root of a tree. O(n).
void plant(const Forest& f, State& s) {
    s.head = s.tail = 0;
    for (i32 v = 0; v < f.mate.size; v++) {
        if (f.mate[v] >= 0) continue;
        f.label[v] = OUTER;
        f.root[v] = f.first[v] = v;
        f.queue[s.tail++] = v;
    }
}

// The base of the blossom that holds v.
i32 find(const Array<i32>& base, i32 v) {
    while (base[v] != v) {
        base[v] = base[base[v]];
        v = base[v];
    }
    return v;
}

// The base of the smallest blossom that holds both bases, in one tree. Both sides climb in turn,
// so the climb costs no more than twice what the blossom swallows.
template <class Parents, class Mark>
i32 meeting(const Parents& f, const Array<Mark>& mark, Mark stamp, i32 a, i32 b) {
    while (true) {
        if (a >= 0) {
            if (mark[a] == stamp) return a;
            mark[a] = stamp;
            i32 w = f.mate[a];
            a = w >= 0 ? find(f.base, f.parent[w]) : -1;
        }
        std::swap(a, b);
    }
}

// Hang the free matched pair of `y` under the outer vertex `x`.
void attach(const Forest& f, State& s, i32 x, i32 y) {
    i32 z = f.mate[y], r = f.root[x];
    f.label[y] = INNER, f.label[z] = OUTER;
    f.parent[y] = x;
    f.root[y] = f.root[z] = r;
    f.chain[y] = z, f.chain[z] = f.first[r], f.first[r] = y;
    f.queue[s.tail++] = z;
}

// Put the path from `near` up to the base `top` into its blossom.
void absorb(const Forest& f, State& s, i32 near, i32 far, i32 top) {
    for (i32 b = find(f.base, near); b != top;) {
        i32 w = f.mate[b];
        f.bridge_near[w] = near, f.bridge_far[w] = far, f.when[w] = s.clock;
        f.label[w] = OUTER;
        f.queue[s.tail++] = w;
        f.base[b] = f.base[w] = top;
        b = find(f.base, f.parent[w]);
    }
}

// The edge uv joins two outer vertices of one tree: make the blossom.
void shrink(const Forest& f, State& s, i32 u, i32 v, i32 base_u, i32 base_v) {
    s.clock++;
    i32 top = meeting(f, f.mark, s.clock, base_u, base_v);
    absorb(f, s, u, v, top);
    absorb(f, s, v, u, top);
}

// Augment along root(x) ... x y ... root(y); O(length of the path). Only the path's free edges are
// needed, in any order: they are the new matching edges. An outer vertex that a blossom turned so
// reaches its root backwards through its partner to the near end of its bridge, then over it.
void flip(const Forest& f, i32 x, i32 y) {
    f.left[0] = x, f.right[0] = y;
    i64 edges = 1, tasks = 0;
    auto walk = [&](i32 from, i32 to) { f.below[tasks] = from, f.above[tasks++] = to; };
    walk(x, f.root[x]);
    walk(y, f.root[y]);
    while (tasks > 0) {
        i32 v = f.below[--tasks], end = f.above[tasks];
        for (; v != end; edges++) {
            i32 partner = f.mate[v];
            if (f.bridge_near[v] < 0) {
                f.left[edges] = partner;
                f.right[edges] = v = f.parent[partner];
            } else {
                f.left[edges] = f.bridge_near[v];
                f.right[edges] = f.bridge_far[v];
                walk(f.bridge_near[v], partner);
                v = f.bridge_far[v];
            }
        }
    }
    for (i64 i = 0; i < edges; i++) {
        f.mate[f.left[i]] = f.right[i];
        f.mate[f.right[i]] = f.left[i];
    }
}

void let_die(const Forest& f, State& s, i32 root) {
    f.dead[root] = 1;
    f.dying[s.flipped++] = root;
}

// Scan queued outer vertices for about `budget` edges; is any left?
bool grow(const Forest& f, State& s, const Graph& g, i64 budget) {
    while (s.head < s.tail && budget > 0) {
        i32 x = f.queue[s.head++];
        if (f.dead[f.root[x]]) continue;
        budget -= g.start[x + 1] - g.start[x] + 1;
        for (i64 i = g.start[x]; i < g.start[x + 1]; i++) {
            i32 y = g.neighbour[i];
            if (f.label[y] == INNER) continue;
            if (f.label[y] == FREE) {
                attach(f, s, x, y);
            } else if (f.root[x] == f.root[y]) {
                i32 a = find(f.base, x), b = find(f.base, y);
                if (a != b) shrink(f, s, x, y, a, b);
            } else if (!f.dead[f.root[y]]) {
                flip(f, x, y);
                let_die(f, s, f.root[x]);
                let_die(f, s, f.root[y]);
                break;
            }
        }
    }
    return s.head < s.tail;
}

// Free the vertices of the dead trees and graft those that living trees touch.
void dissolve(const Forest& f, State& s, const Graph& g) {
    i64 loose = 0;
    for (i64 i = 0; i < s.flipped; i++) {
        i32 r = f.dying[i];
        for (i32 v = f.first[r], after; v >= 0; v = after) {
            f.label[v] = FREE;
            f.bridge_near[v] = -1;
            f.base[v] = v;
            f.left[loose++] = v;
            after = f.chain[v];
            f.chain[v] = -1;
        }
        f.first[r] = -1;
        f.dead[r] = 0;
    }
    s.flipped = s.head = s.tail = 0;
    for (i64 i = 0; i < loose; i++) {
        i32 v = f.left[i];
        if (f.label[v] != FREE) continue;
        for (i64 j = g.start[v]; j < g.start[v + 1]; j++)
            if (f.label[g.neighbour[j]] == OUTER) {
                attach(f, s, g.neighbour[j], v);
                break;
            }
    }
}

// The first matching, then rounds until the forest is complete; is work left after about `budget`
// edges or a round? The matching is then maximum.
bool advance(const Forest& f, State& s, const Graph& g, i64 budget) {
    if (s.phase == BEGIN) {
        count_degrees(f, s, g);
        s.phase = START;
    }
    if (s.phase == START) {
        if (start_matching(f, s, g, budget)) return true;
        plant(f, s);
        s.phase = GROW;
        s.rounds = 1;
    }
    if (grow(f, s, g, budget)) return true;
    if (!s.flipped) return false;
    dissolve(f, s, g);
    s.rounds++;
    return true;
}

// -- the odd cycles of the last forest, as a nest of intervals ---------------------------------

// Node v < n is a vertex, n + i the i-th cycle; child[ends[i]], ..., child[ends[i + 1] - 1] are the
// nodes of the cycle in order.
struct Nest {
    Array<const i32> mate, parent;
    Array<i32> base;         // union-find, the identity at first
    Array<i32> mark;         // zeros at first
    Array<i32> top;          // the outermost node of each class, the identity at first
    Array<i32> child, ends;  // ends[0] = 0
    GAMEPROOF_ARRAYS(mate, parent, base, mark, top, child, ends)
};

// Note the nodes on the way from class `x` up to class `a` from place `at` on, and join them to
// it; returns the place after the last one.
i32 climb(const Nest& nest, i32 at, i32 x, i32 a) {
    while (x != a) {
        i32 w = nest.mate[x];
        nest.child[at++] = nest.top[x];
        nest.child[at++] = w;
        nest.base[x] = nest.base[w] = a;
        x = find(nest.base, nest.parent[w]);
    }
    return at;
}

// Shrink the odd cycles that the edges (near, far) close, in this order. O(n a(n)).
void shrink_all(const Nest& nest, const Array<const i32, 2>& bridges) {
    i32 n = nest.mate.size;
    for (i32 i = 0; i < bridges.size; i++) {
        i32 u = find(nest.base, bridges[i][0]), v = find(nest.base, bridges[i][1]);
        i32 a = meeting(nest, nest.mark, i + 1, u, v), at = nest.ends[i];
        nest.child[at++] = nest.top[a];
        i32 middle = climb(nest, at, u, a);
        for (i32 left = at, right = middle - 1; left < right;)  // noted from its end
            std::swap(nest.child[left++], nest.child[right--]);
        nest.ends[i + 1] = climb(nest, middle, v, a);
        nest.top[a] = n + i;
    }
}

// Put the outer vertices in a row in which every cycle is an interval. `size` (ones) becomes the
// numbers of vertices of the nodes, `low` where they begin; `cuts` where the nodes of each cycle
// begin, and where the last one ends. O(n + children).
void lay_out(const Nest& nest, const Array<const i32>& outer, const Array<i32>& size,
             const Array<i32>& low, const Array<i32>& order, const Array<i32>& cuts) {
    i32 n = nest.mate.size, cycles = nest.ends.size - 1, at = 0;
    auto put = [&](i32 node) {
        low[node] = at;
        if (node < n) order[at] = node;
        at += size[node];
    };
    for (i32 i = 0; i < cycles; i++) {
        i32 total = 0;
        for (i32 j = nest.ends[i]; j < nest.ends[i + 1]; j++) total += size[nest.child[j]];
        size[n + i] = total;
    }
    for (i64 i = 0; i < outer.size; i++)
        if (nest.base[outer[i]] == outer[i]) put(nest.top[outer[i]]);
    for (i32 i = cycles - 1; i >= 0; i--) {  // the cycles inside a cycle are older
        at = low[n + i];
        for (i32 j = nest.ends[i]; j < nest.ends[i + 1]; j++) {
            cuts[j + i] = at;
            put(nest.child[j]);
        }
        cuts[nest.ends[i + 1] + i] = at;
    }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(blossom, GAMEPROOF_CONSTANTS(FREE, OUTER, INNER), GAMEPROOF_FUNCTIONS(adjacency,
                 advance, shrink_all, lay_out))
