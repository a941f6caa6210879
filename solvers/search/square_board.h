// Positions of games on squares, two words of a bit a square, their moves, and the flips of the board.
#pragma once

#include "array.h"

namespace gameproof {
namespace {

struct Pair {
    using Number = u64;
    u64 one, two;
    u64 all() const { return one | two; }
    bool operator==(const Pair& p) const { return one == p.one && two == p.two; }
    bool operator<(const Pair& p) const { return one < p.one || (one == p.one && two < p.two); }
};
// A move needs some bits and turns some over.
struct Move {
    using Number = u64;
    Pair needs, flips;
};

inline i64 counted(u64 word) { return __builtin_popcountll(word); }

// `top` the first row, `left` the first column.
struct Flips {
    i64 rows, columns;
    u64 top, left = 0;

    Flips(i64 m, i64 n) : rows(m), columns(n), top(n == 64 ? ~0ull : (1ull << n) - 1) {
        for (i64 r = 0; r < rows; r++) left |= 1ull << r * columns;
    }
    u64 upside_down(u64 word) const {
        u64 found = 0;
        for (i64 r = 0; r < rows; r++) found |= (word >> r * columns & top) << (rows - 1 - r) * columns;
        return found;
    }
    u64 mirrored(u64 word) const {
        u64 found = 0;
        for (i64 c = 0; c < columns; c++) found |= (word >> c & left) << (columns - 1 - c);
        return found;
    }
};

}  // namespace
}  // namespace gameproof
