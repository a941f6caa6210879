// The arrays of a search by star packing, its bounds, and its log; theory in star_packing.py.
//
// A position is written for the player to move: a are his vertices, b the opponent's.
#pragma once

#include <algorithm>
#include <array>

#include "byte_rows.h"
#include "thermostrat.h"
#include "transposition_table.h"

namespace gameproof {
namespace {

enum Verdict { LOSS, WIN, OPEN = -1, PAUSED = -2 };
// Evidence is the number of a proof in the log, or the bound by stars, or that by pieces less the
// number of a partition. A step is a move (or PASS, the opponent moving twice) and the evidence for
// what it leaves, in one number. ROOM must be left in the log, for what one node can add.
constexpr i64 BY_STARS = -1, BY_PIECES = -2, PASS = 255, SHIFT = 256, ROOM = 20'000;

struct State {
    i64 nodes, ply, entering;
    i64 want_move, verdict, move;
    i64 surely_won, surely_lost;      // spare moves with which the bounds at the root win
    i64 proofs, steps, cuts, logging;  // how much is in the log; is it kept
    i64 evidence;                     // what proved the last result
    GAMEPROOF_NUMBERS(nodes, ply, entering, want_move, verdict, move, surely_won, surely_lost, proofs,
                      steps, cuts, logging, evidence)
};

// What is known of a position: spare moves with which it is won and lost, what the winner needs.
struct Result {
    Set won_needs, lost_needs;
    i32 won_from = FAR, lost_to = -FAR, move = -1, won_by = BY_STARS, lost_by = BY_STARS, unused = 0;
};
using Results = TranspositionTable<FoundRow<std::array<Set, 2>, Result>, 1>;

// One position on the way to the one at hand. `given` are spare moves before free vertices were
// counted; `need` is what the refutations so far need, with the vertices in `needed`.
struct Ply {
    using Number = u64;
    Set a, b, free_a, free_b, candidates, needed;
    i64 given, spare, own_free, other_free, need, tried, taken;
};

// How many vertices of the opponent each vertex closes. Rows 0 and 1 are the root's (the player to
// move, the other one), row p + 1 is that of whoever moved to ply p. The largest number of a row is no
// more than `at_most`, and `most` where its player is to move.
struct Largest {
    i32 at_most, most;
    GAMEPROOF_RECORD(i32, at_most, most)
};

struct Star {
    using Number = u64;
    Set need, shut;  // the vertices it needs, those that it closes
    i32 gain, loss, size, number;
    i32 heat() const { return gain - loss; }
};

struct Proof {
    i64 spare, begins, end;  // the winner's spare moves, is he to move, end of its steps
    GAMEPROOF_RECORD(i64, spare, begins, end)
};

struct Store {
    Array<const Set> near;         // (n,) closed neighbourhoods
    Array<const Row<2>> beside;    // the same, a byte for each vertex
    Results table;
    Array<Ply> ply;
    Table<i32, 2> score;           // (plies, n)
    Array<Row<2>> closing;         // (plies + 1,)
    Array<Largest> largest;
    Array<const i32> part;         // (n + 2,) SCALE / (1 + k)
    Array<i32> gain, worth;        // (n,) scratch
    Array<Star> star, by_heat;     // (n + 1,) scratch
    Array<i32> second;             // (n,) scratch: second centres
    Table<i64, 2> taken;           // (plies, n + 1) steps against the moves refuted so far
    Array<i64> step;               // the log: steps of all proofs in turn
    Array<Proof> proof;
    Array<Set> kept;               // of each partition what its owner does not forget
    GAMEPROOF_ARRAYS(near, beside, table, ply, score, closing, largest, part, gain, worth, star, by_heat, second,
                     taken, step, proof, kept)
};

// Moves are ordered by vertices closed, then by what partitions gain; without them by `merits`.
constexpr int SCALE = 128;

// Stars packed: how many, what the vertices in none of them are worth, the size of the largest.
struct Packing {
    i64 count, total;
    i32 most;
};

struct Stars {
    const Store& in;

