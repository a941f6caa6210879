// Local search for two-colourings without a set of one colour (Balint, Schoening, SAT 2012); what it
// is for stands in two_colouring.py.
#include <algorithm>

#include "binding.h"

namespace gameproof {
namespace {

constexpr i64 LONGEST = 64;

// Set s has the literals literals[start[s]], ..., each 2 v + sign; variable v stands in
// rows[through[v]], ..., each 2 set + sign.
struct Family {
    Array<const i64> start, literals, through, rows;
    GAMEPROOF_ARRAYS(start, literals, through, rows)

    i64 size(i64 s) const { return start[s + 1] - start[s]; }
};

// The colour of each variable; of each set how many literals are true; the sets of one colour, in
// a row, and the place of each in it or -1.
struct Colours {
    Array<i8> value;
    Array<i64> true_literals, bad, place;
    GAMEPROOF_ARRAYS(value, true_literals, bad, place)
};

struct State {
    i64 count;  // sets of one colour
    i64 random;
    GAMEPROOF_NUMBERS(count, random)
};

// xorshift64* (Vigna 2016).
u64 draw(State& s) {
    u64 x = s.random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    s.random = x;
    return x * 2685821657736338717u;
}

// Note whether a set is of one colour.
void settle(const Family& f, const Colours& c, State& s, i64 set) {
    bool wrong = c.true_literals[set] == 0 || c.true_literals[set] == f.size(set);
    i64& place = c.place[set];
    if (wrong && place < 0) {
        c.bad[place = s.count++] = set;
    } else if (!wrong && place >= 0) {
        i64 last = c.bad[--s.count];
        c.bad[place] = last;
        c.place[last] = place;
        place = -1;
    }
}

void begin(const Family& f, const Colours& c, State& s) {
    s.count = 0;
    for (i64 set = 0; set < c.bad.size; set++) {
        c.true_literals[set] = 0;
        for (i64 k = f.start[set]; k < f.start[set + 1]; k++)
            c.true_literals[set] += c.value[f.literals[k] >> 1] ^ (f.literals[k] & 1);
        c.place[set] = -1;
        settle(f, c, s, set);
    }
}

// How many sets the flip of a variable makes one-coloured: those in which it is the odd one out.
i64 broken_by(const Family& f, const Colours& c, i64 v) {
    i64 broken = 0;
    for (i64 i = f.through[v]; i < f.through[v + 1]; i++) {
        i64 set = f.rows[i] >> 1;
        bool now = c.value[v] ^ (f.rows[i] & 1);
        broken += c.true_literals[set] == (now ? 1 : f.size(set) - 1);
    }
    return broken;
}

void flip(const Family& f, const Colours& c, State& s, i64 v) {
    for (i64 i = f.through[v]; i < f.through[v + 1]; i++) {
        i64 set = f.rows[i] >> 1;
        c.true_literals[set] += c.value[v] ^ (f.rows[i] & 1) ? -1 : 1;
        settle(f, c, s, set);
    }
    c.value[v] ^= 1;
}

// Up to `flips` steps: take a set of one colour at random, flip one of its members chosen with
// probability proportional to weights[sets that the flip breaks].
void advance(const Family& f, const Colours& c, State& s, const Array<const f64>& weights,
             i64 flips) {
    f64 chance[LONGEST];
    for (; flips > 0 && s.count > 0; flips--) {
        i64 set = c.bad[draw(s) % s.count], size = f.size(set);
        const i64* literal = &f.literals[f.start[set]];
        f64 total = 0;
        for (i64 k = 0; k < size; k++) {
            total += weights[std::min(broken_by(f, c, literal[k] >> 1), weights.size - 1)];
            chance[k] = total;
        }
        f64 pick = total * ((f64)(draw(s) >> 11) / 9007199254740992.0);
        i64 k = 0;
        while (k < size - 1 && chance[k] <= pick) k++;
        flip(f, c, s, literal[k] >> 1);
    }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(two_colouring, GAMEPROOF_CONSTANT(LONGEST), GAMEPROOF_FUNCTIONS(begin, advance))
