// Zones in which Breaker stops Maker's sets: where Breaker owns a zone's `stones`, Maker no cell of its
// `cells`, and Maker is to move, Breaker stops them, whoever owns the rest. A zone has pairs and
// parts, zones that share no cell with them, or answers, each a cell and the zone after it; parts and
// answers' zones may be turned by an automorphism (certificates/zones/relevance_zones.py).
#pragma once

#include "pairs.h"
#include "row_pairs.h"
#include "zone_index.h"

namespace gameproof {
namespace {

constexpr i64 SCALE = 30;           // a set of no free cells has potential 2^SCALE
constexpr i64 NOTHING = -1;         // no zone was found
constexpr i64 PLAYED_CELLS = 16, PLAYED_POSITIONS = 60, PLAYED_ANSWERS = 4;
constexpr i64 MOST_KNOWN = 256;     // answers by known zones that are looked at beside needed ones
constexpr i64 MOST_PLAYED_SETS = 64, MOST_SETS = 1024;
constexpr i64 FAR = 150, FARTHEST = 1 << 18;  // guesses where Maker's potential is 2, and the greatest

// Maker's cells in live sets, and those of Breaker's that stop a set which no other one does.
template <int W>
struct Position {
    Bits<W> own, stones;
    bool operator==(const Position& o) const { return own == o.own && stones == o.stones; }
};

// Numbers of sets.
using SetNumbers = Bits<MOST_SETS / 64>;

// What holds a position: a zone, by which automorphism it comes there, and where Breaker moves his
// answer before.
struct Held {
    i32 zone, turn, cell;
};

// The same with the cells on which it relies, the answer among them, and the stones, without it.
template <int W>
struct Answer {
    Held by;
    Bits<W> cells, stones;
};

template <int W>
struct Zone {
    using Number = u64;
    Bits<W> cells, stones;
};

struct Effort {
    i64 width;     // Breaker's answers that are tried at a position
    i64 pairing;   // steps of a search for pairs
    i64 pairings;  // searches for pairs so far
    i64 failed;    // lines for which the last one first found none
    i64 zones, pairs, answers, parts;  // how many there are
    GAMEPROOF_NUMBERS(width, pairing, pairings, failed, zones, pairs, answers, parts)
};

// Maker's sets, the cells of the board, and images(g, c), where automorphism g takes cell c; room for
// pairs; the zones, and by zone where its pairs, answers (cell, zone, automorphism) and parts end; and
// those that stop all sets, in all places, by what they ask for.
template <int W>
struct Board {
    Array<const Bits<W>> sets, cells;
    Table<const u8, 2> images;
    PairRoom<W> room;
    Lines lines;
    Array<Zone<W>> zone;
    Array<i32, 3> ends;
    Array<i16, 2> pair;
    Array<i32, 3> answer;
    Array<i32, 2> part;
    ZoneIndex<W> places;
    GAMEPROOF_ARRAYS(sets, cells, images, room, lines, zone, ends, pair, answer, part, places)

    using Cells = Bits<W>;
    using At = Position<W>;

    const Cells& whole() const { return cells[0]; }

