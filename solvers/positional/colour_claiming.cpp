// Retrograde analysis of three-player games with two colours of stones; what is solved stands in
// colour_claiming.py.
#include "word_sets.h"

#include "binding.h"

namespace gameproof {
namespace {

// Boards are numbers in base 3 (cell i counts 3^i). The colours' cells of the low digits are looked
// up in x and o, and so are those of the high ones.
struct Boards {
    i64 cells, low_cells;
    Array<const i64> x, o;
    Array<const i64> powers;
    GAMEPROOF_ARRAYS(cells, low_cells, x, o, powers)

    // The cells of the two colours.
    struct Masks {
        i64 of[2];
        i64 taken() const { return of[0] | of[1]; }
    };
    Masks masks(i64 board) const {
        i64 low = board % x.size, high = board / x.size;
        return {{x[low] | x[high] << low_cells, o[low] | o[high] << low_cells}};
    }
};

// Boards start, ..., stop - 1 whose two colours are loop-free, sorted by the number of stones. With
// no room in `order` they are only counted; else `counts` are the places of each layer's next.
void layers(const Boards& boards, const Array<const bool>& loop_free, const Array<i64>& counts,
            const Array<i32>& order, i64 start, i64 stop) {
    for (i64 board = start; board < stop; board++) {
        auto masks = boards.masks(board);
        i64 stones = ones(masks.taken());
        if (!loop_free[masks.of[0]] || !loop_free[masks.of[1]] || stones == boards.cells) continue;
        if (order.size) order[counts[stones]] = board;
        counts[stones]++;
    }
}

constexpr u8 NOTHING = 0, MOVER = 4;  // what a stone does; 1, 2, 3: a loop of that player

// Fill `table` for the boards order[start], ..., on all of which `mover` moves: a bit for each
// player who can force a win alone. closing(mask, cell) is what a stone on `cell` does to a
// loop-free colour set.
void solve_layer(const Boards& boards, const Table<const u8, 2>& closing, const Array<u8>& table,
                 const Array<const i32>& order, i64 start, i64 stop, i64 mover) {
    u8 own = 1 << mover;
    for (i64 place = start; place < stop; place++) {
        i64 board = order[place];
        auto masks = boards.masks(board);
        u8 some = 0, every = 7;
        for (i64 cell = 0; cell < boards.cells; cell++) {
            if (masks.taken() >> cell & 1) continue;
            for (i64 colour : {0, 1}) {
                u8 code = closing(masks.of[colour], cell);
                u8 wins = code == NOTHING ? table[board + (colour + 1) * boards.powers[cell]]
                          : code == MOVER ? own
                                          : 1 << (code - 1);
                some |= wins, every &= wins;
            }
        }
        table[board] = (some & own) | (every & ~own);
    }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(colour_claiming, GAMEPROOF_FUNCTION(layers), GAMEPROOF_FUNCTION(solve_layer))
