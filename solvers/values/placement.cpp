// Positions of placement games by their components, for placement.py: those that play can reach from
// a position, up to isomorphism and exchange of the players; or, explicit, up to exchange and the
// given automorphisms of the board.
#include <utility>

#include "binding.h"
#include "component_form.h"
#include "word_sets.h"

namespace gameproof {
namespace {

enum Reason { FINISHED, FULL_NODES, FULL_STREAM, FULL_EXACT, FULL_SHAPES, SLICE_ENDED };

struct State {
    i64 nodes, next, stream, exact, shapes;  // how much of each array is in use; next to expand
    i64 explicitly;                          // components as they stand, not up to isomorphism
    GAMEPROOF_NUMBERS(nodes, next, stream, exact, shapes, explicitly)
};

// A position: the vertices open to Left and to Right.
template <int W>
struct Open {
    using Number = u64;
    Bits<W> a, b;

    bool operator==(const Open&) const = default;
    Open exchanged() const { return {b, a}; }
    bool operator<(const Open& o) const { return a != o.a ? greater(o.a, a) : greater(o.b, b); }
    u64 hash() const {
        u64 h = 0;
        for (u64 x : a.word) h = mixed(h + x);
        for (u64 x : b.word) h = mixed(h + x);
        return h;
    }
    // As binary numbers.
    static bool greater(const Bits<W>& x, const Bits<W>& y) {
        for (int k = W - 1; k >= 0; k--)
            if (x.word[k] != y.word[k]) return x.word[k] > y.word[k];
        return false;
    }
};

// What a piece on a vertex closes to its own player and to the other.
template <int W>
struct Closing {
    using Number = u64;
    Bits<W> same, other;
};

struct Shape {
    u64 first, second, next;  // next: one more than the node; 0: empty
    GAMEPROOF_RECORD(u64, first, second, next)
};

// References 2 node + (1 for its negative); 0 is none, so they are kept with 2 added.
template <int W>
struct Tables {
    Array<const Closing<W>> closing;
    Array<Open<W>> node;
    Array<i64> pointer;
    Array<i32> stream;
    Array<Open<W>> exact;
    Array<i32> exact_reference;
    Array<Shape> shape;
    Table<u16, 2> images;
    FormRoom room;
    GAMEPROOF_ARRAYS(closing, node, pointer, stream, exact, exact_reference, shape, images, room)
};

u64 label_of(bool a, bool b) { return a + 2 * b; }

template <int W>
struct Enumeration {
    using Set = Bits<W>;
    State& state;
    const Tables<W>& in;

    // The vertices that a piece on v can still close, or that can still close v.
    Set binding_of(i64 v, const Open<W>& p) const {
        const auto& [same, other] = in.closing[v];
        Set found;
        if (p.a.has(v)) found |= (other & p.b) | (same & p.a);
        if (p.b.has(v)) found |= (other & p.a) | (same & p.b);
        found.drop(v);
        return found;
    }

    Form form(const Open<W>& p) const {
        return form_of(p.a, p.b, in.room, [&](i64 v, auto use) {
            const auto& [same, other] = in.closing[v];
            for (i64 u : binding_of(v, p)) use(u, (int)label_of(same.has(u), other.has(u)));
        });
    }

    i64 place_of(const Open<W>& p) const {
        u64 last = in.exact_reference.size - 1, place = p.hash() & last;
        while (in.exact_reference[place] && !(in.exact[place] == p)) place = (place + 1) & last;
        return (i64)place;
    }
    // Remember the reference of a component and that of its exchange.
    void note(const Open<W>& p, i32 reference, bool even) {
        for (bool exchange : {false, true}) {
            Open<W> q = exchange ? p.exchanged() : p;
            i64 place = place_of(q);
            if (in.exact_reference[place]) continue;
            in.exact[place] = q;
            in.exact_reference[place] = 2 + (exchange && !even ? reference ^ 1 : reference);
            state.exact++;
        }
    }

    // The reference of a component, made a node if new.
    Reason component(const Open<W>& p, i32& reference) {
        i32 known = in.exact_reference[place_of(p)];
        if (known) {
            reference = known - 2;
            return FINISHED;
        }
        if (10 * (state.exact + 2 + 2 * in.images.size()) > 7 * in.exact_reference.size)
            return FULL_EXACT;
        i64 node = state.nodes;
        bool exchange = p < p.exchanged(), even = false;
        if (!state.explicitly) {
            Form f = form(p);
            exchange = f.exchanged, even = f.even;
            if (10 * (state.shapes + 1) > 7 * in.shape.size) return FULL_SHAPES;
            Shape& shape = in.shape[place_in(in.shape, f.first, [&](const Shape& s) {
                return !s.next || (s.first == f.first && s.second == f.second);
            })];
            if (shape.next) {
                node = (i64)shape.next - 1;
            } else {
                if (node >= in.node.size) return FULL_NODES;
                shape = {f.first, f.second, (u64)node + 1};
                state.shapes++;
            }
        }
        if (node == state.nodes) {
            if (node >= in.node.size) return FULL_NODES;
            in.node[state.nodes++] = exchange ? p.exchanged() : p;
        }
        reference = (i32)(2 * node + exchange);
        note(p, reference, even);
        for (i64 i = 0; i < in.images.size(); i++) {
            const u16* image = in.images.row(i);
            note({image_of(p.a, image), image_of(p.b, image)}, reference, false);
        }
        return FINISHED;
    }

