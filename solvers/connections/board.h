// The board of a connection game: a graph, with two terminals for each player.
#pragma once

#include "word_sets.h"

#include "binding.h"

namespace gameproof {

// Sets of cells: at most 128 of them.
using Cells = Bits<2>;

// Cells are 0, 1, ..., the terminals of a player the two numbers after the last; each table begins
// with the player. near(player, cell, k) are the numbers that a cell touches, terminals after
// cells, and then -1; meets says of two numbers whether they touch, beside whether they touch each
// other or the same terminal.
struct Board {
    Table<const i32, 3> near;
    Table<const bool, 3> meets, beside;
    GAMEPROOF_ARRAYS(near, meets, beside)

    i32 cells() const { return near.shape[1]; }
    i32 places() const { return near.shape[2]; }
};

}  // namespace gameproof