    // Each live set, by its free cells.
    template <class F>
    void live(const At& p, F each) const {
        for (i64 i = 0; i < sets.size; i++)
            if (const Cells& set = sets[i]; !set.meets(p.stones)) each(set, set - p.own);
    }
    // Maker's moves: the free cells of live sets.
    Cells free(const At& p) const {
        Cells found{};
        live(p, [&](const Cells&, const Cells& rest) { found |= rest; });
        return found;
    }
    // Those of the stones that stop a set of which no other one is a cell, and as many more as are
    // needed for all; `asked` are the sets that count, null: all.
    Cells needed(const Cells& stones, const SetNumbers* asked) const {
        Cells once{}, left = stones;
        for (i64 i = 0; i < sets.size; i++)
            if (Cells in = sets[i] & stones; in && !in.several() && (!asked || asked->has(i))) once |= in;
        for (Cells rest = stones - once; rest;) {
            i64 stone = rest.pop();
            Cells fewer = left - Cells::single(stone);
            bool spare = true;
            for (i64 i = 0; i < sets.size && spare; i++)
                spare = !sets[i].has(stone) || (asked && !asked->has(i)) || sets[i].meets(fewer);
            if (spare) left = fewer;
        }
        return left;
    }
    // A position reduced to what counts, its least image.
    At canonical(At p) const {
        Cells alive{};
        live(p, [&](const Cells& set, const Cells&) { alive |= set; });
        p.own &= alive;
        p.stones = needed(p.stones, nullptr);
        At best = p;
        for (i64 g = 1; g < images.shape[0]; g++) {
            const u8* to = images.row(g);
            Cells own = image_of(p.own, to);
            if (best.own < own) continue;
            Cells stones = image_of(p.stones, to);
            if (own < best.own || stones < best.stones) best = {own, stones};
        }
        return best;
    }
    // A first guess how far Breaker is from having held: by Maker's potential squared; where the sets
    // are rows on lines by its tenth power, after his best answer if he is to `answer`. There whether
    // one answer to each move leaves pairs depends on a power as high.
    i64 distance(const At& p, bool answer) const {
        f64 total = 0, worth[64 * W] = {}, most = 0;
        Cells must{};
        live(p, [&](const Cells&, const Cells& rest) {
            f64 value = 1.0 / (f64)(u64{1} << rest.size());
            total += value;
            if (!answer || !lines.start.size) return;
            if (!rest.several()) must |= rest;
            for (i64 cell : rest) worth[cell] += value;
        });
        if (!lines.start.size) return 1 + (i64)(8 * total * total);
        for (i64 cell : must ? must : whole()) most = worth[cell] > most ? worth[cell] : most;
        f64 x = (total - most) / 2, square = x * x, far = FAR * square * square * square * square * square;
        return 1 + (far < FARTHEST ? (i64)far : FARTHEST);
    }
    // The cells by which Maker completes a set.
    Cells completing(const At& p) const {
        Cells found{};
        live(p, [&](const Cells&, const Cells& rest) {
            if (!rest.several()) found |= rest;
        });
        return found;
    }
    // Breaker's moves into `order`, those that take most potential squared first, or the one that
    // he must make; how many, -1 if Maker completes a set in two ways.
    i64 answers(const At& p, i64 width, i64* order) const {
        Cells must = completing(p);
        if (must.several()) return -1;
        if (must.some()) {
            order[0] = must.first();
            return 1;
        }
        i64 worth[64 * W] = {};
        live(p, [&](const Cells&, const Cells& rest) { weigh(rest, worth, rest.size()); });
        return best(worth, width, order);
    }
    // What a set of so many free cells makes each of these cells worth.
    static void weigh(Cells rest, i64* worth, i64 size) {
        i64 scale = 2 * size, value = i64{1} << (scale < SCALE ? SCALE - scale : 0);
        while (rest.some()) worth[rest.pop()] += value;
    }
    static i64 best(const i64* worth, i64 width, i64* order) {
        i64 n = 0;
        for (i64 cell = 0; cell < 64 * W; cell++) {
            if (!worth[cell]) continue;
            i64 i = n;
            for (; i > 0 && worth[order[i - 1]] < worth[cell]; i--)
                if (i < width) order[i] = order[i - 1];
            if (i < width) order[i] = cell, n = n < width ? n + 1 : width;
        }
        return n;
    }

    // -- zones --------------------------------------------------------------------------------

    // A zone where it serves.
    Zone<W> placed(const Held& by) const {
        const u8* to = images.row(by.turn);
        return {image_of(zone[by.zone].cells, to), image_of(zone[by.zone].stones, to)};
    }

