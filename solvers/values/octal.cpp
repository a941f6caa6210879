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

// The rare heaps, ascending, and their values.
struct Rare {
    Array<i32> heaps, values;
    GAMEPROOF_ARRAYS(heaps, values)
};

// Values, the frequent ones first; of the value v the heaps from first[v] to first[v + 1] - 1.
struct Frequent {
    Array<const i32> values, first, heaps;
    GAMEPROOF_ARRAYS(values, first, heaps)
};

const i64 FEW = 6, SOME = 1024;  // values that are looked for one by one; heaps looked at before

// Values up to the heap values.size - 1. `marks[v] == n` marks v for heap n; their number is a power
// of two and one, which is never marked, and no value may reach half of it. `unlike` is 1 where two
// heaps must differ, else 0. Returns whether work is left after about `budget` steps.
bool fill(Array<i32> values, Moves moves, Array<i64> marks, Rare rare, Frequent frequent, State& state,
          i64 mask, i64 unlike, i64 budget) {
    const i64 most = marks.size - 1, start = state.done / 16 + 1;
    i64 n = state.done, whole = 0;
    while (whole < moves.whole.size && moves.whole[whole] < n) whole++;
    auto beside = [&](i64 from, i64 to, i64 left) {
        for (i64 i = from; i < to; i++) marks[rare.values[i] ^ values[left - rare.heaps[i]]] = n;
    };
    // Does some move leave v by a heap of the list and one of frequent value?
    auto left = [&](i64 v) {
        for (i64 j = 0; j < frequent.values.size; j++) {
            const i64 value = frequent.values[j], other = value ^ v;
            if (other + 1 >= frequent.first.size) continue;
            for (i64 i = frequent.first[other]; i < frequent.first[other + 1]; i++, budget--)
                for (i64 k = 0; k < moves.split.size; k++) {
                    const i64 a = frequent.heaps[i], rest = n - moves.split[k] - a;
                    if (rest > 0 && values[rest] == value && !(unlike && rest == a)) return true;
                }
        }
        return false;
    };
    auto split = [&](i64 n) {
        for (i64 k = 0; k < moves.split.size && moves.split[k] <= n; k++) {
            i64 left = n - moves.split[k], low = 0, to = state.listed;
            while (to && rare.heaps[to - 1] >= left) to--;
            if (!unlike) {
                beside(0, to, left);
                continue;
            }
            for (i64 high = to; low < high;) {  // the first rare heap of at least half
                const i64 middle = (low + high) / 2;
                if (2 * rare.heaps[middle] < left) low = middle + 1;
                else high = middle;
            }
            beside(0, low, left);
            beside(low + (low < to && 2 * rare.heaps[low] == left), to, left);
        }
        // All options of common value are marked: each leaves a rare heap and a common one.
        i64 bound = 0, missing = 0;
        while (bound < most && (!common(bound, mask) || marks[bound] == n)) bound++;
        for (i64 v = 0; v < bound; v++) missing += marks[v] != n;
        budget -= state.listed;
        auto small = [&](i64 a) {
            for (i64 k = 0; k < moves.split.size && 2 * a <= n - moves.split[k] - unlike; k++) {
                i64 v = values[a] ^ values[n - moves.split[k] - a];
                missing -= v < bound && marks[v] != n;
                marks[v] = n;
            }
        };
        for (i64 a = start; missing > FEW && a < start + SOME && 2 * a <= n; a++, budget--) small(a);
        for (i64 v = 0; missing && v < bound; v++)
            if (marks[v] != n && left(v)) marks[v] = n, missing--;
        for (i64 a = 1; missing && 2 * a <= n; a++, budget--) small(a);
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
        if (mask && !common(mex, mask)) {
            rare.heaps[state.listed] = (i32)n;
            rare.values[state.listed++] = (i32)mex;
        }
    }
    state.done = n;
    return n < values.size;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(octal, GAMEPROOF_FUNCTION(fill))
