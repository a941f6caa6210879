// Short games in canonical form: a hash-consed store, numbers, comparison, sums, negatives. Theory
// in short_games.py (Winning Ways, chapter 3; Siegel, Combinatorial Game Theory, II.2).
//
// Games are 0, 1, 2, ...; 0 is the zero game, and options come before what they are options of.
// Numbers are multiples of 2^-32. Every function returns STOPPED when its budget or an array runs
// out: nothing half-done is kept, what was finished stays in the tables, and the caller enlarges the
// array and calls again.
#pragma once

#include <algorithm>

#include "binding.h"
#include "hashing.h"

namespace gameproof {
namespace {

constexpr i64 STOPPED = -1;
enum Reason { OUT_OF_STEPS = 1, FULL_GAMES, FULL_ARENA, FULL_LESS, FULL_SUMS, FULL_STACK, TOO_FINE };
constexpr int PLACES = 32;                // binary places of a number
constexpr i64 ONE = i64{1} << PLACES;
constexpr i64 LARGEST = i64{1} << 60;     // numbers beyond are not held, nor finer ones
constexpr i64 UNBOUNDED = i64{1} << 62;    // no bound
constexpr u64 GREATER = u64{1} << 63;     // marks a pair of games with g <= h
enum Side { LEFT, RIGHT };

struct State {
    i64 games, arena, less, sums, named;  // how much of each array is in use
    i64 top;                                // of the stack
    i64 steps, budget, reason;              // comparisons made, allowed; why it stopped
    i64 stamp;                              // of the game that is being made
    GAMEPROOF_NUMBERS(games, arena, less, sums, named, top, steps, budget, reason, stamp)
};

struct Game {
    i64 left_stop, right_stop;
    i64 options, left, right;  // where its options begin in the arena, Left's first; how many
    i64 negative;              // -1 while it is not known
    i64 is_number;
    i64 compared;              // stamp, 4 bits: compared with the unfinished game, and how
    GAMEPROOF_RECORD(i64, left_stop, right_stop, options, left, right, negative, is_number, compared)
};
struct Sum {
    u64 pair, sum;  // pair 0: empty
    GAMEPROOF_RECORD(u64, pair, sum)
};
struct Named {
    i64 number, next;  // next: one more than its game; 0: empty
    GAMEPROOF_RECORD(i64, number, next)
};

// The arrays; tables have sizes that are powers of two.
struct Store {
    Array<Game> game;
    Array<i32> arena;
    Array<u64> less;      // pairs that were compared
    Array<Sum> sum;
    Array<i32> known;     // table of games by their options: one more than the game
    Array<Named> number;  // table of numbers
    Array<i32> stack;
    GAMEPROOF_ARRAYS(game, arena, less, sum, known, number, stack)
};

u64 pair_of(i64 g, i64 h) { return (u64)g << 32 | (u64)h; }

// Games stand on the stack while they are options of a game to be made.
struct Options {
    i64 begin, end;
};

struct Games {
    State& state;
    const Store& in;

    i64 stop(Reason reason) {
        state.reason = reason;
        return STOPPED;
    }
    const Game& of(i64 g) const { return in.game[g]; }
    // The options of a player.
    const i32* begin(i64 g, int side) const {
        return in.arena.data + of(g).options + (side == LEFT ? 0 : of(g).left);
    }
    const i32* end(i64 g, int side) const {
        return begin(g, side) + (side == LEFT ? of(g).left : of(g).right);
    }
    bool is_zero(i64 g) const { return g == 0; }

    // -- the store -----------------------------------------------------------------------------

    // Where in `known` the game with these sorted options stands or would stand. O(options).
    i64 place_of(const i32* left, i64 nl, const i32* right, i64 nr) const {
        u64 key = (u64)(nl * 1000003 + nr);
        for (i64 i = 0; i < nl; i++) key = mixed(key ^ (u64)left[i]) + (u64)i;
        for (i64 i = 0; i < nr; i++) key = mixed(key ^ (u64)right[i]) + 7;
        return place_in(in.known, key, [&](i32 next) {
            if (!next) return true;
            const Game& g = of(next - 1);
            const i32* options = in.arena.data + g.options;
            return g.left == nl && g.right == nr && std::equal(left, left + nl, options) &&
                   std::equal(right, right + nr, options + nl);
        });
    }

