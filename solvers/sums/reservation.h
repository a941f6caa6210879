// Components of a reservation game: how a position splits, and bounds by switches and numbers; theory
// in reservation_search.py. A component is worked out once, from those that its moves leave.
#pragma once

#include <algorithm>
#include <utility>

#include "binding.h"
#include "component_form.h"
#include "transposition_table.h"
#include "word_sets.h"

namespace gameproof {
namespace {

constexpr i64 UNIT = 1024;  // of bounds; one unit bounds any infinitesimal
constexpr i64 FAR = 1 << 28;

struct State {
    i64 own;                     // a piece closes its neighbours to its own side (Col), else Snort
    i64 size;                    // components up to this size are worked out
    i64 want_move;               // of the first position, not just the verdict
    i64 ply, entering;           // where the search goes on; is that node to be entered?
    i64 nodes, stored, worked;   // entered; components in the store; worked out
    i64 steps, stop;             // a few nanoseconds each; where the slice is over, also amid a node
    GAMEPROOF_NUMBERS(own, size, want_move, ply, entering, nodes, stored, worked, steps, stop)
};

// The vertices where Left and where Right may move.
template <int W>
struct Open {
    using Number = u64;
    Bits<W> left, right;
};

// A bound from below: the game is at least {a | b}, and at least the number x when its owner answers
// there. A bound from above is that of the negative, negated.
struct Switch {
    i32 a, b, x;
    Switch negated() const { return {-b, -a, -x}; }
    i32 heat() const { return a - b; }
};

enum { LOW_NUMBER = 1, HIGH_NUMBER = 2, EVEN = 4 };  // a bound is a number; equal to its negative

struct Component {
    using Number = u64;
    u64 first, second;  // its form; first 0: empty
    Switch low, high;
    i32 flags, unused;
    bool even() const { return flags & EVEN; }
};

struct Summand {
    using Number = i32;
    Switch bound;
    i32 answered;  // is x used, not a | b?
};

// A component that is being worked out.
template <int W>
struct Level {
    using Number = u64;
    Open<W> whole;
    u64 hash;
    Form form;
    i64 side, next;
    Switch low, high;
};

template <int W>
struct Parts {
    Array<const Bits<W>> near;
    // From the hash of the two sets of a component to its reference, 2 place + (1 for the negative).
    TranspositionTable<FoundRow<u64, i64>, 1> met;
    Array<Component> component;
    Array<Level<W>> level;
    Array<Open<W>> part;      // (n + 1,) of a position that a component's move leaves
    Array<i64> reference;     // (n + 3,)
    Array<Summand> summand;   // (n + 3,)
    FormRoom room;
    GAMEPROOF_ARRAYS(near, met, component, level, part, reference, summand, room)
};

// What a position splits into: components, Left's free moves less Right's, stars.
struct Split {
    i64 parts, spare, stars;
};

// The simplest number strictly between, in units; `a` where the grid is too coarse for one.
inline i64 simplest(i64 a, i64 b) {
    if (a < 0 && b > 0) return 0;
    if (b <= 0) return -simplest(-b, -a);
    for (i64 step = UNIT; step; step >>= 1) {
        i64 x = (a / step + 1) * step;
        if (x < b) return x;
    }
    return a;
}

template <int W>
struct Components {
    using Set = Bits<W>;
    State& state;
    const Parts<W>& in;

    // The neighbours that a move on v can close, or moves on which can close v.
    Set bound_to(i64 v, const Open<W>& p) const {
        Set met;
        if (p.left.has(v)) met |= state.own ? p.left : p.right;
        if (p.right.has(v)) met |= state.own ? p.right : p.left;
        return met & in.near[v];
    }

    Split split(const Open<W>& p, const Array<Open<W>>& parts) const {
        Split found{0, 0, 0};
        Set rest = p.left | p.right;
        while (rest) {
            Set part = Set::single(rest.first()), edge = part;
            while (edge) {
                Set more = bound_to(edge.pop(), p) - part;
                part |= more;
                edge |= more;
            }
            rest -= part;
            Open<W> q{p.left & part, p.right & part};
            if (part.several()) parts[found.parts++] = q;
            else if (q.left.empty()) found.spare--;
            else if (q.right.empty()) found.spare++;
            else found.stars++;
        }
        return found;
    }

    // Take the move on v, of the owner of `mine`.
    void play(i64 v, Set& mine, Set& yours) const {
        (state.own ? mine : yours) -= in.near[v];
        mine.drop(v);
        yours.drop(v);
    }

