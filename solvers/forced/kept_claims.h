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

// `near` and `until`: how many claims lacked at most one cell when they were last collected, and how
// many were kept then; `collected` how often that was.
struct KeptState {
    i64 claims, chunks, bits;  // that are kept, or taken
    i64 near, until, collected;
    GAMEPROOF_NUMBERS(claims, chunks, bits, near, until, collected)
};

constexpr i64 PER_CHUNK = 5;

// Claims of one list, beside each other so that most are passed over without a look at them: of
// each a word of the attacker's cells, one of those of the zone that have a bit of their own, and
// its place among those that are kept with half a word of the defender's cells.
struct Chunk {
    using Number = u64;
    static constexpr i64 SHIFT = 3, COUNT = (1 << SHIFT) - 1;
    u64 own[PER_CHUNK], zone[PER_CHUNK], number[PER_CHUNK];
    u64 last;  // how many there are, and the chunk before
    i64 count() const { return (i64)(last & COUNT); }
    i64 before() const { return (i64)(last >> SHIFT) - 1; }
    i64 place(i64 j) const { return (i64)(number[j] & 0xFFFFFFFF); }
};
constexpr i64 CHUNK_WORDS = sizeof(Chunk) / 8;

// A claim that lacks at most one cell of the attacker: words as in a chunk.
struct NearClaim {
    using Number = u64;
    u64 zone, number;
    i64 place() const { return (i64)(number & 0xFFFFFFFF); }
};

// `given` the attacker's cells from the start, `uses` by cell how many claims have it; `bit` by cell
// its bit in a word: its own for those that come first, one that is shared, 64 more, for others.
// `heads` the last chunk of each list: by pairs of cells, by a cell, and of all others; `claims`
// those that are kept, in this order, one that is found again once more: what came last is tried
// first. `near` are those that were collected, `seen` by claim when it last was.
struct KeptClaims {
    Table<u64, 2> given;
    Array<i64> uses, bit;
    Array<i32> heads;
    Array<Chunk> chunks;
    Array<i64> claims;
    Array<NearClaim> near;
    Array<i64> seen;
    GAMEPROOF_ARRAYS(given, uses, bit, heads, chunks, claims, near, seen)

    static constexpr i64 MOST_OWN = 64, BITS = 64;

    i64 size() const { return uses.size; }
    i64 by_cell(i64 a) const { return size() * size() + a; }
    i64 by_pair(i64 a, i64 b) const { return a < b ? a * size() + b : b * size() + a; }
    i64 others() const { return size() * size() + size(); }

    // The bits of the cells; without those that are shared, or of no claim, where `sharp`.
    u64 word(Words cells, bool sharp) const {
        u64 found = 0;
        cells.each([&](i64 cell) {
            if (u64(bit[cell]) < BITS || !sharp) found |= u64{1} << (bit[cell] & (BITS - 1));
        });
        return found;
    }
    static u64 half(u64 word) { return (word | word >> 32) << 32; }