    // The game with these sorted options, made if new. O(options).
    i64 intern(const i32* left, i64 nl, const i32* right, i64 nr) {
        i64 place = place_of(left, nl, right, nr);
        if (in.known[place]) return in.known[place] - 1;
        i64 g = state.games, base = state.arena;
        if (g >= in.game.size || 2 * g >= in.known.size) return stop(FULL_GAMES);
        if (base + nl + nr > in.arena.size) return stop(FULL_ARENA);
        std::copy(left, left + nl, in.arena.data + base);
        std::copy(right, right + nr, in.arena.data + base + nl);
        // Right for games that are not numbers; those say themselves what they are.
        i64 best = -UNBOUNDED, least = UNBOUNDED;
        for (i64 i = 0; i < nl; i++) best = std::max(best, of(left[i]).right_stop);
        for (i64 i = 0; i < nr; i++) least = std::min(least, of(right[i]).left_stop);
        in.game[g] = {best, least, base, nl, nr, -1, 0, 0};
        in.known[place] = (i32)g + 1;
        state.arena += nl + nr;
        return state.games++;
    }
    i64 intern(Options left, Options right) {
        const i32* stack = in.stack.data;
        return intern(stack + left.begin, left.end - left.begin, stack + right.begin,
                      right.end - right.begin);
    }

    i64 place_of_number(i64 x) const {
        return place_in(in.number, mixed((u64)x + 0x9E3779B97F4A7C15),
                        [&](const Named& n) { return !n.next || n.number == x; });
    }

    // The game of a number, with the simpler numbers that it needs: n = {n-1 | } and
    // a/2^k = {(a-1)/2^k | (a+1)/2^k}.
    i64 number_game(i64 x) {
        if (i64 next = in.number[place_of_number(x)].next) return next - 1;
        if (x > LARGEST || x < -LARGEST) return stop(TOO_FINE);
        bool whole = (x & (ONE - 1)) == 0;
        i64 step = whole ? ONE : x & -x;
        i32 left = 0, right = 0;
        bool has_left = x > 0 || !whole, has_right = x < 0 || !whole;
        if (has_left) {
            i64 g = number_game(x - step);
            if (g < 0) return g;
            left = (i32)g;
        }
        if (has_right) {
            i64 g = number_game(x + step);
            if (g < 0) return g;
            right = (i32)g;
        }
        if (2 * (state.named + 1) >= in.number.size) return stop(FULL_GAMES);
        i64 g = intern(&left, has_left, &right, has_right);
        if (g < 0) return g;
        in.game[g].left_stop = in.game[g].right_stop = x;
        in.game[g].is_number = 1;
        in.number[place_of_number(x)] = {x, g + 1};
        state.named++;
        return g;
    }

    // 1 when g <= h: no g^L >= h and no h^R <= g. Stops decide most cases; against a number only the
    // other game's moves matter (number avoidance).
    i64 less_equal(i64 g, i64 h) {
        if (g == h) return 1;
        const Game &a = of(g), &b = of(h);
        if (a.left_stop < b.right_stop) return 1;
        if (a.left_stop > b.left_stop || a.right_stop > b.right_stop) return 0;
        u64 pair = pair_of(g, h), hash = mixed(pair);
        auto here = [&](u64 entry) { return !entry || (entry & ~GREATER) == pair; };
        if (u64 entry = in.less[place_in(in.less, hash, here)]) return entry >> 63;
        if (++state.steps > state.budget) return stop(OUT_OF_STEPS);
        i64 found = 1;
        if (!a.is_number)
            for (const i32 *x = begin(g, LEFT), *e = end(g, LEFT); found && x < e; x++) {
                i64 r = less_equal(h, *x);
                if (r < 0) return r;
                found = !r;
            }
        if (!b.is_number)
            for (const i32 *x = begin(h, RIGHT), *e = end(h, RIGHT); found && x < e; x++) {
                i64 r = less_equal(*x, g);
                if (r < 0) return r;
                found = !r;
            }
        if (10 * (state.less + 1) > 7 * in.less.size) return stop(FULL_LESS);
        in.less[place_in(in.less, hash, here)] = pair | (u64)found << 63;
        state.less++;
        return found;
    }
    // Is g no better than h for a player?
    i64 no_better(i64 g, i64 h, int side) {
        return side == LEFT ? less_equal(g, h) : less_equal(h, g);
    }

