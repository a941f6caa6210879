// Columns of the values of dynamic take-away games; theory in dynamic_take_away.py.
#include <algorithm>

#include "binding.h"

namespace gameproof {
namespace {

// One column: `before` is T_{k-1}, `bound` becomes T_k (n + 1 means never). first_y[t] is the least y
// with f(y) >= t. The tree over 0..size - 1 holds, on the nodes that make up an interval, the last m
// that covers it; later ones are larger, so they overwrite.
struct Column {
    Array<const i64> first_y;
    Array<const i32> before;
    Array<i32> bound, first, tree;
    GAMEPROOF_ARRAYS(first_y, before, bound, first, tree)
};

void fill(const Column& in, i64 start, i64 end) {
    i64 n = in.bound.size - 1, never = n + 1, size = in.tree.size / 2;
    for (i64 here = start; here < end; here++) {
        i32 largest = -1;
        for (i64 node = here + size; node >= 1; node >>= 1) largest = std::max(largest, in.tree[node]);
        if (largest >= 0) {
            in.first[here] = (i32)here - largest;
            in.bound[here] = std::max(in.before[here], (i32)here - largest);
        }
        i64 low = in.before[here], high = in.bound[here];
        if (low >= never) continue;
        i64 left = here + in.first_y[low];
        i64 right = high == never ? never : std::min(never, here + in.first_y[high]);
        if (left >= right) continue;
        for (i64 a = left + size, b = right + size; a < b; a >>= 1, b >>= 1) {
            if (a & 1) in.tree[a++] = (i32)here;
            if (b & 1) in.tree[--b] = (i32)here;
        }
    }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(dynamic_take_away, GAMEPROOF_FUNCTION(fill))
