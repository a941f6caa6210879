// Lemmas of a connection game: which of them hold in a position (lemmas.py).
#include "board.h"

namespace gameproof {
namespace {

// The stones that a lemma needs, and the cells of which the opponent may own none.
struct Lemma {
    using Number = u64;
    Cells stones, carrier;
};

// The lemmas that were found, and the stone that each still lacks, or -1.
struct Found {
    Array<i32> rows, lacks;
    GAMEPROOF_ARRAYS(rows, lacks)
};

// How many lemmas there are.
struct State {
    i64 size;
    GAMEPROOF_NUMBERS(size)
};

// Of the lemmas, the newest first, those that hold in a position but for one stone of
// the player at most. One that lacks none is the last: it says who wins. Returns how many, no more
// than there is room for. O(size).
i64 find(const Array<const Lemma>& lemmas, State& state, const Array<const Cells>& own,
         const Array<const Cells>& gone, const Found& found) {
    i64 count = 0;
    for (i64 row = state.size; row-- > 0 && count < found.rows.size;) {
        const Lemma& lemma = lemmas[row];
        if ((lemma.stones | lemma.carrier).meets(gone[0])) continue;
        Cells lacks = lemma.stones - own[0];
        if (lacks.several()) continue;
        found.rows[count] = row;
        found.lacks[count++] = lacks ? lacks.first() : -1;
        if (!lacks) break;
    }
    return count;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(lemmas, GAMEPROOF_FUNCTIONS(find))
