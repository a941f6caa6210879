// Retrograde analysis of three-player games with two colours of stones: colour_claiming.py.
#include "binding.h"

#include <bit>

namespace gameproof {
namespace {

// Boards are numbers in base 3, by whose two halves the sets of both colours are looked up.
struct Boards {
    i64 cells, low_cells;
    Array<const i32> first, second;     // of the numbers of low_cells digits
    Array<const bool> loop_free;        // by set
    Table<const u8, 2> closing;         // by set and cell
    Array<u8> table;                    // by board: who can force a win, a bit for each
    GAMEPROOF_ARRAYS(cells, low_cells, first, second, loop_free, closing, table)

    i64 set(const Array<const i32>& of, i64 board) const {
        return of[board % of.size] | (i64)of[board / of.size] << low_cells;
    }
};

// The boards from `start` to `stop` of which neither colour has ended anything, by their stones:
// counted, or with `fill` put where counts says that they come next.
void layers(const Boards& boards, const Array<i64>& counts, const Array<i32>& order, bool fill,
            i64 start, i64 stop) {
    for (i64 board = start; board < stop; board++) {
        i64 first = boards.set(boards.first, board), second = boards.set(boards.second, board);
        i64 stones = std::popcount((u64)(first | second));
        if (!boards.loop_free[first] || !boards.loop_free[second] || stones == boards.cells)
            continue;
        if (fill) order[counts[stones]] = (i32)board;
        counts[stones]++;
    }
}

// Decides the boards order[start] to order[stop], on all of which `mover` moves: he needs one stone
// after which he can force a win, each of the others all of them.
void decide(const Boards& boards, const Array<const i32>& order, i64 start, i64 stop, i64 mover) {
    const u8 own = 1 << mover;
    for (i64 place = start; place < stop; place++) {
        i64 board = order[place];
        i64 sets[2] = {boards.set(boards.first, board), boards.set(boards.second, board)};
        u8 some = 0, every = 7;
        i64 power = 1;
        for (i64 cell = 0; cell < boards.cells; cell++, power *= 3) {
            if ((sets[0] | sets[1]) >> cell & 1) continue;
            for (i64 colour = 0; colour < 2; colour++) {
                i64 code = boards.closing(sets[colour], cell);
                u8 wins = code == 0   ? boards.table[board + (colour + 1) * power]
                          : code == 4 ? own
                                      : 1 << (code - 1);
                some |= wins;
                every &= wins;
            }
        }
        boards.table[board] = (some & own) | (every & ~own & 7);
    }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(colour_claiming, GAMEPROOF_FUNCTIONS(layers, decide))