    // -- sums of bounds ------------------------------------------------------------------------

    // What Left is sure of when he answers threats at the marked places and otherwise plays the
    // hottest switch left.
    i64 line(i64 count, bool first) const {
        bool turn = first;
        i64 total = 0, played = 0, sure = 0, gain = -FAR;
        i64 other = 0;  // the switches with Right first, for a first move at a marked place
        for (i64 i = 0; i < count; i++) {
            const auto& [bound, answered] = in.summand[i];
            if (answered) {
                sure += bound.x;
                gain = std::max<i64>(gain, bound.a - bound.x);
            } else {
                total += turn ? bound.a : bound.b;
                other += turn ? bound.b : bound.a;
                turn = !turn;
                played++;
            }
        }
        if (!first) return sure + total - (played & 1);
        i64 best = sure + total - (1 - (played & 1));
        return gain > -FAR ? std::max(best, sure + gain + other - (played & 1)) : best;
    }

    // The largest x found such that Left, moving first or second, wins the summands minus x.
    i64 guarantee(i64 count, bool first) const {
        for (i64 i = 0; i < count; i++) {
            Switch bound = in.summand[i].bound;
            i64 j = i;
            for (; j > 0 && in.summand[j - 1].bound.heat() < bound.heat(); j--)
                in.summand[j].bound = in.summand[j - 1].bound;
            in.summand[j].bound = bound;
            in.summand[i].answered = 0;
        }
        i64 best = line(count, first);
        for (i64 i = 0; i < count; i++) {
            Summand& s = in.summand[i];
            if (s.bound.x <= s.bound.b) continue;
            s.answered = 1;
            i64 now = line(count, first);
            if (now > best) best = now;
            else s.answered = 0;
        }
        return best;
    }

    // Make the lower bounds of a sum, or of its negative, summands: those that are no numbers, and
    // the sum of those that are.
    struct Collected {
        i64 count, total;
    };
    Collected collect(const Array<i64>& references, i64 count, bool negative, i64 stars) const {
        Collected found{0, 0};
        for (i64 i = 0; i < count; i++) {
            const Component& c = in.component[references[i] >> 1];
            int sign = (references[i] & 1) ^ negative;
            Switch bound = sign ? c.high.negated() : c.low;
            if (c.flags >> sign & 1) found.total += bound.x;
            else in.summand[found.count++].bound = bound;
        }
        if (stars & 1) in.summand[found.count++].bound = {0, 0, -1};
        return found;
    }

    // Put a component into a sum; with its negative there, both disappear. The place where that
    // stood, or -1.
    i64 add(const Array<i64>& references, i64& count, i64 reference) const {
        i64 wanted = in.component[reference >> 1].even() ? reference : reference ^ 1;
        for (i64 j = 0; j < count; j++)
            if (references[j] == wanted) {
                references[j] = references[--count];
                return j;
            }
        references[count++] = reference;
        return -1;
    }

    // -- the store -----------------------------------------------------------------------------

    // The place of a form, or the empty one for it.
    i64 place_of(const Form& form) const {
        return place_in(in.component, form.first, [&](const Component& c) {
            return !c.first || (c.first == form.first && c.second == form.second);
        });
    }

    // The reference of a component, -1 where the store lacks it; its form and the hash of its sets
    // into a level.
    i64 find(const Open<W>& p, Level<W>& facts) const {
        u64 hash = component_form::M3;
        for (int k = 0; k < W; k++) {
            hash = mixed(hash * component_form::M3 + p.left.word[k]);
            hash = mixed(hash * component_form::M3 + p.right.word[k]);
        }
        if (const auto* met = in.met.find(hash)) return met->found;
        Form form = form_of(p.left, p.right, in.room, [&](i64 v, auto use) {
            for (i64 u : bound_to(v, p)) use(u, 0);
        });
        state.steps += form.steps;
        facts.form = form, facts.hash = hash;
        i64 place = place_of(form);
        if (!in.component[place].first) return -1;
        i64 reference = 2 * place + form.exchanged;
        in.met.place(hash) = {hash, reference};
        return reference;
    }

    // A lower switch of any component, from counting moves alone.
    Switch rough(const Set& mine, const Set& yours) const {
        i64 theirs = yours.size(), best = -FAR;
        for (i64 v : mine)
            best = std::max(best, yours.has(v) + (state.own ? 0 : (in.near[v] & yours).size()));
        i32 a = (i32)((best - theirs) * UNIT), b = (i32)((1 - theirs) * UNIT);
        return {a, b, b - 1};
    }