    // -- canonical forms -----------------------------------------------------------------------

    i64 sort(i64 begin, i64 end) const {
        // By a comparison of its own: for the usual one some libraries keep the code to themselves.
        i32* stack = in.stack.data;
        std::sort(stack + begin, stack + end, [](i32 a, i32 b) { return a < b; });
        return std::unique(stack + begin, stack + end) - stack;
    }
    Options sorted(Options o) const { return {o.begin, sort(o.begin, o.end)}; }

    // Keep the options that no other dominates for a player; false after a stop.
    bool undominated(Options& options, int side) {
        i32* stack = in.stack.data;
        i64 kept = options.begin;
        for (i64 i = options.begin; i < options.end; i++) {
            i32 g = stack[i];
            i64 worse = 0;
            for (i64 j = options.begin; !worse && j < kept; j++) {
                worse = no_better(g, stack[j], side);
                if (worse < 0) return false;
            }
            if (worse) continue;
            i64 left = options.begin;
            for (i64 j = options.begin; j < kept; j++) {
                i64 r = no_better(stack[j], g, side);
                if (r < 0) return false;
                if (!r) stack[left++] = stack[j];
            }
            stack[left] = g;
            kept = left + 1;
        }
        options.end = kept;
        return true;
    }

    // The simplest number of an interval; UNBOUNDED where there is none, -UNBOUNDED where it is too
    // fine. A bound of -UNBOUNDED or UNBOUNDED is none.
    static i64 simplest_between(i64 low, bool low_in, i64 high, bool high_in) {
        if (low > high || (low == high && !(low_in && high_in))) return UNBOUNDED;
        if (low == high) return low;
        if ((low < 0 || (low == 0 && low_in)) && (high > 0 || (high == 0 && high_in))) return 0;
        if (high <= 0) {
            i64 x = simplest_between(-high, high_in, -low, low_in);
            return x == -UNBOUNDED ? x : -x;
        }
        for (i64 step = ONE; step > 0; step >>= 1) {
            i64 tick = low & ~(step - 1);
            if (!(tick == low && low_in)) tick += step;
            if (tick < high || (tick == high && high_in)) return tick;
        }
        return -UNBOUNDED;
    }

    // Does no option that stops at x bar it, being >= x of Left's or <= x of Right's? STOPPED.
    i64 is_open(i64 x, Options options, int side) {
        i64 g = number_game(x);
        if (g < 0) return g;
        for (i64 i = options.begin; i < options.end; i++) {
            i64 o = in.stack[i];
            if ((side == LEFT ? of(o).right_stop : of(o).left_stop) != x) continue;
            i64 r = no_better(g, o, side);
            if (r) return r < 0 ? r : 0;
        }
        return 1;
    }

