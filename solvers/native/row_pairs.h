// Disjoint pairs of cells such that every row holds one, line by line.
//
// A row is an interval of a line. Two cells lie in one line of the board at most, so a pair serves
// rows of one line only; a long line is divided, and each part has pairs of its own. For every
// state of a line (each cell free, taken, or the stopper's) a table has the least sets of free
// cells that serve its live rows when neighbours among them are paired: no other pairing of the
// same cells serves more. What is left is to choose such a set for each line, no cell for two: the
// line with the fewest choices first. A cell that another line has taken counts as the attacker's,
// so the table answers there too.
#pragma once

#include "binding.h"
#include "word_sets.h"

namespace gameproof {

constexpr i64 LONGEST_LINE = 10;   // the table of a line has 3^length states
constexpr i64 SERVED = 1 << 30;    // choices of a line that needs none
constexpr i64 LINE_WEIGHT = 1000, DEAR_WEIGHT = 300;
// A search of fewer steps is left out where the first attempt fails so many lines.
constexpr i64 SHORT_LINES = 1000, HOPELESS_LINES = 2, MOST_FAILED = 8;

// Lines of cells, -1 behind each, and `start`, where the states of each are in `ways` and `first`
// (the number of its choices, and the first in `option`, bits of its cells). Cell c lies in the
// lines line(c, j), there with the digit of weight power(c, j) of the state: 0 free, 1 taken, 2 the
// stopper's. Then room for the search, a row a depth: `state` and `left` (choices) of the lines,
// `step` (line, choices, next choice), and the choices in `order`; `chosen` by line.
struct Lines {
    Array<const i64, LONGEST_LINE> cells;
    Array<const i64> start;
    Table<const i64, 2> line, power;
    Array<const i64> ways, first, option;
    Table<i64, 2> state, left;
    Array<i64, 3> step;
    Table<i64, 2> order;
    Array<i64> worth, chosen;
    GAMEPROOF_ARRAYS(cells, start, line, power, ways, first, option, state, left, step, order,
                     worth, chosen)

    // Each of the lines through a cell, and the cell's digit there.
    template <class F>
    void through(i64 cell, F each) const {
        for (i64 j = 0; j < line.shape[1] && line(cell, j) >= 0; j++)
            each(line(cell, j), power(cell, j));
    }
    i64 options(i64 k, i64 at) const { return first[start[at] + state(k, at)]; }
    i64 fewest(i64 k) const {
        i64 best = 0;
        for (i64 i = 1; i < start.size; i++)
            if (left(k, i) < left(k, best)) best = i;
        return best;
    }
    // These cells of a line are taken, at depth k.
    void take(i64 k, i64 at, u64 word) const {
        for (; word; word &= word - 1)
            through(cells[at][low_bit(word)], [&](i64 other, i64 digit) {
                state(k, other) += digit;
                if (left(k, other) != SERVED) left(k, other) = ways[start[other] + state(k, other)];
            });
    }
    // What each of the n choices of a line takes from the others and of `dear` cells, into `worth`;
    // the least.
    template <int W>
    i64 weigh(i64 k, i64 at, i64 n, const Bits<W>& dear) const {
        i64 weight[LONGEST_LINE] = {}, best = 0;
        for (i64 i = 0; i < LONGEST_LINE && cells[at][i] >= 0; i++) {
            weight[i] = dear.has(cells[at][i]) ? DEAR_WEIGHT : 1;
            through(cells[at][i], [&](i64 other, i64) {
                i64 ways_left = left(k, other);
                if (ways_left != SERVED && ways_left > 0) weight[i] += LINE_WEIGHT / ways_left;
            });
        }
        for (i64 i = 0, begin = options(k, at); i < n; i++) {
            worth[i] = 0;
            for (u64 word = option[begin + i]; word; word &= word - 1)
                worth[i] += weight[low_bit(word)];
            if (worth[i] < worth[best]) best = i;
        }
        return best;
    }
    void copy(i64 from, i64 to) const {
        for (i64 i = 0; i < start.size; i++)
            state(to, i) = state(from, i), left(to, i) = left(from, i);
    }

