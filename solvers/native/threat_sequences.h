// Sequences of threats: a threat leaves its player one cell that completes a set, so that the other
// must take it; a sequence wins when the last threat leaves two such cells (Patashnik, Qubic,
// Mathematics Magazine 53, 1980; Allis, thesis, 1994). Depth first, by length, with a table of
// positions in which there is none.
#pragma once

#include "set_family.h"
#include "transposition_table.h"

namespace gameproof {

constexpr i64 MOST_THREATS = 33;
constexpr i64 FOUND_NOTHING = -1, OUT_OF_BUDGET = -2, CUT_OFF = -3;
constexpr i64 UNLIMITED = 127;  // moves that nobody counts

// No sequence of at most so many threats from here, of none at all where `whole`.
template <int W>
struct NoThreatsRow {
    using Number = u64;
    struct Key {
        Bits<W> own, other;
    };
    Key key;
    u64 threats;  // one more than that many; 0 in a free row
    static constexpr u64 ANY = 100;

    static u64 hash(const Key& key) { return hash_words((const u64*)&key, 2 * W, 0); }
    bool free() const { return threats == 0; }
    bool holds(const Key& of) const { return key.own == of.own && key.other == of.other; }
    u64 worth() const { return threats; }
};

// The player who threatens has the family `mine`, the other `yours`.
template <int W>
struct ThreatSequences {
    using Cells = Bits<W>;
    const SetFamily<W>& mine;
    const SetFamily<W>& yours;
    const TranspositionTable<NoThreatsRow<W>, 1>& none;

    // A winning sequence of the player to move, who completes nothing at once and must take the
    // cell in `must` if there is one. Its moves go into `line`; returns their number, or
    // FOUND_NOTHING, CUT_OFF (none of at most `most` moves) or OUT_OF_BUDGET (positions).
    i64 search(Cells own, Cells other, Cells must, i64* line, i64 most, i64 budget) const {
        struct Row {
            Cells own, other, must, threats;
            bool cut;
        } path[MOST_THREATS + 1];
        path[0] = {own, other, must, Cells::none(), false};
        bool fresh = true;
        for (i64 k = 0; k >= 0;) {
            Row& row = path[k];
            NoThreatsRow<W>& known = none.place({row.own, row.other});
            if (fresh) {
                fresh = false;
                row.cut = false;
                if (--budget < 0) return OUT_OF_BUDGET;
                if ((i64)known.threats > most - k && known.holds({row.own, row.other})) {
                    if (known.threats <= known.ANY) path[k ? k - 1 : 0].cut = true;
                    k--;
                    continue;
                }
                i64 fork = threats(row.own, row.other, row.must, row.threats);
                if (fork >= 0) {
                    line[k] = fork;
                    return k + 1;
                }
                if (k >= most - 1) {
                    row.cut = row.threats.some();
                    row.threats = Cells::none();
                }
            }
            if (row.threats.empty()) {
                known.key = {row.own, row.other};
                known.threats = 1 + (row.cut ? most - k : known.ANY);
                if (row.cut) path[k ? k - 1 : 0].cut = true;
                k--;
                continue;
            }
            i64 cell = row.threats.pop();
            own = row.own | Cells::single(cell);
            Cells answer = mine.completing_through(own, row.other, cell);
            if (answer.empty()) continue;
            line[k] = cell;
            if (answer.several()) return k + 1;
            other = row.other | answer;
            must = yours.completing_through(other, own, answer.first());
            if (must.several()) continue;
            Row& next = path[++k];
            next.own = own, next.other = other, next.must = must;
            fresh = true;
        }
        return path[0].cut ? CUT_OFF : FOUND_NOTHING;
    }

    // The same with growing length, so that short sequences, which leave few useful answers, come
    // first; at most `moves` moves with the one that completes the set. A set completed at once is
    // a sequence of one move.
    i64 shortest(const Cells& own, const Cells& other, i64 moves, i64* line, i64 budget) const {
        Cells now = mine.completing(own, other);
        if (now.some()) {
            line[0] = now.first();
            return 1;
        }
        Cells must = yours.completing(other, own);
        if (must.several()) return FOUND_NOTHING;
        i64 most = moves - 1 < MOST_THREATS ? moves - 1 : MOST_THREATS;
        for (i64 length = 1;;) {
            length = 2 * length < most ? 2 * length : most;
            if (length < 1) length = 1;
            i64 found = search(own, other, must, line, length, budget);
            if (found != CUT_OFF || length >= most) return found;
        }
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