    // The number that {left | right} is, UNBOUNDED where it is none, -UNBOUNDED after a stop: the
    // simplest x with no Left option >= x and no Right option <= x.
    i64 as_number(Options left, Options right) {
        i64 low = -UNBOUNDED, high = UNBOUNDED;
        for (i64 i = left.begin; i < left.end; i++)
            low = std::max(low, of(in.stack[i]).right_stop);
        for (i64 i = right.begin; i < right.end; i++)
            high = std::min(high, of(in.stack[i]).left_stop);
        if (low > high) return UNBOUNDED;
        i64 low_in = left.end > left.begin ? is_open(low, left, LEFT) : 0;
        if (low_in < 0) return -UNBOUNDED;
        i64 high_in = right.end > right.begin ? is_open(high, right, RIGHT) : 0;
        if (high_in < 0) return -UNBOUNDED;
        i64 x = simplest_between(low, low_in, high, high_in);
        if (x == -UNBOUNDED) stop(TOO_FINE);
        return x;
    }

    // A game that is no number, before its reversible options are bypassed, which changes its form
    // and never its value.
    struct Unfinished {
        Options left, right;
        i64 left_stop, right_stop;
    };

    // x <= G (LEFT) or x >= G (RIGHT). Kept with x until the next game is made.
    i64 bounds(i64 x, const Unfinished& G, int side) {
        i64 high = of(x).left_stop, low = of(x).right_stop;
        if (side == LEFT) {
            if (high < G.right_stop) return 1;
            if (high > G.left_stop || low > G.right_stop) return 0;
        } else {
            if (low > G.left_stop) return 1;
            if (low < G.right_stop || high < G.left_stop) return 0;
        }
        i64& compared = in.game[x].compared;
        if (compared >> 4 != state.stamp) compared = state.stamp << 4;
        if (compared >> (2 * side) & 1) return compared >> (2 * side + 1) & 1;
        if (++state.steps > state.budget) return stop(OUT_OF_STEPS);
        i64 found = 1;
        if (!of(x).is_number)
            for (const i32 *y = begin(x, side), *e = end(x, side); found && y < e; y++) {
                i64 r = bounds(*y, G, 1 - side);
                if (r < 0) return r;
                found = !r;
            }
        Options other = side == LEFT ? G.right : G.left;
        for (i64 i = other.begin; found && i < other.end; i++) {
            i64 r = no_better(in.stack[i], x, side);
            if (r < 0) return r;
            found = !r;
        }
        compared |= (1 | found << 1) << (2 * side);
        return found;
    }

    // The options of a player, on top of the stack, with each reversible one replaced by what it
    // reverses to; false after a stop.
    bool bypass(const Unfinished& G, int side, Options& into) {
        i32* stack = in.stack.data;
        Options from = side == LEFT ? G.left : G.right;
        i64 begun = state.top, top = begun, done = begun;
        if (top + from.end - from.begin > in.stack.size) return stop(FULL_STACK), false;
        for (i64 i = from.begin; i < from.end; i++) stack[top++] = stack[i];
        while (done < top) {
            i64 g = stack[done], back = -1;
            for (const i32 *x = this->begin(g, 1 - side), *e = this->end(g, 1 - side); x < e; x++) {
                i64 r = bounds(*x, G, side);
                if (r < 0) return false;
                if (r) {
                    back = *x;
                    break;
                }
            }
            if (back < 0) {
                done++;
                continue;
            }
            stack[done] = stack[--top];
            const i32 *x = this->begin(back, side), *e = this->end(back, side);
            if (top + (e - x) > in.stack.size) return stop(FULL_STACK), false;
            while (x < e) stack[top++] = *x++;
            // New ones may repeat others; only those not yet looked at matter.
            top = sort(done, top);
        }
        into = sorted({begun, top});
        return true;
    }

    // The game {left | right} of options on the stack, which are lost; the stack's top stays.
    i64 canonical(Options left, Options right) {
        left = sorted(left), right = sorted(right);
        i64 x = as_number(left, right);
        if (x == -UNBOUNDED) return STOPPED;
        if (x != UNBOUNDED) return number_game(x);
        if (!undominated(left, LEFT) || !undominated(right, RIGHT)) return STOPPED;
        Unfinished G{left, right, -UNBOUNDED, UNBOUNDED};
        for (i64 i = left.begin; i < left.end; i++)
            G.left_stop = std::max(G.left_stop, of(in.stack[i]).right_stop);
        for (i64 i = right.begin; i < right.end; i++)
            G.right_stop = std::min(G.right_stop, of(in.stack[i]).left_stop);
        state.stamp++;
        i64 top = state.top, g = STOPPED;
        Options lefts, rights;
        if (bypass(G, LEFT, lefts)) {
            state.top = lefts.end;
            if (bypass(G, RIGHT, rights)) {
                state.top = rights.end;
                if (undominated(lefts, LEFT) && undominated(rights, RIGHT))
                    g = intern(sorted(lefts), sorted(rights));
            }
        }
        state.top = top;
        return g;
    }