    // What is added to the lists since the last zone is a new zone's.
    i64 add(Effort& effort, const Cells& cells, const Cells& stones) const {
        zone[effort.zones] = {cells - stones, stones};
        i32(&end)[3] = ends[effort.zones];
        end[0] = (i32)effort.pairs, end[1] = (i32)effort.answers, end[2] = (i32)effort.parts;
        return effort.zones++;
    }

    // The first `n` of room.pairs, and a part (or NOTHING) that stops the sets `played`; `asked` are
    // those that are to be stopped, null: all. Of the stones and then of the pairs as few as serve.
    i64 leaf(Effort& effort, const Cells& stones, i64 n, i64 inner = NOTHING,
             const SetNumbers* asked = nullptr, const SetNumbers* played = nullptr) const {
        auto paired = [&](i64 i, i64 but) {
            for (i64 k = 0; k < n; k++)
                if (k != but && room.pairs[k] && room.pairs[k].within(sets[i])) return true;
            return false;
        };
        SetNumbers needy{};
        for (i64 i = 0; i < sets.size; i++)
            if ((!asked || asked->has(i)) && !(played && played->has(i)) && !paired(i, -1))
                needy.add(i);
        Cells kept = needed(stones, &needy);
        Cells all = inner == NOTHING ? Cells{} : zone[inner].cells;
        for (i64 k = 0; k < n; k++) {
            bool spare = true;
            for (i64 i = 0; i < sets.size && spare; i++)
                spare = (asked && !asked->has(i)) || (played && played->has(i)) ||
                        sets[i].meets(kept) || !room.pairs[k].within(sets[i]) || paired(i, k);
            Cells both = room.pairs[k];
            if (spare) {
                room.pairs[k] = Cells{};
                continue;
            }
            all |= both;
            i64 one = both.pop();
            pair[effort.pairs][0] = (i16)one, pair[effort.pairs++][1] = (i16)both.first();
        }
        if (inner != NOTHING) {
            part[effort.parts][0] = (i32)inner, part[effort.parts++][1] = 0;
            kept |= zone[inner].stones;
        }
        return add(effort, all, kept);
    }

    // It stops all sets: so it may serve anywhere.
    i64 keep(i64 number) const {
        if (number == NOTHING) return number;
        for (i64 g = 0; g < images.shape[0]; g++) {
            Zone<W> here = placed({(i32)number, (i32)g, 0});
            places.add({here.cells, here.stones, (i32)number, (i32)g});
        }
        return number;
    }

    // A zone of answers, each of which serves the moves outside of it and of what follows: of `n` of
    // them greedily the one first that leaves the fewest of `moves` and adds least, none that the
    // others make needless. They serve all moves together.
    i64 join(Effort& effort, const Answer<W>* by, i64 n, const Cells& moves, const Cells& stones) const {
        Cells taken{}, wanted{};
        i64 chosen[64 * W], count = 0;
        for (Cells left = moves; left;) {
            i64 best = -1, least = i64{1} << 20;
            for (i64 i = 0; i < n; i++) {
                if (left.within(by[i].cells)) continue;
                i64 cost = 8 * (left & by[i].cells).size() + 2 * ((by[i].cells & moves) - taken).size() +
                           3 * (by[i].stones - wanted).size();
                if (cost < least) least = cost, best = i;
            }
            chosen[count++] = best;
            left &= by[best].cells, taken |= by[best].cells, wanted |= by[best].stones;
        }
        for (i64 i = 0; i < count && count > 1;) {
            Cells common = moves;
            for (i64 j = 0; j < count; j++)
                if (j != i) common &= by[chosen[j]].cells;
            if (common) i++;
            else chosen[i] = chosen[--count];
        }
        Cells all{}, asked{}, common = whole();
        for (i64 i = 0; i < count; i++) {
            const Answer<W>& one = by[chosen[i]];
            i32(&row)[3] = answer[effort.answers++];
            row[0] = one.by.cell, row[1] = one.by.zone, row[2] = one.by.turn;
            all |= one.cells, asked |= one.stones, common &= one.cells;
        }
        // A cell in every zone is one of Breaker's: there is no move on it.
        return add(effort, all, asked | (common & stones));
    }