    // Count what each vertex of x closes of y.
    void begin(i64 row, const Set& x, const Set& y) const {
        i32 most = 0;
        for (i64 v : x) {
            i32 size = (i32)(in.near[v] & y).size();
            in.closing[row][v] = (u8)size;
            most = std::max(most, size);
        }
        in.largest[row] = {most, most};
    }
    // Count anew after the player to move at a ply has played on v, against b.
    void moved(i64 ply, i64 v, const Set& b) const {
        in.closing[ply + 2] = in.closing[ply] - sum_of(in.beside, in.near[v] & b);
        in.largest[ply + 2].at_most = in.largest[ply].most;
    }

    static void insert(const Array<Star>& stars, i64 count, const Star& star) {
        i64 j = count;
        for (; j > 0 && stars[j - 1].heat() < star.heat(); j--) stars[j] = stars[j - 1];
        stars[j] = star;
    }

    // Pack stars for the owner of x, the largest first.
    Packing packed(i64 row, const Set& x, const Set& y) const {
        const Row<2>& counts = in.closing[row];
        Set left = y, open = x;
        i64 packed = 0;
        i32 most = 0;
        for (i32 size = in.largest[row].at_most; size > 0; size--) {
            Set centres = counts.equal_to((u8)size) & open;
            if (!most && centres) most = size;
            while (centres) {
                Set shut = in.near[centres.first()] & y;
                left -= shut;
                // Own vertices closed by nothing but what the centre closes are free once it is
                // played.
                Row<2> sum = sum_of(in.beside, shut);
                Set touched = sum.more_than(0), freed = sum.equal_to(counts) & touched & open;
                open -= touched;
                centres -= touched;
                insert(in.star, packed++, {freed, shut, (i32)freed.size() - 1, 1 - size, size, 0});
            }
        }
        return {packed, -left.size(), most};
    }

    // Spare moves with which the owner of stars surely wins, and in `needed` the vertices he needs
    // for that. Sums of switches are played hottest first; one spare move must be left at the end, if
    // he is to move then or `always`. When no more than `spare` are wanted, the coolest stars are
    // left out as long as that is enough.
    i64 wanted(const Array<Star>& stars, Packing packing, bool always, i64 spare, bool first,
               Set& needed) const {
        auto [count, total, most] = packing;
        i64 before = 0;  // the sum of the stars before the one looked at
        bool turn = first;
        for (i64 i = 0; i < count; i++, turn = !turn) before += turn ? stars[i].gain : stars[i].loss;
        i64 wanted = (always || turn) - total - before;
        if (wanted > spare) return wanted;
        needed = {};
        // Of the stars kept after the one looked at: their sum when the owner begins with them, when
        // the other does, and whether they are odd in number.
        i64 mine = 0, yours = 0;
        bool odd = false;
        for (i64 i = count - 1; i >= 0; i--) {
            const Star& star = stars[i];
            turn = !turn;
            before -= turn ? star.gain : star.loss;
            if (wanted < spare) {
                i64 rest = total - star.size;
                i64 without = (always || turn != odd) - rest - before - (turn ? mine : yours);
                if (without <= spare) {
                    total = rest, wanted = without;
                    continue;
                }
            }
            needed |= star.need;
            i64 was = mine;
            mine = star.gain + yours, yours = star.loss + was, odd = !odd;
        }
        return wanted;
    }
    i64 wanted(Packing packing, i64 spare, bool first, Set& needed) const {
        return wanted(in.star, packing, false, spare, first, needed);
    }

    // The same with second centres beside the stars packed for the owner of x: those that close least
    // are chosen first, and left out last.
    i64 with_second(i64 row, Packing packing, i64 spare, bool first, Set x, const Set& y,
                    Set& needed) const {
        for (i64 i = 0; i < packing.count; i++) x -= in.star[i].need;
        i64 seconds = 0;
        Set closed;
        const Row<2>& counts = in.closing[row];
        for (int size = 1; x; size++) {
            Set centres = counts.equal_to((u8)size) & x;
            while (centres) {
                i64 v = centres.first();
                Set shut = in.near[v] & y;
                closed |= shut;
                Set touched = sum_of(in.beside, shut).more_than(0);
                x -= touched;
                centres -= touched;
                in.second[seconds++] = (i32)v;
            }
        }
        for (i64 i = 0; i < packing.count; i++) {
            Star star = in.star[i];
            star.loss -= star.shut.meets(closed);  // what is lost with it may cost one of these too
            insert(in.by_heat, i, star);
        }
        packing.total += seconds;
        i64 found = wanted(in.by_heat, packing, true, spare, first, needed);
        if (found > spare) return found;
        for (; seconds > 0 && found < spare; found++) seconds--;
        for (i64 i = 0; i < seconds; i++) needed.add(in.second[i]);
        return found;
    }

