// Counting exact covers of at most 64 + 64 items held in two machine words: depth first, branching
// on the uncovered right item with the fewest options (Knuth, Dancing links, 2000).
#include <limits>

#include "word_sets.h"

#include "binding.h"

namespace gameproof {
namespace {

// Option k covers left[k] and right[k]; those of right item i are
// members[start[i]], ..., members[start[i + 1] - 1].
struct Options {
    Array<const u64> left, right;
    Array<const i64> start, members;
    GAMEPROOF_ARRAYS(left, right, start, members)
};

// What is uncovered, and the options of the item branched on that are still to be tried.
struct Level {
    using Number = u64;
    u64 free, open;
    u64 next, stop;
};

struct State {
    i64 depth, count;  // the level worked at, -1 when all is done; covers found
    i64 fresh;         // has its item still to be chosen?
    GAMEPROOF_NUMBERS(depth, count, fresh)
};

// Choose the item to branch on; false where there is no cover.
bool choose(const Options& o, Level& level) {
    i64 fewest = std::numeric_limits<i64>::max(), best = 0;
    u64 reach = 0;
    for (u64 rest = level.open; rest; rest &= rest - 1) {
        i64 item = low_bit(rest), count = 0;
        for (i64 k = o.start[item]; k < o.start[item + 1]; k++) {
            i64 option = o.members[k];
            if (o.left[option] & ~level.free || o.right[option] & ~level.open) continue;
            count++;
            reach |= o.left[option];
        }
        if (count == 0) return false;
        if (count < fewest) fewest = count, best = item;
    }
    level.next = o.start[best], level.stop = o.start[best + 1];
    return reach == level.free;
}

// Is work left after `budget` steps?
bool advance(const Options& o, const Array<Level>& stack, State& state, i64 budget) {
    for (; state.depth >= 0 && budget > 0; budget--) {
        Level& level = stack[state.depth];
        if (state.fresh) {
            state.fresh = false;
            if (level.open == 0) state.count += level.free == 0;
            if (level.open == 0 || !choose(o, level)) {
                state.depth--;
                continue;
            }
        }
        if (level.next == level.stop) {
            state.depth--;
            continue;
        }
        i64 option = o.members[level.next++];
        if (o.left[option] & ~level.free || o.right[option] & ~level.open) continue;
        Level& below = stack[++state.depth];
        below.free = level.free & ~o.left[option];
        below.open = level.open & ~o.right[option];
        state.fresh = true;
    }
    return state.depth >= 0;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(exact_cover, GAMEPROOF_FUNCTION(advance))
