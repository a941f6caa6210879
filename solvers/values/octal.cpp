// Grundy values of take-and-break games, heap by heap; the sparse space stands in octal.py.
#include "binding.h"

namespace gameproof {
namespace {

struct State {
    i64 done, listed, full;  // heaps with a value; rare heaps in the list; is a value too large?
    GAMEPROOF_NUMBERS(done, listed, full)
};

bool common(i64 value, i64 mask) { return __builtin_popcountll((u64)(value & mask)) & 1; }

// Values up to the heap values.size - 1. `marks[v] == n` marks v for heap n; their number is a power
// of two, and no value may reach half of it. Returns whether work is left after about `budget` steps.
bool fill(const Array<i32>& values, const Array<const i64>& digits, const Array<i64>& marks,
          const Array<i64>& rare, State& state, i64 mask, i64 budget) {
    while (state.done < values.size && budget > 0) {
        i64 n = state.done, most = digits.size - 1 < n ? digits.size - 1 : n;
        for (i64 k = 0; k <= most; k++) {
            i64 left = n - k;
            if (k && (left ? digits[k] & 2 : digits[k] & 1)) marks[values[left]] = n;
            if (!(digits[k] & 4)) continue;
            for (i64 i = 0; i < state.listed && rare[i] < left; i++)
                marks[values[rare[i]] ^ values[left - rare[i]]] = n;
        }
        budget -= state.listed + 1;
        // All options of common value are marked: each leaves a rare heap and a common one.
        i64 bound = 0;
        while (bound < marks.size && (!common(bound, mask) || marks[bound] == n)) bound++;
        i64 missing = 0;
        for (i64 v = 0; v < bound; v++) missing += marks[v] != n;
        for (i64 a = 1; missing && 2 * a <= n; a++, budget--)
            for (i64 k = 0; k <= most && 2 * a <= n - k; k++) {
                if (!(digits[k] & 4)) continue;
                i64 v = values[a] ^ values[n - k - a];
                missing -= v < bound && marks[v] != n;
                marks[v] = n;
            }
        i64 mex = 0;
        while (mex < marks.size && marks[mex] == n) mex++;
        if (2 * mex >= marks.size) {
            for (i64 v = 0; v < marks.size; v++) marks[v] = -1;
            state.full = 1;
            return true;
        }
        values[n] = (i32)mex;
        if (mask && !common(mex, mask)) rare[state.listed++] = n;
        state.done++;
    }
    return state.done < values.size;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(octal, GAMEPROOF_FUNCTION(fill))
