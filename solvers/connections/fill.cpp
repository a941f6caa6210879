// Fill-in: cells of a connection game that are dead, and pairs that a player has captured.
//
// A cell is dead for a player if all that touches it, and may still be his, is joined without it: it
// never matters who has it. A pair is captured if whichever cell of it the opponent takes is dead
// once the player has the other: it is as good as his (Hayward, van Rijswijck, Hex and
// combinatorics, Discrete Mathematics 306 (2006)).
#include "board.h"

namespace gameproof {
namespace {

// A position: the cells of both players; dead cells stand with both.
using Stones = Cells[2];
using Positions = Array<Cells, 2>;

struct Pair {
    using Number = i32;
    i32 player, one, other;
};

// The pairs captured, in their order, and the stones that each rests on.
struct Captured {
    Array<Pair> pairs;
    Array<Cells> needs;
    GAMEPROOF_ARRAYS(pairs, needs)
};

struct Filling {
    const Board& board;
    Stones& stones;
    const i32 cells = board.cells(), places = board.places();

    // What a cell is for one player.
    struct View {
        const Filling& f;
        i32 player;
        Cells own, free;

        i32 near(i32 cell, i32 k) const { return f.board.near(player, cell, k); }
        bool meets(i32 x, i32 y) const { return f.board.meets(player, x, y); }
        bool beside(i32 x, i32 y) const { return f.board.beside(player, x, y); }
        // Is it a stone of his, or a terminal?
        bool joins(i32 x) const { return x >= f.cells || (x >= 0 && own.has(x)); }
        // Is it his, or may it still be?
        bool matters(i32 x) const { return joins(x) || (x >= 0 && free.has(x)); }

        // Is a cell joined to another or to a terminal, directly, by a terminal or by one stone?
        bool joined(i32 one, i32 other) const {
            if (beside(one, other)) return true;
            for (i32 k = 0; k < f.places; k++)
                if (i32 stone = near(one, k); joins(stone) && meets(stone, other)) return true;
            return false;
        }

        // Is a free cell dead, as seen from his connections?
        bool dead(i32 cell) const {
            for (i32 i = 0; i < f.places; i++) {
                i32 one = near(cell, i);
                if (!matters(one)) continue;
                for (i32 j = i + 1; j < f.places; j++) {
                    i32 other = near(cell, j);
                    if (matters(other) && (one >= f.cells || !joined(one, other))) return false;
                }
            }
            return true;
        }

        // Is `lost` dead once he has `kept`? Enters the stones that it takes.
        bool useless(i32 lost, i32 kept, Cells& needs) const {
            for (i32 i = 0; i < f.places; i++) {
                i32 one = near(lost, i);
                if (one == kept || !matters(one) || beside(kept, one)) continue;
                i32 by = -1;
                for (i32 k = 0; k < f.places && by < 0; k++)
                    if (i32 stone = near(kept, k);
                        joins(stone) && (stone == one || beside(stone, one)))
                        by = stone;
                if (by < 0) return false;
                needs.add(by);
            }
            return true;
        }

        // A free cell after `cell` with which it is captured, or -1.
        i32 partner(i32 cell, Cells& needs) const {
            for (i32 k = 0; k < f.places; k++) {
                i32 other = near(cell, k);
                if (other < cell || other >= f.cells || !free.has(other)) continue;
                needs = Cells::none();
                if (useless(cell, other, needs) && useless(other, cell, needs)) return other;
            }
            return -1;
        }
    };

    View view(i32 player) const {
        Cells dead = stones[0] & stones[1], taken = stones[0] | stones[1];
        return {*this, player, stones[player] - dead, Cells::below(cells) - taken};
    }

    void fill_one(i32 cell, const Captured& captured, i64& found) {
        for (i32 player : {0, 1}) {
            View v = view(player);
            if (v.dead(cell)) {
                stones[0].add(cell), stones[1].add(cell);
                return;
            }
            Cells needs;
            i32 other = v.partner(cell, needs);
            if (other < 0) continue;
            stones[player].add(cell), stones[player].add(other);
            captured.pairs[found] = {player, cell, other};
            captured.needs[found++] = needs;
            return;
        }
    }

    // The cells whose neighbours, or theirs, include one of these.
    Cells around(const Cells& changed) const {
        Cells found = changed;
        for (i32 step = 0; step < 2; step++) {
            Cells from = found;
            for (i64 cell : from)
                for (i32 k = 0; k < places; k++)
                    if (i32 next = board.near(0, cell, k); next >= 0 && next < cells) found.add(next);
        }
        return found;
    }

    // Fill until there is no more, as far as the changed cells can have brought it about; returns how
    // many pairs. O(1) for each that is filled, for a bounded number of neighbours.
    i64 run(const Captured& captured, Cells changed) {
        i64 found = 0;
        while (changed) {
            Cells fresh;
            for (i64 cell : around(changed))
                if (!stones[0].has(cell) && !stones[1].has(cell)) {
                    Cells before = stones[0] | stones[1];
                    fill_one(cell, captured, found);
                    fresh |= (stones[0] | stones[1]) - before;
                }
            changed = fresh;
        }
        return found;
    }
};

struct Asked {
    i64 mover, moves, whole;
    GAMEPROOF_NUMBERS(mover, moves, whole)
};

// The positions after the first moves of a row, each filled: where it is not asked for the whole
// board, the position before is taken to be filled. Returns the number of pairs of the last.
i64 follow(const Board& board, const Positions& position, Asked& asked,
           const Array<const i32>& moves, const Positions& after, const Captured& captured) {
    i64 found = 0;
    for (i64 i = 0; i < asked.moves; i++) {
        for (i32 player : {0, 1}) after[i][player] = position[0][player];
        after[i][asked.mover].add(moves[i]);
        found = Filling{board, after[i]}.run(
            captured, asked.whole ? Cells::below(board.cells()) : Cells::single(moves[i]));
    }
    return found;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(fill, GAMEPROOF_FUNCTIONS(follow))