    // What moves on the candidates of a ply are good for, in parts of SCALE: each vertex of b that
    // one closes counts 1 and, if d moves could close it, 1 / (1 + d), and a vertex of a that k moves
    // can still close is worth 1 / (1 + k) of one that is safe.
    void merits(i64 ply) const {
        const Ply& p = in.ply[ply];
        const Row<2> &own = in.closing[ply], &other = in.closing[ply + 1];
        const i32* part = in.part.data;
        i32 *gain = in.gain.data, *worth = in.worth.data, *score = in.score.row(ply);
        for (i64 u : p.a) gain[u] = part[own[u] - 1] - part[own[u]];
        for (i64 u : touched_by(in.near, p.candidates) & p.b) {
            i32 total = SCALE + part[other[u]];
            for (i64 w : in.near[u] & p.a) total += gain[w];
            worth[u] = total;
        }
        for (i64 v : p.candidates) {
            i32 total = 0;
            Set shut = in.near[v] & p.b;
            for (i64 u : shut) total += worth[u];
            // What several of these could close gains from all at once.
            Row<2> times = sum_of(in.beside, shut);
            for (i64 u : times.more_than(1) & p.a) {
                int k = own[u], t = times[u];
                total += part[k - t] - part[k] - t * gain[u];
            }
            score[v] = total;
        }
    }
};

// -- what was found --------------------------------------------------------------------------------

struct Log {
    State& state;
    const Store& in;

    bool crowded() const {
        return state.logging && (state.steps + ROOM > in.step.size ||
                                 state.proofs + ROOM > in.proof.size || state.cuts + 2 > in.kept.size);
    }
    // Note a refuted move of the player to move.
    void note(i64 ply, i64 move, i64 evidence) const {
        in.taken(ply, in.ply[ply].taken++) = evidence * SHIFT + move;
    }
    // Write the proof of what was searched for; its number becomes the evidence.
    void write(i64 ply, bool won, i64 move) const {
        if (!state.logging) return;
        const Ply& p = in.ply[ply];
        if (won)
            in.step[state.steps++] = state.evidence * SHIFT + move;
        else
            for (i64 i = 0; i < p.taken; i++) in.step[state.steps++] = in.taken(ply, i);
        in.proof[state.proofs] = {won ? p.spare : -p.spare, won, state.steps};
        state.evidence = state.proofs++;
    }
    // Write what a partition keeps; the evidence that refers to it.
    i64 cut(const Cut& cut) const {
        if (!state.logging) return BY_PIECES;
        in.kept[state.cuts] = cut.owned();
        return BY_PIECES - state.cuts++;
    }

    // Write a result that was searched for into the table and the log.
    void keep(i64 ply, bool won, i64 need, i64 move, const Set& needed) const {
        const Ply& p = in.ply[ply];
        auto& row = in.table.place({p.a, p.b});
        if (!row.holds({p.a, p.b})) row = {{p.a, p.b}, {}};
        Result& known = row.found;
        write(ply, won, move);
        if (won) {
            known.move = (i32)move;
            if (need < known.won_from)
                known.won_from = (i32)need, known.won_by = (i32)state.evidence, known.won_needs = needed;
        } else if (-need > known.lost_to) {
            known.lost_to = (i32)-need, known.lost_by = (i32)state.evidence, known.lost_needs = needed;
        }
    }
    // Turn the proof of a position into one with its free vertices put back: as few of the winner's
    // as the spare moves given do not make up for.
    i64 give_back(i64 ply, bool won, Set& needed) const {
        const Ply& p = in.ply[ply];
        i64 given = won ? p.given : -p.given, other = won ? p.other_free : p.own_free;
        i64 missing = p.need - given + other;
        if (missing <= 0) return p.need + other;
        for (i64 v : won ? p.free_a : p.free_b) {
            if (missing-- <= 0) break;
            needed.add(v);
        }
        return given;
    }
};

}  // namespace
}  // namespace gameproof
