// Room for a search among threats, and cells by what they promise.
#pragma once

#include "threat_board.h"

namespace gameproof {
namespace {

// Room: `order` cells, and what they are worth; `kept` cells, or replies with what they lead to;
// `masks` four sets of cells.
struct Room {
    Table<i64, 2> order;
    Array<i64, 2> kept;
    Table<u64, 2> masks;
    GAMEPROOF_ARRAYS(order, kept, masks)

    Words mask(i64 i) const { return words_of(masks, i); }
    Words cleared(i64 i) const {
        mask(i).clear();
        return mask(i);
    }
};
// How much a free cell promises to both sides, by the cells that its sets lack.
inline i64 worth(const Board& board, i64 cell) {
    static constexpr i64 WORTH[2][6] = {{0, 0, 80, 24, 7, 1}, {0, 0, 40, 10, 3, 0}};
    i64 found = 0;
    board.sets_through(cell, [&](i64 s) {
        i64 mine = board.counts[s][ATTACKER], other = board.counts[s][DEFENDER];
        i64 lacks = board.sizes[s] - mine, theirs = board.sizes[s] - other;
        if (board.wanted[s] & 1 && other == 0) found += WORTH[0][lacks < 5 ? lacks : 5];
        if (board.wanted[s] & 2 && mine == 0 && other) found += WORTH[1][theirs < 5 ? theirs : 5];
    });
    return found;
}
// The cells of a mask into room.order, those of most worth first; how many.
inline i64 by_worth(const Board& board, const Room& room, Words cells) {
    i64 n = 0;
    cells.each([&](i64 cell) {
        i64 value = worth(board, cell), j = n++;
        for (; j > 0 && room.order(1, j - 1) < value; j--)
            room.order(0, j) = room.order(0, j - 1), room.order(1, j) = room.order(1, j - 1);
        room.order(0, j) = cell, room.order(1, j) = value;
    });
    return n;
}
// The cells of these sets that the attacker may take.
inline void mark_open(const Board& board, Words sets, Words cells) {
    sets.each([&](i64 s) { board.mark_open(s, cells); });
}

}  // namespace
}  // namespace gameproof