    // Choose for each line what takes least from the others, at depth 1: the number of lines for
    // which nothing was left, not counted beyond `most`.
    template <int W>
    i64 attempt(i64 most, const Bits<W>& dear) const {
        copy(0, 1);
        for (i64 i = 0; i < start.size; i++) chosen[i] = 0;
        for (i64 failed = 0;;) {
            i64 at = fewest(1), n = left(1, at), begin = options(1, at);
            if (n == SERVED) return failed;
            left(1, at) = SERVED;
            if (n == 0) {
                if (++failed >= most) return failed;
                continue;
            }
            chosen[at] = option[begin + weigh(1, at, n, dear)];
            take(1, at, chosen[at]);
        }
    }
    // Choices for all lines, by backtracking in at most so many steps; whether there are any.
    template <int W>
    bool choose(i64 budget, const Bits<W>& dear) const {
        bool fresh = true;
        for (i64 k = 0; k >= 0;) {
            if (fresh) {
                fresh = false;
                i64 at = fewest(k), n = left(k, at), begin = options(k, at);
                if (n == SERVED) return true;
                if (--budget < 0) return false;
                left(k, at) = SERVED;
                if (n) weigh(k, at, n, dear);
                for (i64 i = 0; i < n; i++) {
                    i64 j = i;
                    for (; j > 0 && worth[i] < worth[order(k, j - 1)]; j--)
                        order(k, j) = order(k, j - 1);
                    order(k, j) = i;
                }
                for (i64 i = 0; i < n; i++) order(k, i) = option[begin + order(k, i)];
                step[k][0] = at, step[k][1] = n, step[k][2] = 0;
            }
            i64 at = step[k][0];
            if (step[k][2] == step[k][1]) {
                chosen[at] = 0;
                k--;
                continue;
            }
            chosen[at] = order(k, step[k][2]++);
            copy(k, k + 1);
            take(++k, at, chosen[at]);
            fresh = true;
        }
        return false;
    }
    template <int W>
    void put(Bits<W> word, i64 digit) const {
        while (word.some())
            through(word.pop(), [&](i64 at, i64 weight) { state(0, at) += digit * weight; });
    }
};

// Pairs in the free cells of every row without a cell of `stopped`, into `pairs`; how many, -1 if
// none were found within `budget` steps. Of how many lines the first attempt found none, `failed`.
template <int W>
i64 find_row_pairs(const Lines& lines, const Bits<W>& own, const Bits<W>& stopped,
                   const Bits<W>& dear, const Array<Bits<W>>& pairs, i64 budget, i64& failed) {
    i64 count = lines.start.size;
    for (i64 i = 0; i < count; i++) lines.state(0, i) = 0;
    // A dead cell counts as the stopper's, also where the attacker has moved there.
    lines.put(own - stopped, 1);
    lines.put(stopped, 2);
    bool none = false;
    for (i64 i = 0; i < count; i++)
        none |= !(lines.left(0, i) = lines.ways[lines.start[i] + lines.state(0, i)]);
    failed = lines.attempt(MOST_FAILED, dear);
    if (failed) {
        if (none || (failed >= HOPELESS_LINES && budget < SHORT_LINES)) return -1;
        for (i64 i = 0; i < count; i++) lines.chosen[i] = 0;
        if (!lines.choose(budget, dear)) return -1;
    }
    i64 found = 0;
    for (i64 i = 0; i < count; i++)
        for (u64 word = lines.chosen[i]; word;) {
            Bits<W>& pair = pairs[found++];
            pair = Bits<W>::none();
            for (int end = 0; end < 2; end++, word &= word - 1)
                pair.add(lines.cells[i][low_bit(word)]);
        }
    return found;
}

// The tables of a line of so many cells whose rows have a first cell and a length each: by state
// `count` and `first`, and `option`, as far as there is room for it. How many options there are.
// O(6^length), and an even number of cells at a time.
inline i64 line_choices(i64 length, const Array<const i64, 2>& rows, const Array<i64>& count,
                        const Array<i64>& first, const Array<i64>& option) {
    i64 subsets[1 << LONGEST_LINE], serves[1 << LONGEST_LINE], n = 0;
    for (i64 size = 0; size <= length; size += 2)
        for (i64 word = 0; word < 1 << length; word++) {
            if (ones(word) != size) continue;
            serves[word] = 0;
            for (u64 rest = word; rest; rest &= rest - 1) {
                i64 one = low_bit(rest), two = low_bit(rest &= rest - 1);
                for (i64 row = 0; row < rows.size; row++)
                    if (rows[row][0] <= one && two < rows[row][0] + rows[row][1])
                        serves[word] |= i64{1} << row;
            }
            subsets[n++] = word;
        }
    i64 end = 0;
    for (i64 state = 0; state < count.size; state++) {
        i64 free = 0, stopped = 0, need = 0;
        for (i64 cell = 0, rest = state; cell < length; cell++, rest /= 3) {
            if (rest % 3 == 0) free |= 1 << cell;
            if (rest % 3 == 2) stopped |= 1 << cell;
        }
        for (i64 row = 0; row < rows.size; row++)
            if (!(stopped >> rows[row][0] & ((1 << rows[row][1]) - 1))) need |= i64{1} << row;
        first[state] = end;
        count[state] = SERVED;
        if (!need) continue;
        for (i64 i = 0; i < n; i++) {
            i64 word = subsets[i];
            if (word & ~free || need & ~serves[word]) continue;
            bool least = true;
            for (i64 j = first[state]; j < end && j < option.size && least; j++)
                least = (option[j] & ~word) != 0;
            if (!least) continue;
            if (end < option.size) option[end] = word;
            end++;
        }
        count[state] = end - first[state];
    }
    return end;
}

}  // namespace gameproof
