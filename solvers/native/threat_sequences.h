// Sequences of threats on words: a threat leaves its player one cell that completes a set, so that
// the other must take it; a sequence wins when the last threat leaves two such cells (Patashnik,
// Qubic, Mathematics Magazine 53, 1980; Allis, thesis, 1994). The search is threat_loop.h's.
#pragma once

#include <array>

#include "set_family.h"
#include "threat_loop.h"
#include "transposition_table.h"

namespace gameproof {

constexpr i64 UNLIMITED = 127;  // moves that nobody counts

// No sequence of at most so many threats from here.
template <int W>
using NoThreatsRow = FoundRow<std::array<Bits<W>, 2>, i64>;

// The player who threatens has the family `mine`, the other `yours`.
template <int W>
struct ThreatSequences {
    using Cells = Bits<W>;
    const SetFamily<W>& mine;
    const SetFamily<W>& yours;
    const TranspositionTable<NoThreatsRow<W>, 1>& none;

    // The path of a search, as find_sequence asks for it: row k before the threat k.
    struct Path {
        const ThreatSequences& of;
        i64 depth;
        struct Row {
            Cells own, other, must, threats;
        } row[MOST_THREATS + 1];

        std::array<Cells, 2> key() const { return {row[depth].own, row[depth].other}; }
        i64 failed() const {
            const auto* known = of.none.find(key());
            return known ? known->found : -1;
        }
        void fail(i64 moves) const { of.none.place(key()) = {key(), moves}; }
        i64 threats(i64 k) { return of.threats(row[k].own, row[k].other, row[k].must, row[k].threats); }
        bool any(i64 k) const { return row[k].threats.some(); }
        void none(i64 k) { row[k].threats = Cells::none(); }
        i64 next(i64 k) {
            while (row[k].threats.some()) {
                i64 cell = row[k].threats.pop();
                Cells own = row[k].own | Cells::single(cell);
                Cells answer = of.mine.completing_through(own, row[k].other, cell);
                if (answer.empty()) continue;
                Cells other = row[k].other | answer;
                Cells must = of.yours.completing_through(other, own, answer.first());
                if (must.several()) continue;
                depth = k + 1;
                row[depth] = {own, other, must, Cells::none()};
                return cell;
            }
            return -1;
        }
        void back(i64 k) { depth = k; }
    };

    // A winning sequence of the player to move, who completes nothing at once and must take the
    // cell in `must` if there is one: as find_sequence.
    i64 search(const Cells& own, const Cells& other, const Cells& must, i64* line, i64 most,
               i64 budget) const {
        Path path{*this, 0, {}};
        path.row[0] = {own, other, must, Cells::none()};
        i64 seen = 0;
        return find_sequence(path, line, most, budget, seen);
    }

    // A shortest winning sequence, of at most `moves` moves with the one that completes the set. A
    // set completed at once is a sequence of one move.
    i64 shortest(const Cells& own, const Cells& other, i64 moves, i64* line, i64 budget) const {
        Cells now = mine.completing(own, other);
        if (now.some()) {
            line[0] = now.first();
            return 1;
        }
        Cells must = yours.completing(other, own);
        if (must.several()) return FOUND_NOTHING;
        i64 most = moves - 1 < MOST_THREATS ? moves - 1 : MOST_THREATS, seen = 0;
        if (most < 1) return FOUND_NOTHING;
        Path path{*this, 0, {}};
        path.row[0] = {own, other, must, Cells::none()};
        return shortest_sequence(path, line, most, budget, seen);
    }

    // Does this sequence win from here?
    bool replays(Cells own, Cells other, i64 moves, const i64* line, i64 length) const {
        if (mine.completing(own, other).some()) return moves >= 1;
        if (moves < length + 1) return false;
        Cells must = yours.completing(other, own);
        for (i64 i = 0; i < length; i++) {
            Cells move = Cells::single(line[i]);
            if ((own | other).meets(move) || !must.within(move)) return false;
            own |= move;
            Cells answer = mine.completing_through(own, other, line[i]);
            if (answer.empty()) return false;
            if (answer.several()) return true;
            other |= answer;
            must = yours.completing_through(other, own, answer.first());
        }
        return false;
    }

   private:
    // The cells that leave a set which lacks one, into `cells`, or one that leaves two such sets
    // with different cells: it is returned, else -1. With `must`, only in there.
    i64 threats(const Cells& own, const Cells& other, const Cells& must, Cells& cells) const {
        Cells twice = Cells::none();
        cells = Cells::none();
        for (i64 i = 0; i < mine.size(); i++) {
            if (mine.set(i).meets(other)) continue;
            Cells rest = mine.set(i) - own, more = rest;
            if (!rest.several()) continue;
            more.pop();
            if (more.several()) continue;
            twice |= cells & rest;
            cells |= rest;
        }
        if (must.some()) cells &= must, twice &= must;
        while (twice.some()) {
            i64 cell = twice.pop();
            if (mine.completing_through(own | Cells::single(cell), other, cell).several())
                return cell;
        }
        return -1;
    }
};

}  // namespace gameproof
