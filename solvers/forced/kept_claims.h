// Claims that are tried at every position, found by their cells.
//
// A claim serves where the attacker owns its cells but one, which he then takes. So of any three
// of its cells two are his already: a claim is listed by each pair of the three that the fewest
// claims have; by each of its two cells, or by none, where it has no more. Cells that the attacker
// owned when the search began tell nothing and are left out.
#pragma once

#include "claims.h"

namespace gameproof {
namespace {

struct KeptState {
    i64 places;  // that are taken
    GAMEPROOF_NUMBERS(places)
};

// `given` the attacker's cells from the start, `uses` by cell how many claims have it. `heads` the
// last place of each list: by pairs of cells, by a cell, and of all others; a place is the claim
// that stands there and the place before.
struct KeptClaims {
    Table<u64, 2> given;
    Array<i64> uses;
    Array<i32> heads;
    Array<i32, 2> places;
    GAMEPROOF_ARRAYS(given, uses, heads, places)

    static constexpr i64 MOST_OWN = 64;

    i64 size() const { return uses.size; }
    i64 by_cell(i64 a) const { return size() * size() + a; }
    i64 by_pair(i64 a, i64 b) const { return a < b ? a * size() + b : b * size() + a; }
    i64 others() const { return size() * size() + size(); }

    void list(KeptState& state, i64 head, i64 n) const {
        places[state.places][0] = (i32)n, places[state.places][1] = heads[head];
        heads[head] = (i32)state.places++;
    }
    // Try the claim everywhere from now on, unless there is no room.
    void keep(const Claims& claims, KeptState& state, i64 n) const {
        if (n < 0 || state.places + 3 > places.size) return;
        i64 least[3], found = 0;
        claims.own(n).each([&](i64 cell) {
            if (words_of(given, 0).has(cell)) return;
            uses[cell]++;
            i64 j = found < 3 ? found++ : 3;
            for (; j > 0 && uses[least[j - 1]] > uses[cell]; j--)
                if (j < 3) least[j] = least[j - 1];
            if (j < 3) least[j] = cell;
        });
        if (found < 2) return list(state, others(), n);
        for (i64 j = 0; j < found; j++)
            list(state, found == 2 ? by_cell(least[j]) : by_pair(least[j], least[(j + 1) % 3]), n);
    }

    // A move of the attacker after which claim n is about the position; NONE if there is none.
    static i64 move_to(const Board& board, const Claims& claims, i64 n) {
        Words own = board.stones_of(ATTACKER), other = board.stones_of(DEFENDER);
        i64 move = NONE, lacking = 0;
        for (i64 w = 0; w < own.size && lacking < 2; w++)
            if (u64 left = claims.own(n).word[w] & ~own.word[w]) {
                lacking += left & (left - 1) ? 2 : 1;
                move = 64 * w + low_bit(left);
            }
        if (lacking > 1 || !claims.taken(n).within(other) || claims.zone(n).meets(other))
            return NONE;
        for (i64 w = 0; w < own.size && move < 0; w++)
            if (u64 left = claims.zone(n).word[w] & ~own.word[w]) move = 64 * w + low_bit(left);
        return move >= 0 && claims.works(board, {move, n}) ? move : NONE;
    }
    // The attacker's win by one of the claims, he being to move.
    Reply find(const Board& board, const Claims& claims) const {
        i64 cells[MOST_OWN], n = 0;
        board.stones_of(ATTACKER).each([&](i64 cell) {
            if (n < MOST_OWN && !words_of(given, 0).has(cell)) cells[n++] = cell;
        });
        Reply found;
        auto none = [&](i64 head) {
            for (i64 at = heads[head]; at >= 0 && !found; at = places[at][1])
                if (i64 move = move_to(board, claims, places[at][0]); move >= 0)
                    found = {move, places[at][0]};
            return !found;
        };
        for (i64 i = 0; i < n; i++)
            for (i64 j = 0; j < i; j++)
                if (!none(by_pair(cells[i], cells[j]))) return found;
        for (i64 i = 0; i < n; i++)
            if (!none(by_cell(cells[i]))) return found;
        none(others());
        return found;
    }
};

}  // namespace
}  // namespace gameproof
