// The search for a sequence of threats, depth first and by length, on whatever keeps the position:
//
//     i64 failed()            there is none of at most so many moves from here, NONE: not known
//     void fail(i64 moves)    that is so
//     i64 threats(i64 k)      list row k's threats; the cell of one that wins at once, else NONE
//     bool any(i64 k), void none(i64 k)
//     i64 next(i64 k)         play row k's next threat and its answer: the threat, NONE without one
//     void back(i64 k)        take them back
#pragma once

#include "array.h"

namespace gameproof {

constexpr i64 MOST_THREATS = 33;
constexpr i64 FOUND_NOTHING = -1, OUT_OF_BUDGET = -2, CUT_OFF = -3;
constexpr i64 NO_THREATS = 100;  // more moves than any sequence has

// A sequence of at most `most` moves, of a player who completes nothing at once: into `line`.
// Returns their number, or FOUND_NOTHING, CUT_OFF (none of at most `most` moves) or OUT_OF_BUDGET
// (positions, counted in `seen`). The position is the same afterwards.
template <class Play>
i64 find_sequence(Play& play, i64* line, i64 most, i64 budget, i64& seen) {
    bool cut[MOST_THREATS + 1], stale = false, fresh = true;
    i64 result = FOUND_NOTHING, k = 0;
    while (k >= 0) {
        if (fresh) {
            fresh = cut[k] = false;
            seen++;
            if (--budget < 0) {
                result = OUT_OF_BUDGET;
                break;
            }
            i64 known = play.failed();
            if ((stale = known >= most - k)) {
                cut[k] = known < NO_THREATS;
                play.none(k);
            } else {
                i64 fork = play.threats(k);
                if (fork >= 0) {
                    line[k] = fork;
                    result = k + 1;
                    break;
                }
                if (k >= most - 1) {
                    cut[k] = play.any(k);
                    play.none(k);
                }
            }
        }
        i64 cell = play.next(k);
        if (cell >= 0) {
            line[k++] = cell;
            fresh = true;
            continue;
        }
        if (!stale) play.fail(cut[k] ? most - k : NO_THREATS);
        stale = false;
        if (--k >= 0) {
            cut[k] |= cut[k + 1];
            play.back(k);
        }
    }
    if (result == FOUND_NOTHING && cut[0]) result = CUT_OFF;
    while (--k >= 0) play.back(k);
    return result;
}

// The same with growing length, so that short sequences, which leave few useful answers, come
// first; `budget` positions of each length.
template <class Play>
i64 shortest_sequence(Play& play, i64* line, i64 most, i64 budget, i64& seen) {
    for (i64 length = 1;;) {
        i64 found = find_sequence(play, line, length, budget, seen);
        if (found != CUT_OFF || length >= most) return found;
        length = 2 * length < most ? 2 * length : most;
    }
}

}  // namespace gameproof