    void list(const Claims& all, KeptState& state, i64 head, i64 n) const {
        i64 at = heads[head];
        if (at < 0 || chunks[at].count() == PER_CHUNK) {
            chunks[state.chunks].last = (u64)(at + 1) << Chunk::SHIFT;
            at = heads[head] = (i32)state.chunks++;
        }
        Chunk& chunk = chunks[at];
        i64 j = chunk.count();
        chunk.own[j] = word(all.own(n), false);
        chunk.zone[j] = word(all.zone(n), true);
        chunk.number[j] = (u64)(state.claims - 1) | half(word(all.taken(n), false));
        chunk.last++;
    }
    // Try the claim everywhere from now on, unless there is no room.
    void keep(const Claims& all, KeptState& state, i64 n) const {
        if (n < 0 || state.claims == claims.size || state.chunks + 3 > chunks.size) return;
        claims[state.claims++] = n;
        for (Words stones : {all.own(n), all.taken(n)})
            stones.each([&](i64 cell) {
                if (bit[cell] < 0) bit[cell] = state.bits < BITS ? state.bits++ : BITS + cell;
            });
        i64 least[3], found = 0;
        all.own(n).each([&](i64 cell) {
            if (words_of(given, 0).has(cell)) return;
            uses[cell]++;
            i64 j = found < 3 ? found++ : 3;
            for (; j > 0 && uses[least[j - 1]] > uses[cell]; j--)
                if (j < 3) least[j] = least[j - 1];
            if (j < 3) least[j] = cell;
        });
        if (found < 2) return list(all, state, others(), n);
        for (i64 j = 0; j < found; j++)
            list(all, state,
                 found == 2 ? by_cell(least[j]) : by_pair(least[j], least[(j + 1) % 3]), n);
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
    // The chunk will be looked at soon.
    void expect(i64 at) const {
        for (const u64 *word = chunks[at].own, *end = word + CHUNK_WORDS; word < end; word += 8)
            __builtin_prefetch(word);
    }
    // Goes through the claims kept from `first` on, by the lists that the attacker's cells are on,
    // while `take` returns false of their words; it sees all that lack at most one of his cells
    // and have no stone of the defender in their zones.
    template <class F>
    void each_near(const Board& board, i64 first, F take) const {
        Words own = board.stones_of(ATTACKER), other = board.stones_of(DEFENDER);
        i64 cells[MOST_OWN], n = 0;
        own.each([&](i64 cell) {
            if (n < MOST_OWN && !words_of(given, 0).has(cell)) cells[n++] = cell;
        });
        u64 missing = ~word(own, false), in_zone = word(other, true);
        auto none = [&](i64 head) {
            for (i64 at = heads[head]; at >= 0;) {
                const Chunk& chunk = chunks[at];
                i64 j = chunk.count() - 1;
                if ((at = chunk.before()) >= 0) expect(at);
                if (chunk.place(j) < first) break;
                for (; j >= 0; j--) {
                    u64 lacks = chunk.own[j] & missing;
                    if (lacks & (lacks - 1) || chunk.zone[j] & in_zone) continue;
                    if (take(NearClaim{chunk.zone[j], chunk.number[j]})) return false;
                }
            }
            return true;
        };
        for (i64 i = 0; i < n; i++) {
            for (i64 j = 0; j < i; j++)
                if (i64 at = heads[by_pair(cells[i], cells[j])]; at >= 0) expect(at);
            for (i64 j = 0; j < i; j++)
                if (!none(by_pair(cells[i], cells[j]))) return;
        }
        for (i64 i = 0; i < n; i++)
            if (!none(by_cell(cells[i]))) return;
        none(others());
    }
    // The cells of the defender that a claim may not have, as they are marked in its number.
    u64 not_taken(const Board& board) const {
        return ~half(word(board.stones_of(DEFENDER), false)) >> 32 << 32;
    }
    // The attacker's win by the claim that is kept there.
    Reply by(const Board& board, const Claims& all, i64 place) const {
        i64 n = claims[place], move = move_to(board, all, n);
        return move >= 0 ? Reply{move, n} : Reply{};
    }
    // The attacker's win, he being to move, by one of the claims that are kept from `first` on.
    Reply find(const Board& board, const Claims& all, i64 first) const {
        u64 free = not_taken(board);
        Reply found;
        each_near(board, first, [&](NearClaim one) {
            if (!(one.number & free)) found = by(board, all, one.place());
            return bool(found);
        });
        return found;
    }
    // Collect those that may serve here, whatever the defender takes next.
    void collect(const Board& board, KeptState& state) const {
        state.near = 0, state.until = state.claims, state.collected++;
        each_near(board, 0, [&](NearClaim one) {
            if (seen[one.place()] != state.collected) near[state.near++] = one;
            seen[one.place()] = state.collected;
            return false;
        });
    }
    // The same as find() after a move of the defender: by claims that were kept since, the last
    // first, and by those that were collected.
    Reply find_collected(const Board& board, const KeptState& state, const Claims& all,
                         i64 first) const {
        for (i64 place = state.claims; place-- > std::max(first, state.until);)
            if (Reply found = by(board, all, place)) return found;
        if (first >= state.until) return {};
        u64 free = not_taken(board);
        u64 in_zone = word(board.stones_of(DEFENDER), true);
        for (i64 i = 0; i < state.near; i++) {
            const NearClaim& one = near[i];
            if (one.zone & in_zone || one.number & free || one.place() < first) continue;
            if (Reply found = by(board, all, one.place())) return found;
        }
        return {};
    }
};

}  // namespace
}  // namespace gameproof