    // -- arithmetic ----------------------------------------------------------------------------

    // -g. O(new games).
    i64 negative(i64 g) {
        if (of(g).negative >= 0) return of(g).negative;
        i64 h;
        if (of(g).is_number) {
            h = number_game(-of(g).left_stop);
        } else {
            i64 nl = of(g).left, nr = of(g).right, begun = state.top, middle = begun + nr;
            if (middle + nl > in.stack.size) return stop(FULL_STACK);
            state.top = middle + nl;
            h = 0;
            for (i64 i = 0; h >= 0 && i < nl + nr; i++) {
                h = negative(in.arena[of(g).options + i]);
                in.stack[i < nl ? middle + i : begun + i - nl] = (i32)h;
            }
            if (h >= 0) h = intern(sorted({begun, middle}), sorted({middle, state.top}));
            state.top = begun;
        }
        if (h < 0) return h;
        in.game[g].negative = h;
        in.game[h].negative = g;
        return h;
    }

    // g + h in canonical form. A number only translates the other's options.
    i64 add(i64 g, i64 h) {
        if (of(g).is_number && of(h).is_number) return number_game(of(g).left_stop + of(h).left_stop);
        if (is_zero(g)) return h;
        if (is_zero(h)) return g;
        if (g > h) std::swap(g, h);
        u64 pair = pair_of(g, h), hash = mixed(pair);
        auto here = [&](const Sum& s) { return !s.pair || s.pair == pair; };
        if (const Sum& s = in.sum[place_in(in.sum, hash, here)]; s.pair) return (i64)s.sum;
        if (of(g).negative == h) return number_game(0);
        state.steps += 10;  // a sum costs about as much as some comparisons
        if (state.steps > state.budget) return stop(OUT_OF_STEPS);
        i64 begun = state.top;
        if (begun + 2 * (of(g).left + of(g).right + of(h).left + of(h).right) > in.stack.size)
            return stop(FULL_STACK);
        i64 top = begun, middle = begun, found = 0;
        for (int side : {LEFT, RIGHT}) {
            if (side == RIGHT) middle = top;
            for (int turn = 0; found >= 0 && turn < 2; turn++) {
                i64 mine = turn ? h : g, other = turn ? g : h;
                // A number's own moves are never needed beside a game that is not a number.
                if (of(mine).is_number) continue;
                for (i64 i = 0, n = end(mine, side) - begin(mine, side); found >= 0 && i < n; i++) {
                    state.top = top;
                    found = add(begin(mine, side)[i], other);
                    in.stack[top++] = (i32)found;
                }
            }
        }
        if (found >= 0) {
            state.top = top;
            Options left{begun, middle}, right{middle, top};
            bool translated = of(g).is_number || of(h).is_number;
            found = translated ? intern(sorted(left), sorted(right)) : canonical(left, right);
        }
        state.top = begun;
        if (found < 0) return found;
        if (10 * (state.sums + 1) > 7 * in.sum.size) return stop(FULL_SUMS);
        in.sum[place_in(in.sum, hash, here)] = {pair, (u64)found};
        state.sums++;
        return found;
    }
    i64 whole_game(i64 whole) {
        if (whole > LARGEST >> PLACES || whole < -(LARGEST >> PLACES)) return stop(TOO_FINE);
        return number_game(whole << PLACES);
    }
};

}  // namespace
}  // namespace gameproof