    // Answers of Breaker's at p, and the zones known that serve after them, into `found`: all that
    // some of the `moves` ask for, and others, MOST_KNOWN in all. What is left of `moves` are those
    // that none serves. How many; or -1, and found[0] a zone that serves as it is.
    i64 known(const At& p, Answer<W>* found, Cells& moves) const {
        i64 n = 0;
        Cells every = moves;
        auto each = [&](const Placed<W>& one, const Cells& lacks) {
            Answer<W> next{{one.zone, one.turn, 0}, one.cells | lacks, one.stones - lacks};
            if (!lacks) {
                found[0] = next, n = -1;
                return true;
            }
            next.by.cell = (i32)lacks.first();
            if (every.within(next.cells) || (n >= MOST_KNOWN && moves.within(next.cells))) return false;
            moves &= next.cells;
            found[n++] = next;
            return false;
        };
        places.serving(p.own, p.stones, each);
        return n;
    }

    // -- positions that are held at once ------------------------------------------------------

    // A zone of pairs, and where these leave the rows of one line over, of a part in which they are
    // played out. On other cells than the `dear` ones where there is a choice.
    i64 held_by_pairs(const At& p, Effort& effort, i64 budget, const Cells& dear) const {
        effort.pairings++;
        i64 found = pairs(p, effort, budget, dear);
        if (found >= 0) return keep(leaf(effort, p.stones, found));
        return keep(effort.failed == 1 ? left_over(p, effort, dear) : NOTHING);
    }
    i64 pairs(const At& p, Effort& effort, i64 budget, const Cells& dear) const {
        effort.failed = 0;
        if (!lines.start.size) return find_pairs(sets, p.own, p.stones, room, budget);
        return find_row_pairs(lines, p.own, p.stones, dear, room.pairs, budget, effort.failed);
    }

    // The sets that are played out, and how many positions that may take.
    struct Played {
        SetNumbers which;
        Cells sets[MOST_PLAYED_SETS];
        i64 count, budget;
    };

    // The rows for which no pairs were left, and those of the lines around them, on the cells that
    // they have beside the pairs of all other lines.
    i64 left_over(const At& p, Effort& effort, const Cells& dear) const {
        i64 count = lines.start.size;
        for (i64 i = 0; i < count; i++) lines.state(0, i) = 0;
        lines.put(p.own, 1);
        lines.put(p.stones, 2);
        for (i64 i = 0; i < count; i++) lines.left(0, i) = lines.ways[lines.start[i] + lines.state(0, i)];
        if (lines.attempt(2, dear) != 1) return NOTHING;
        Cells line[64 * W], pairs[64 * W], ground{}, used{};
        bool in[64 * W];
        if (count > 64 * W) return NOTHING;
        for (i64 i = 0; i < count; i++) {
            line[i] = pairs[i] = Cells{};
            for (i64 j = 0; j < LONGEST_LINE && lines.cells[i][j] >= 0; j++) {
                line[i].add(lines.cells[i][j]);
                if (lines.chosen[i] >> j & 1) pairs[i].add(lines.cells[i][j]);
            }
            used |= pairs[i];
            in[i] = lines.left(0, i) != SERVED && !lines.chosen[i];
        }
        live(p, [&](const Cells& set, const Cells& rest) {
            for (i64 i = 0; i < count; i++)
                if (in[i] && set.within(line[i])) ground |= rest;
        });
        // The lines whose pairs take most of these cells first.
        Cells played = ground - used;
        for (;;) {
            i64 most = 0, next = -1;
            for (i64 i = 0; i < count; i++) {
                if (in[i] || !pairs[i].meets(ground)) continue;
                if ((played | pairs[i]).size() > PLAYED_CELLS) continue;
                if (i64 n = (pairs[i] & ground).size(); n > most) most = n, next = i;
            }
            if (next < 0) break;
            in[next] = true;
            played |= pairs[next];
        }
        if (played.size() > PLAYED_CELLS) return NOTHING;
        Played out{};
        out.budget = PLAYED_POSITIONS;
        for (i64 k = 0; k < sets.size; k++) {
            if (sets[k].meets(p.stones)) continue;
            for (i64 i = 0; i < count; i++) {
                if (!in[i] || !sets[k].within(line[i])) continue;
                if (out.count == MOST_PLAYED_SETS) return NOTHING;
                out.sets[out.count++] = sets[k];
                out.which.add(k);
                break;
            }
        }
        // The other lines' pairs, beside: the search for pairs in the part needs room.pairs.
        Cells beside[MOST_PAIRS<W>];
        i64 n = 0;
        for (i64 i = 0; i < count; i++) {
            if (in[i]) continue;
            for (Cells rest = pairs[i]; rest;) {
                beside[n] = Cells::single(rest.pop());
                beside[n++].add(rest.pop());
            }
        }
        Effort before = effort;
        // Maker has whatever is not played for.
        i64 inner = play(out, {whole() - played - p.stones, p.stones}, effort);
        if (inner == NOTHING) {
            effort.zones = before.zones, effort.pairs = before.pairs;
            effort.answers = before.answers, effort.parts = before.parts;
            return NOTHING;
        }
        for (i64 i = 0; i < n; i++) room.pairs[i] = beside[i];
        return leaf(effort, p.stones, n, inner, nullptr, &out.which);
    }