    // Write a position as an integer, the number of its components, and their references.
    Reason split(const Open<W>& p) {
        i64 at = state.stream, whole = 0, terms = 0;
        if (at + 2 > in.stream.size) return FULL_STREAM;
        Set rest = p.a | p.b;
        while (rest) {
            Set part = Set::single(rest.first()), edge = part;
            while (edge) {
                Set more = binding_of(edge.pop(), p) - part;
                part |= more;
                edge |= more;
            }
            rest -= part;
            Open<W> q{p.a & part, p.b & part};
            if (!part.several() && (q.a.empty() || q.b.empty())) {
                whole += q.a ? 1 : -1;
                continue;
            }
            if (at + 2 + terms >= in.stream.size) return FULL_STREAM;
            if (Reason reason = component(q, in.stream[at + 2 + terms])) return reason;
            terms++;
        }
        in.stream[at] = (i32)whole;
        in.stream[at + 1] = (i32)terms;
        state.stream = at + 2 + terms;
        return FINISHED;
    }

    // The first vertex of each class of twins: open to the same players and next to the same open
    // vertices, one another left out. Moves on twins leave equal games.
    Set untwinned(const Open<W>& p) const {
        Set both = p.a | p.b, found;
        auto near = [&](i64 v) {
            Set s = (in.closing[v].same | in.closing[v].other) & both;
            s.drop(v);
            return s;
        };
        for (i64 v : both) {
            Set around = near(v), with = around;
            with.add(v);
            bool alone = true;
            for (i64 u : both & Set::below(v)) {
                if (label_of(p.a.has(u), p.b.has(u)) != label_of(p.a.has(v), p.b.has(v))) continue;
                Set other = near(u);
                if (other == around) alone = false;
                other.add(u);
                if (other == with) alone = false;
                if (!alone) break;
            }
            if (alone) found.add(v);
        }
        return found;
    }

    Reason expand(i64 quota) {
        for (; state.next < state.nodes; state.next++) {
            if (quota-- == 0) return SLICE_ENDED;
            i64 begun = state.stream;
            if (begun + 2 > in.stream.size) return FULL_STREAM;
            state.stream += 2;
            Open<W> p = in.node[state.next];
            Set alone = untwinned(p);
            i32 count[2] = {0, 0};
            for (int side = 0; side < 2; side++)
                for (i64 v : (side ? p.b : p.a) & alone) {
                    const auto& [same, other] = in.closing[v];
                    Open<W> q = side ? Open<W>{p.a - other, p.b - same} : Open<W>{p.a - same, p.b - other};
                    if (Reason reason = split(q)) {
                        state.stream = begun;
                        return reason;
                    }
                    count[side]++;
                }
            in.stream[begun] = count[0], in.stream[begun + 1] = count[1];
            in.pointer[state.next] = begun;
        }
        return FINISHED;
    }
};

// Begin with a position, which is written to the stream.
template <int W>
i64 begin(State& state, const Tables<W>& tables, const Array<const Open<W>>& position) {
    return Enumeration<W>{state, tables}.split(position[0]);
}
// Write the options of up to `quota` nodes.
template <int W>
i64 expand(State& state, const Tables<W>& tables, i64 quota) {
    return Enumeration<W>{state, tables}.expand(quota);
}

// Larger tables, empty, from the smaller ones.
template <int W>
void refill_exact(State& state, const Tables<W>& tables, const Array<const Open<W>>& old,
                  const Array<const i32>& references) {
    Enumeration<W> fresh{state, tables};
    for (i64 i = 0; i < old.size; i++)
        if (references[i]) {
            i64 place = fresh.place_of(old[i]);
            tables.exact[place] = old[i];
            tables.exact_reference[place] = references[i];
        }
}
void refill_shapes(const Array<const Shape>& old, const Array<Shape>& fresh) {
    for (i64 i = 0; i < old.size; i++)
        if (old[i].next)
            fresh[place_in(fresh, old[i].first, [](const Shape& s) { return !s.next; })] = old[i];
}

}  // namespace
}  // namespace gameproof

#define WIDTH(w)                                                                       \
    GAMEPROOF_NAMED("begin" #w, begin<w>), GAMEPROOF_NAMED("expand" #w, expand<w>),    \
        GAMEPROOF_NAMED("refill_exact" #w, refill_exact<w>)

using namespace gameproof;
GAMEPROOF_ENGINE(placement, WIDTH(1), WIDTH(2), WIDTH(4), WIDTH(16), WIDTH(64),
                 GAMEPROOF_FUNCTION(refill_shapes), GAMEPROOF_CONSTANTS(FULL_NODES, FULL_STREAM,
                 FULL_EXACT, FULL_SHAPES, SLICE_ENDED))
