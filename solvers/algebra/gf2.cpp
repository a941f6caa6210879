// Gauss-Jordan elimination over GF(2) on packed words; what it is for stands in gf2.py.
#include "binding.h"

namespace gameproof {
namespace {

struct State {
    i64 column, done;  // next column; rows that have a pivot
    GAMEPROOF_NUMBERS(column, done)
};

// Reduce the first `columns` columns, the rest goes along. Returns whether work is left after
// about `budget` words.
bool eliminate(const Table<u64, 2>& work, i64 columns, const Array<i64>& pivot, State& state,
               i64 budget) {
    i64 rows = work.shape[0], words = work.shape[1];
    while (state.column < columns) {
        i64 column = state.column++, word = column >> 6;
        u64 bit = u64{1} << (column & 63);
        i64 at = state.done;
        while (at < rows && !(work(at, word) & bit)) at++;
        if (at == rows) continue;
        u64* head = work.row(state.done);
        if (u64* found = work.row(at); found != head)
            for (i64 k = 0; k < words; k++) {
                u64 held = found[k];
                found[k] = head[k], head[k] = held;
            }
        for (i64 r = 0; r < rows; r++) {
            u64* row = work.row(r);
            if (row == head || !(row[word] & bit)) continue;
            for (i64 k = 0; k < words; k++) row[k] ^= head[k];
            budget -= words;
        }
        pivot[state.done++] = column;
        if (state.done == rows) state.column = columns;
        if (budget < 0) return state.column < columns;
    }
    return false;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(gf2, GAMEPROOF_FUNCTION(eliminate))
