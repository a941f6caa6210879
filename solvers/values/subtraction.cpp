// Grundy values of subtraction games, heap by heap.
#include "binding.h"

namespace gameproof {
namespace {

// Values of the heaps start, ..., end - 1; amounts ascend. `seen[g] == n` marks g for heap n.
void fill(const Array<i32>& values, const Array<const i64>& amounts, const Array<i64>& seen, i64 start,
          i64 end) {
    for (i64 n = start; n < end; n++) {
        for (i64 i = 0; i < amounts.size && amounts[i] <= n; i++) seen[values[n - amounts[i]]] = n;
        i32 mex = 0;
        while (seen[mex] == n) mex++;
        values[n] = mex;
    }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(subtraction, GAMEPROOF_FUNCTION(fill))
