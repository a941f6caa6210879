// Loops on a glued surface: union-find with offsets in its fundamental group (Tarjan 1975, with a
// group element on each link), and breadth-first trees with offsets; see homology.py.
#include "binding.h"

namespace gameproof {
namespace {

constexpr i8 EMPTY = -1;

struct Element {  // a^p b^q
    using Number = i32;
    i32 p, q;
    bool operator==(const Element&) const = default;
};
constexpr Element ONE{0, 0};

// The groups of the surfaces, in the order of their numbers.
struct Torus {
    static Element product(Element a, Element b) { return {a.p + b.p, a.q + b.q}; }
    static Element inverse(Element a) { return {-a.p, -a.q}; }
};
struct Klein {  // b a = a^-1 b
    static Element product(Element a, Element b) {
        return {a.q & 1 ? a.p - b.p : a.p + b.p, a.q + b.q};
    }
    static Element inverse(Element a) { return {a.q & 1 ? a.p : -a.p, -a.q}; }
};
struct Projective {  // Z/2 in q
    static Element product(Element a, Element b) { return {0, (a.q + b.q) & 1}; }
    static Element inverse(Element a) { return {0, a.q & 1}; }
};
template <class F>
auto in_group(i64 surface, F f) {
    return surface == 0 ? f(Torus{}) : surface == 1 ? f(Klein{}) : f(Projective{});
}

struct Mesh {
    i64 surface;
    Table<const i32, 2> neighbour;    // -1 where there is none
    Table<const i8, 2> step_p, step_q;  // the element of each step
    GAMEPROOF_ARRAYS(surface, neighbour, step_p, step_q)

    i64 places() const { return neighbour.shape[1]; }
    Element step(i64 cell, i64 k) const { return {step_p(cell, k), step_q(cell, k)}; }
};

// One entry a cell. Roots are their own parents; the offset is the path from the parent.
struct Stones {
    Array<i8> colour;
    Array<i32> parent;
    Array<Element> offset;
    Array<i32> size;
    GAMEPROOF_ARRAYS(colour, parent, offset, size)
};

// The root of a cell's component; afterwards the cell hangs on it directly.
template <class Group>
i32 root_of(const Stones& s, i32 cell) {
    i32 root = cell;
    while (s.parent[root] != root) root = s.parent[root];
    // The offset of each parent is needed first: the chain is turned round in place, and walked
    // from the top.
    i32 below = -1;
    for (i32 at = cell, above; at != root; below = at, at = above) {
        above = s.parent[at];
        s.parent[at] = below < 0 ? at : below;
    }
    Element path = ONE;
    for (i32 at = below, next; at >= 0; at = next) {
        next = s.parent[at] == at ? -1 : s.parent[at];
        path = s.offset[at] = Group::product(path, s.offset[at]);
        s.parent[at] = root;
    }
    return root;
}

// Put a stone and join it to its colour; tells `closed` of each loop that is not trivial, read from
// the component's root. Pairs of neighbours that were connected before give one loop each, as do
// steps from the cell to itself.
template <class Group, class Closed>
void place(const Mesh& mesh, const Stones& s, i32 cell, i8 colour, Closed closed) {
    s.colour[cell] = colour;
    for (i64 k = 0; k < mesh.places(); k++) {
        i32 other = mesh.neighbour(cell, k);
        if (other < 0 || s.colour[other] != colour) continue;
        i32 mine = root_of<Group>(s, cell), theirs = root_of<Group>(s, other);
        Element there = Group::product(s.offset[cell], mesh.step(cell, k));
        Element loop = Group::product(there, Group::inverse(s.offset[other]));
        auto hang = [&](i32 root, i32 above, Element element) {
            s.parent[root] = above;
            s.size[above] += s.size[root];
            s.offset[root] = element;
        };
        if (mine == theirs) {
            if (loop != ONE) closed(loop);
        } else if (s.size[mine] < s.size[theirs]) {
            hang(mine, theirs, Group::inverse(loop));
        } else {
            hang(theirs, mine, loop);
        }
    }
}

struct Loop {
    using Number = i64;
    i64 turn, p, q;
};

// Put stones start, ..., stop - 1 on empty cells; the loops that they close. Returns their number.
i64 place_all(const Mesh& mesh, const Stones& s, const Array<const i32>& cells,
              const Array<const i8>& colours, i64 start, i64 stop, const Array<Loop>& found) {
    return in_group(mesh.surface, [&](auto group) {
        i64 count = 0;
        for (i64 turn = start; turn < stop; turn++)
            place<decltype(group)>(mesh, s, cells[turn], colours[turn], [&](Element loop) {
                found[count++] = {turn, loop.p, loop.q};
            });
        return count;
    });
}

i64 find(i64 surface, const Stones& s, i64 cell) {
    return in_group(surface, [&](auto group) { return root_of<decltype(group)>(s, cell); });
}

// Breadth-first trees over all stones, roots their own parents, -1 where no tree has been; offsets
// from the roots.
struct Forest {
    Array<i32> parent;
    Array<Element> offset;
    Array<i32> queue;
    GAMEPROOF_ARRAYS(parent, offset, queue)
};
struct State {
    i64 start, head, tail;  // the next cell that may begin a tree; the queue
    i64 found;
    GAMEPROOF_NUMBERS(start, head, tail, found)
};
struct Walk {  // a step outside of the trees, and the element of the loop that it closes
    using Number = i64;
    i64 from, to, p, q;
};

template <class Group>
bool search_in(const Mesh& mesh, const Array<const i8>& colour, const Forest& f, State& state,
               const Array<Walk>& found, i64 budget) {
    auto reach = [&](i32 cell, i32 parent, Element offset) {
        f.parent[cell] = parent;
        f.offset[cell] = offset;
        f.queue[state.tail++] = cell;
    };
    auto known = [&](Element loop) {
        for (i64 i = 0; i < state.found; i++)
            if (Element{(i32)found[i].p, (i32)found[i].q} == loop) return true;
        return false;
    };
    for (; budget > 0; budget--) {
        if (state.head == state.tail) {
            while (state.start < colour.size &&
                   (colour[state.start] == EMPTY || f.parent[state.start] >= 0))
                state.start++;
            if (state.start == colour.size) return false;
            state.head = state.tail = 0;
            reach(state.start, state.start, ONE);
        }
        i32 at = f.queue[state.head++];
        for (i64 k = 0; k < mesh.places(); k++) {
            i32 to = mesh.neighbour(at, k);
            if (to < 0 || colour[to] != colour[at]) continue;
            Element there = Group::product(f.offset[at], mesh.step(at, k));
            if (f.parent[to] < 0) {
                reach(to, at, there);
                continue;
            }
            Element loop = Group::product(there, Group::inverse(f.offset[to]));
            if (loop == ONE || known(loop) || known(Group::inverse(loop))) continue;
            found[state.found++] = {at, to, loop.p, loop.q};
            if (state.found == found.size) return false;
        }
    }
    return true;
}

// Steps that close loops of elements different up to inversion, until `found` is full; is work left
// after `budget` cells?
bool search(const Mesh& mesh, const Array<const i8>& colour, const Forest& f, State& state,
            const Array<Walk>& found, i64 budget) {
    return in_group(mesh.surface, [&](auto group) {
        return search_in<decltype(group)>(mesh, colour, f, state, found, budget);
    });
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(homology, GAMEPROOF_CONSTANT(EMPTY), GAMEPROOF_FUNCTIONS(place_all, find, search))
