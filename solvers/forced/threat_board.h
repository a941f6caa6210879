// Stones on a board of any size, the counts of each set, and masks of the sets that lack few cells.
//
// A move changes the counts of the sets through its cell and nothing else; in five in a row a cell
// lies in at most twenty. Side 0 is the attacker, side 1 the defender. A set may be wanted by one
// of them or by both.
#pragma once

#include "binding.h"
#include "threat_loop.h"
#include "transposition_table.h"
#include "word_sets.h"

namespace gameproof {
namespace {

constexpr i64 ATTACKER = 0, DEFENDER = 1;
constexpr i64 SHARP = 3;   // masks of the attacker's sets are kept for 0 to so many cells lacking
constexpr i64 THEIRS = 4;  // the first row of the defender's masks
constexpr i64 NONE = -1, SEVERAL = -2;
constexpr i64 MOST_WAYS = 512;  // threats kept at a position of a sequence

// A row of words as a set.
struct Words {
    u64* word;
    i64 size;

    bool has(i64 i) const { return word[i >> 6] >> (i & 63) & 1; }
    void add(i64 i) const { word[i >> 6] |= u64{1} << (i & 63); }
    void drop(i64 i) const { word[i >> 6] &= ~(u64{1} << (i & 63)); }
    void clear() const {
        for (i64 k = 0; k < size; k++) word[k] = 0;
    }
    bool some() const {
        u64 any = 0;
        for (i64 k = 0; k < size; k++) any |= word[k];
        return any;
    }
    bool meets(const Words& o) const {
        u64 any = 0;
        for (i64 k = 0; k < size; k++) any |= word[k] & o.word[k];
        return any;
    }
    bool within(const Words& o) const {
        u64 any = 0;
        for (i64 k = 0; k < size; k++) any |= word[k] & ~o.word[k];
        return !any;
    }
    i64 first() const {  // NONE without one
        for (i64 k = 0; k < size; k++)
            if (word[k]) return 64 * k + low_bit(word[k]);
        return NONE;
    }
    template <class F>
    void each(F f) const {
        for (i64 k = 0; k < size; k++)
            for (u64 left = word[k]; left; left &= left - 1) f(64 * k + low_bit(left));
    }
};

template <int Rank>
inline Words words_of(const Table<u64, Rank>& table, i64 row) {
    return {table.row(row), table.shape[Rank - 1]};
}

// A side's cell, and the one that the other must take then.
struct Threat {
    using Number = i32;
    i32 cell, answer;
};

// `cells(s, i)` of each set, NONE after the last, and `sizes`; `wanted`: 1 by the attacker, 2 by
// the defender, 3 by both. through(c, 0) is how many sets go through a cell, and these follow;
// `near` by cell the defender's as a mask. `barred` the cells that the attacker may never take.
// `codes` by side and cell for the hash, the last for whose turn it is.
//
// `stones` of each side; by set the `counts` of each side's stones; `lacking`: row j the attacker's
// sets without a stone of the defender of which he lacks at most j cells, row THEIRS + j the
// defender's the other way round; `key` the hash. Then room for sequences of threats: those in
// which there is none, the threats at each position of one, how many there are and are tried, and
// marks of cells.
struct Board {
    Table<const i64, 2> cells;
    Array<const i64> sizes, wanted;
    Table<const i64, 2> through;
    Table<u64, 2> near;
    Table<u64, 2> barred;
    Table<const u64, 2> codes;
    Table<u64, 2> stones;
    Array<i64, 2> counts;
    Table<u64, 2> lacking;
    Array<u64> key;
    TranspositionTable<FoundRow<u64, i64>, 1> failed;  // to find a sequence of so many threats
    Array<Threat, MOST_WAYS> path;
    Array<i64, 2> tried;
    Array<i64> mark;
    Array<i64, 2> marked;
    GAMEPROOF_ARRAYS(cells, sizes, wanted, through, near, barred, codes, stones, counts, lacking,
                     key, failed, path, tried, mark, marked)

    i64 size() const { return through.shape[0]; }
    i64 most() const { return cells.shape[1]; }
    Words stones_of(i64 side) const { return words_of(stones, side); }
    // The side's sets without a stone of the other that lack at most so many cells.
    Words nearly(i64 side, i64 lacks) const {
        return words_of(lacking, side ? THEIRS + lacks : lacks);
    }
    bool has(i64 side, i64 cell) const { return stones_of(side).has(cell); }
    bool is_free(i64 cell) const { return !has(0, cell) && !has(1, cell); }
    // May the attacker take it?
    bool is_open(i64 cell) const { return is_free(cell) && !words_of(barred, 0).has(cell); }
    u64 turn(i64 side) const { return codes(side, size()); }

    template <class F>
    void sets_through(i64 cell, F f) const {
        for (i64 j = 1; j <= through(cell, 0); j++) f(through(cell, j));
    }
    template <class F>
    void free_cells(i64 s, F f) const {
        for (i64 t = 0; t < sizes[s]; t++)
            if (is_free(cells(s, t))) f(cells(s, t));
    }
    // Those that the attacker may take.
    void mark_open(i64 s, Words into) const {
        free_cells(s, [&](i64 cell) {
            if (is_open(cell)) into.add(cell);
        });
    }
    i64 free_cell(i64 s, i64 but = NONE) const {
        for (i64 t = 0; t < sizes[s]; t++)
            if (cells(s, t) != but && is_free(cells(s, t))) return cells(s, t);
        return NONE;
    }

