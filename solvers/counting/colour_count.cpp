// Counting two-colourings in which no set has all its cells of one colour: cells 0, 1, ... are
// coloured in turn, depth first, and a set is looked at when its last cell is coloured.
#include "word_sets.h"

#include "binding.h"

namespace gameproof {
namespace {

// The sets with last cell c are masks[start[c]], ..., masks[start[c + 1] - 1].
struct Sets {
    Array<const i64> start;
    Array<const u64> masks;
    GAMEPROOF_ARRAYS(start, masks)

    bool all_of(i64 cell, u64 colour) const {
        for (i64 k = start[cell]; k < start[cell + 1]; k++)
            if ((masks[k] & ~colour) == 0) return true;
        return false;
    }
};

struct State {
    i64 depth;  // cells coloured; -1 when all is done
    GAMEPROOF_NUMBERS(depth)
};

// `ones[c]` are the cells before c of colour one, `tried[c]` how many colours cell c has had;
// `counts[k]` counts the colourings with k cells of colour one. No set of `not_one` may be all of
// colour one, none of `not_zero` all of colour zero. Is work left after `budget` steps?
bool advance(State& state, i64 cells, const Sets& not_one, const Sets& not_zero,
             const Array<u64>& ones, const Array<i8>& tried, const Array<i64>& counts, i64 budget) {
    for (; state.depth >= 0 && budget > 0; budget--) {
        i64 cell = state.depth;
        if (cell == cells) {
            counts[gameproof::ones(ones[cell])]++;
            state.depth--;
            continue;
        }
        i8 colour = tried[cell]++;
        if (colour == 2) {
            state.depth--;
            continue;
        }
        u64 bit = u64{1} << cell, now = ones[cell] | (colour ? bit : 0);
        if (colour ? not_one.all_of(cell, now) : not_zero.all_of(cell, ((bit << 1) - 1) & ~now))
            continue;
        ones[cell + 1] = now;
        tried[cell + 1] = 0;
        state.depth++;
    }
    return state.depth >= 0;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(colour_count, GAMEPROOF_FUNCTION(advance))
