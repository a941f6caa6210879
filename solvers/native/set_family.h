// A family of sets of cells as masks, and what it says of a position. A position is two sets: the
// cells of the player who wants a set of the family (`own`) and those of the other. A dead cell,
// which lies in no live set of its owner (or, when free, of anybody), is kept in both: it blocks
// every set through it and nobody plays there.
#pragma once

#include "binding.h"
#include "word_sets.h"

namespace gameproof {

// A set with f free cells has the potential 2^(POTENTIAL - f), rounded up; its owner to move gets
// no set where all together have less than 2^(POTENTIAL - 1), the other to move less than
// 2^POTENTIAL (Erdos, Selfridge 1973).
constexpr i64 POTENTIAL = 40;

// What one pass over the sets tells: the cells that complete one, the cells of the live ones, the
// sum of their potentials.
template <int W>
struct Scan {
    Bits<W> completing, live;
    i64 potential;
};

// `through` are the numbers of the sets through cell c from ends[c] to ends[c + 1].
template <int W>
struct SetFamily {
    Array<const Bits<W>> masks;
    Array<const i64> ends, through;
    GAMEPROOF_ARRAYS(masks, ends, through)

    const Bits<W>& set(i64 i) const { return masks[i]; }
    i64 size() const { return masks.size; }

    Bits<W> completing(const Bits<W>& own, const Bits<W>& other) const {
        Bits<W> cells = Bits<W>::none();
        for (i64 i = 0; i < size(); i++) {
            if (set(i).meets(other)) continue;
            Bits<W> rest = set(i) - own;
            if (!rest.several()) cells |= rest;
        }
        return cells;
    }

    // The same for the sets through one cell.
    Bits<W> completing_through(const Bits<W>& own, const Bits<W>& other, i64 cell) const {
        Bits<W> cells = Bits<W>::none();
        for (i64 j = ends[cell], end = ends[cell + 1]; j < end; j++) {
            const Bits<W>& mask = set(through[j]);
            if (mask.meets(other)) continue;
            Bits<W> rest = mask - own;
            if (!rest.several()) cells |= rest;
        }
        return cells;
    }

    // Live are sets without a cell of the other of which at most `moves` are to be taken.
    Scan<W> scan(const Bits<W>& own, const Bits<W>& other, i64 moves) const {
        Scan<W> found{};
        for (i64 i = 0; i < size(); i++) {
            if (set(i).meets(other)) continue;
            Bits<W> rest = set(i) - own;
            i64 free = rest.size();
            if (free > moves) continue;
            found.live |= set(i);
            if (free <= 1) found.completing |= rest;
            found.potential += i64{1} << (free < POTENTIAL ? POTENTIAL - free : 0);
        }
        return found;
    }
};

}  // namespace gameproof
