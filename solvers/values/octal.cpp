// Grundy values of take-and-break games, heap by heap; the sparse space stands in octal.py.
#include "binding.h"

namespace gameproof {
namespace {

struct State {
    i64 done, listed, full;  // heaps with a value; rare heaps in the list; is a value too large?
    GAMEPROOF_NUMBERS(done, listed, full)
};

bool common(i64 value, i64 mask) { return __builtin_popcountll((u64)(value & mask)) & 1; }

// Amounts that may be taken, ascending: where some of the heap is left beside them, where they are the
// whole heap, and where what is left is split in two.
struct Moves {
    Array<const i64> beside, whole, split;
    GAMEPROOF_ARRAYS(beside, whole, split)
};

// Values up to the heap values.size - 1. `marks[v] == n` marks v for heap n; their number is a power
// of two and one, which is never marked, and no value may reach half of it. `unlike` is 1 where two
// heaps must differ, else 0. Returns whether work is left after about `budget` steps.
bool fill(Array<i32> values, Moves moves, Array<i64> marks, Array<i64> rare, State& state, i64 mask,
          i64 unlike, i64 budget) {
    const i64 most = marks.size - 1;
    i64 n = state.done, whole = 0;
    while (whole < moves.whole.size && moves.whole[whole] < n) whole++;
    auto split = [&](i64 n) {
        for (i64 k = 0; k < moves.split.size && moves.split[k] <= n; k++)
            for (i64 i = 0, left = n - moves.split[k]; i < state.listed && rare[i] < left; i++)
                if (!unlike || 2 * rare[i] != left) marks[values[rare[i]] ^ values[left - rare[i]]] = n;
        // All options of common value are marked: each leaves a rare heap and a common one.
        i64 bound = 0, missing = 0;
        while (bound < most && (!common(bound, mask) || marks[bound] == n)) bound++;
        for (i64 v = 0; v < bound; v++) missing += marks[v] != n;
        budget -= state.listed;
        for (i64 a = 1; missing && 2 * a <= n; a++, budget--)
            for (i64 k = 0; k < moves.split.size && 2 * a <= n - moves.split[k] - unlike; k++) {
                i64 v = values[a] ^ values[n - moves.split[k] - a];
                missing -= v < bound && marks[v] != n;
                marks[v] = n;
            }
    };
    for (; n < values.size && budget > 0; n++) {
        for (i64 k = 0; k < moves.beside.size && moves.beside[k] < n; k++)
            marks[values[n - moves.beside[k]]] = n;
        if (whole < moves.whole.size && moves.whole[whole] == n) marks[0] = n, whole++;
        budget -= moves.beside.size + 1;
        if (moves.split.size) split(n);
        i64 mex = 0;
        while (marks[mex] == n) mex++;
        if (2 * mex >= most) {
            for (i64 v = 0; v < most; v++) marks[v] = -1;
            state.full = 1;
            break;
        }
        values[n] = (i32)mex;
        if (mask && !common(mex, mask)) rare[state.listed++] = n;
    }
    state.done = n;
    return n < values.size;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(octal, GAMEPROOF_FUNCTION(fill))