    // Begin to work out a component that the store lacks; false where rough bounds must do.
    bool open(Level<W>& level, const Open<W>& p) const {
        level.whole = p;
        level.side = level.next = 0;
        if ((p.left | p.right).size() > state.size || state.stored * 10 > in.component.size * 9) {
            level.low = rough(p.left, p.right);
            level.high = rough(p.right, p.left).negated();
            return false;
        }
        state.worked++;
        level.low = {-(i32)FAR, FAR, FAR};
        level.high = {-(i32)FAR, FAR, -(i32)FAR};
        return true;
    }

    // A lower bound made consistent. With a < b the game is at least the simplest number between;
    // else x may not pass a, without which a spare move would beat it. Is it a number?
    static bool settle(Switch& s) {
        if (s.a < s.b) {
            i32 x = s.b - s.a > 1 ? (i32)simplest(s.a, s.b) : s.a;
            s = {x, x, x};
            return true;
        }
        s.x = std::max(std::min(s.x, s.a), s.b - 1);
        return s.x == s.a;
    }

    // Put what was worked out at a level into the store; its reference.
    i64 store(const Level<W>& level) const {
        Switch low = level.low, high = level.high.negated();
        bool low_number = settle(low), high_number = settle(high);
        high = high.negated();
        if (level.form.exchanged) {
            std::swap(low_number, high_number);
            std::swap(low, high);
            low = low.negated(), high = high.negated();
        }
        i64 place = place_of(level.form);
        Component& c = in.component[place];
        state.stored += !c.first;
        c = {level.form.first, level.form.second, low, high,
             low_number * LOW_NUMBER + high_number * HIGH_NUMBER + level.form.even * EVEN, 0};
        i64 reference = 2 * place + level.form.exchanged;
        in.met.place(level.hash) = {level.hash, reference};
        return reference;
    }

    // The component's reference, with its bounds. Lower switch a | b: some Left option is at least a,
    // all Right options at least b; upper switch likewise. Components that are not too large are
    // worked out from the bounds of their parts, depth first, a level for each.
    i64 reference_of(const Open<W>& p) const {
        i64 depth = 0;
        if (i64 found = find(p, in.level[0]); found >= 0) return found;
        if (!open(in.level[0], p)) return store(in.level[0]);
        for (;;) {
            Level<W>& level = in.level[depth];
            Set moves = (level.side ? level.whole.right : level.whole.left) - Set::below(level.next);
            if (moves.empty()) {
                if (level.side == 0) {
                    level.side = 1, level.next = 0;
                    continue;
                }
                i64 found = store(level);
                if (depth == 0) return found;
                depth--;
                continue;
            }
            state.steps += 64;
            i64 v = moves.first();
            Open<W> after = level.whole;
            if (level.side) play(v, after.right, after.left);
            else play(v, after.left, after.right);
            Split split = this->split(after, in.part);
            i64 count = 0;
            bool missing = false;
            for (i64 i = 0; !missing && i < split.parts; i++) {
                Level<W>& below = in.level[depth + 1];
                i64 found = find(in.part[i], below);
                if (found < 0) {
                    missing = open(below, in.part[i]);
                    if (!missing) found = store(below);
                }
                if (!missing) add(in.reference, count, found);
            }
            if (missing) {  // the same move again when the part is known
                depth++;
                continue;
            }
            level.next = v + 1;
            weigh(level, split, count);
        }
    }

    // What the option just made says of the component's bounds; upper ones are lower ones of the
    // negative.
    void weigh(Level<W>& level, const Split& split, i64 count) const {
        for (bool negative : {false, true}) {
            auto [k, total] = collect(in.reference, count, negative, split.stars);
            total += negative ? -split.spare * UNIT : split.spare * UNIT;
            auto sure = [&, k = k, total = total](bool first) {
                i64 found = total + guarantee(k, first);
                return (i32)(negative ? -found : found);
            };
            Switch& s = negative ? level.high : level.low;
            if (level.side) {
                s.b = std::min(s.b, sure(false));
                if (!negative) s.x = std::min(s.x, sure(true));
            } else {
                s.a = std::max(s.a, sure(false));
                if (negative) s.x = std::max(s.x, sure(true));
            }
        }
    }
};

}  // namespace
}  // namespace gameproof