    // The side takes the cell, or (more = -1) gives it back. A set with its first stone is lost to
    // the other side: it leaves all masks of that side that hold it.
    void change(i64 cell, i64 side, i64 more) const {
        if (more > 0) stones_of(side).add(cell);
        else stones_of(side).drop(cell);
        key[0] ^= codes(side, cell);
        // What the loop reads stays in registers: it is most of a search.
        const i64 wide = lacking.shape[1], add = more > 0, theirs = 1 - side;
        const i64 *sets = through.row(cell), *size = sizes.data, *wants = wanted.data;
        i64* count = (i64*)counts.data;
        u64 *mine_of = lacking.row(side ? THEIRS : 0), *theirs_of = lacking.row(side ? 0 : THEIRS);
        const i64 last = side ? SHARP : lacking.shape[0] - THEIRS - 1;
        for (i64 j = 1, n = sets[0]; j <= n; j++) {
            const i64 s = sets[j], mine = count[2 * s + side], other = count[2 * s + theirs];
            const u64 bit = u64{1} << (s & 63);
            count[2 * s + side] = mine + more;
            if (other == 0 && wants[s] >> side & 1) {
                i64 lacks = size[s] - mine - add;  // with the stone
                u64& word = mine_of[lacks * wide + (s >> 6)];
                if (side || lacks <= SHARP) word = add ? word | bit : word & ~bit;
            }
            if (mine == 1 - add && wants[s] >> theirs & 1)
                for (i64 k = size[s] - other; k <= last; k++) {
                    u64& word = theirs_of[k * wide + (s >> 6)];
                    word = add ? word & ~bit : word | bit;
                }
        }
    }
    void put(i64 cell, i64 side) const { change(cell, side, 1); }
    void take(i64 cell, i64 side) const { change(cell, side, -1); }

    // The cell that completes a set of the side: NONE without one, SEVERAL if there are more.
    i64 completing(i64 side) const {
        i64 found = NONE;
        Words sets = nearly(side, 1);
        for (i64 k = 0; k < sets.size; k++)
            for (u64 left = sets.word[k]; left; left &= left - 1) {
                i64 cell = free_cell(64 * k + low_bit(left));
                if (found >= 0 && cell != found) return SEVERAL;
                found = cell;
            }
        return found;
    }

    // Of the attacker's sets through a cell that lack one: a set and its free cell, and a set with
    // another free cell and that cell.
    struct Completed {
        i64 one = NONE, at = NONE, two = NONE, also = NONE;
    };
    Completed completed(i64 cell) const {
        Completed found;
        Words sets = nearly(ATTACKER, 1);
        sets_through(cell, [&](i64 s) {
            if (!sets.has(s)) return;
            i64 free = free_cell(s);
            if (found.one < 0) found.one = s, found.at = free;
            else if (free != found.at) found.two = s, found.also = free;
        });
        return found;
    }
};

// Sequences of threats of the attacker on a board, as find_sequence asks for them.
struct BoardThreats {
    const Board& board;

    u64 key() const { return board.key[0] ^ board.turn(ATTACKER); }
    i64 failed() const {
        const auto* known = board.failed.find(key());
        return known ? known->found : NONE;
    }
    void fail(i64 threats) const { board.failed.place(key()) = {key(), threats}; }

    // The threats, into row k of the path; a cell that leaves two ways to complete a set, else
    // NONE.
    i64 threats(i64 k) const {
        board.tried[k][0] = board.tried[k][1] = 0;
        i64 must = board.completing(DEFENDER), mark = ++board.mark[0];
        if (must == SEVERAL) return NONE;
        Words two = board.nearly(ATTACKER, 2), one = board.nearly(ATTACKER, 1);
        for (i64 w = 0; w < two.size; w++)
            for (u64 left = two.word[w] & ~one.word[w]; left; left &= left - 1) {
                i64 s = 64 * w + low_bit(left), x = board.free_cell(s), y = board.free_cell(s, x);
                for (int turn = 0; turn < 2; turn++) {
                    i64 cell = turn ? y : x, answer = turn ? x : y;
                    if (must >= 0 && cell != must) continue;
                    if (board.marked[cell][0] == mark) {
                        if (board.marked[cell][1] != answer) return cell;
                        continue;
                    }
                    board.marked[cell][0] = mark, board.marked[cell][1] = answer;
                    if (i64& n = board.tried[k][1]; n < MOST_WAYS)
                        board.path[k][n++] = {(i32)cell, (i32)answer};
                }
            }
        return NONE;
    }
    bool any(i64 k) const { return board.tried[k][1] > 0; }
    void none(i64 k) const { board.tried[k][0] = board.tried[k][1] = 0; }
    // Play the next threat of row k with its answer: its cell, NONE without one.
    i64 next(i64 k) const {
        if (board.tried[k][0] == board.tried[k][1]) return NONE;
        Threat& threat = board.path[k][board.tried[k][0]++];
        board.put(threat.cell, ATTACKER);
        board.put(threat.answer, DEFENDER);
        return threat.cell;
    }
    void back(i64 k) const {
        Threat& threat = board.path[k][board.tried[k][0] - 1];
        board.take(threat.answer, DEFENDER);
        board.take(threat.cell, ATTACKER);
    }
};

// The attacker, to move, wins by this sequence; its number of moves (the last leaves two ways to
// complete a set, unless a set is completed at once), 0 if none is found among `budget` positions
// of each length. `seen` counts them.
inline i64 shortest_sequence(const Board& board, i64* line, i64 budget, i64& seen) {
    if (i64 now = board.nearly(ATTACKER, 1).first(); now >= 0) {
        line[0] = board.free_cell(now);
        return 1;
    }
    if (!board.nearly(ATTACKER, 2).some() || board.completing(DEFENDER) == SEVERAL) return 0;
    BoardThreats threats{board};
    i64 found = gameproof::shortest_sequence(threats, line, MOST_THREATS, budget, seen);
    return found > 0 ? found : 0;
}

}  // namespace
}  // namespace gameproof