    // Does Breaker stop the played sets, Maker to move? The zone in which he does.
    i64 play(Played& out, const At& p, Effort& effort) const {
        if (out.budget-- <= 0) return NOTHING;
        Array<const Cells> asked{out.sets, out.count};
        i64 found = find_pairs(asked, p.own, p.stones, room, PLAYED_POSITIONS);
        if (found >= 0) return leaf(effort, p.stones, found, NOTHING, &out.which);
        Cells must{}, moves{};
        for (i64 i = 0; i < out.count; i++) {
            if (out.sets[i].meets(p.stones)) continue;
            Cells rest = out.sets[i] - p.own;
            if (!rest.several()) return NOTHING;
            must |= rest;
        }
        moves = must;
        Answer<W> by[PLAYED_CELLS];
        i64 n = 0;
        while (must) {
            At q = p;
            // Where Maker threatens most.
            i64 worth[64 * W] = {}, order[PLAYED_ANSWERS + 1];
            for (i64 i = 0; i < out.count; i++)
                if (!out.sets[i].meets(p.stones)) weigh(out.sets[i] - p.own, worth, (out.sets[i] - p.own).size());
            i64 move = -1;
            for (i64 cell : must)
                if (move < 0 || worth[cell] > worth[move]) move = cell;
            q.own.add(move);
            Cells forced{};
            for (i64& one : worth) one = 0;
            for (i64 i = 0; i < out.count; i++) {
                if (out.sets[i].meets(q.stones)) continue;
                Cells rest = out.sets[i] - q.own;
                if (!rest.several()) forced |= rest;
                weigh(rest, worth, rest.size());
            }
            if (forced.several()) return NOTHING;
            i64 count = best(worth, PLAYED_ANSWERS, order);
            if (forced) order[0] = forced.first(), count = 1;
            i64 held = NOTHING;
            for (i64 i = 0; i < count && held == NOTHING; i++) {
                At after = q;
                after.stones.add(order[i]);
                held = play(out, after, effort);
                if (held == NOTHING) continue;
                Cells one = Cells::single(order[i]);
                by[n] = {{(i32)held, 0, (i32)order[i]}, zone[held].cells | one, zone[held].stones - one};
                must &= by[n++].cells;
            }
            if (held == NOTHING) return NOTHING;
        }
        return join(effort, by, n, moves, p.stones);
    }
};

}  // namespace
}  // namespace gameproof
