// The bound by partition and thermostat; theory in thermostrat.py. Walls are in quarters,
// temperatures in halves of a move.
//
// A piece is a pair of sets, the vertices of the owner of the bound and those of the other player.
// Of the owner's moves only those that close the most vertices are looked at.
#pragma once

#include <algorithm>

#include "binding.h"
#include "word_sets.h"

namespace gameproof {
namespace {

using Set = Bits<2>;
using Near = Array<const Set>;  // closed neighbourhoods

constexpr int TEMPERATURES = 16, QUARTERS = 4;
constexpr i32 NOTHING = -1000, FAR = 1 << 20;

struct Piece {
    Set own, other;
    bool operator==(const Piece&) const = default;
};

// -- pieces and their walls ------------------------------------------------------------------------

struct Wall {
    i16 left[TEMPERATURES], right[TEMPERATURES];
};

// A piece that was worked out: its walls, and the integers won moving first and second. Entry 0 is
// the piece with nothing left.
struct Entry {
    using Number = u64;
    Piece piece;
    Wall wall;
    i32 first, second;
};

struct PieceCount {
    i64 used, work, full;  // entries; how many may be made before the next pause; out of room?
    i64 largest, most;     // vertices of a piece now, and at most where memory is short
    GAMEPROOF_NUMBERS(used, work, full, largest, most)
};

// A piece that is being worked out: the moves left, the best walls and ends so far.
struct Floor {
    using Number = u64;
    Piece piece;
    Set mine, yours;
    i32 left[TEMPERATURES], right[TEMPERATURES];
    i32 first, second;
    i64 falls_apart;
};

struct Known {
    Array<i32> slot;  // table of entries by their pieces; 0: empty
    Array<Entry> entry;
    Array<Floor> tower;
    GAMEPROOF_ARRAYS(slot, entry, tower)
};

// What is left of a piece after a move, without free vertices, and the surplus of the owner's.
struct After {
    i64 more;
    Piece left;
};

struct Pieces {
    const Near& near;
    const Known& known;
    PieceCount& count;

    u64 place_of(const Piece& p) const {
        u64 last = known.slot.size - 1, place = hash_of(p.own, p.other) & last;
        while (known.slot[place] && !(known.entry[known.slot[place]].piece == p))
            place = (place + 1) & last;
        return place;
    }
    // The entry of a piece, 0 where it has none.
    i32 find(const Piece& p) const { return known.slot[place_of(p)]; }

    // Only the mover's vertices can become free, those that close something that he closes.
    After moved(const Piece& p, i64 v, bool own) const {
        const Set& shut = near[v];
        Piece left = p;
        if (own) {
            left.own.drop(v), left.other -= shut;
            Set free = free_of(near, left.own & touched_by(near, p.other & shut), left.other);
            left.own -= free;
            return {free.size(), left};
        }
        left.other.drop(v), left.own -= shut;
        Set free = free_of(near, left.other & touched_by(near, p.own & shut), left.own);
        left.other -= free;
        return {-free.size(), left};
    }
    After contested(const Piece& p) const {
        Set f = free_of(near, p.own, p.other), g = free_of(near, p.other, p.own);
        return {f.size() - g.size(), {p.own - f, p.other - g}};
    }

    // The component of a contested piece that holds the owner's first vertex.
    Piece component(const Piece& p) const {
        Set frontier = Set::single(p.own.first());  // of the owner and of the other by turns
        Piece found{frontier, {}};
        for (bool own = true; frontier;) {
            Set touched = touched_by(near, frontier);
            own = !own;
            Set& side = own ? found.own : found.other;
            frontier = (touched & (own ? p.own : p.other)) - side;
            side |= frontier;
        }
        return found;
    }

    // The owner's moves in a contested piece that close most.
    Set closing_most(const Piece& p) const {
        i64 most = 0;
        Set found;
        for (i64 v : p.own) {
            i64 size = (near[v] & p.other).size();
            if (size > most) most = size, found = Set::single(v);
            else if (size == most) found.add(v);
        }
        return found;
    }

    // Begin with a contested piece: its moves, or its components where there are several.
    void push(Floor& f, const Piece& p) const {
        f.piece = p;
        f.falls_apart = !(component(p).own == p.own);
        f.mine = f.falls_apart ? Set{} : closing_most(p);
        f.yours = f.falls_apart ? Set{} : p.other;
        std::fill_n(f.left, TEMPERATURES, NOTHING);
        std::fill_n(f.right, TEMPERATURES, -NOTHING);
        f.first = NOTHING, f.second = -NOTHING;
    }

    // Add up the components of a piece; false: one has no entry, and is left in `missing`.
    bool combine(Floor& f, Piece& missing) const {
        std::fill_n(f.left, TEMPERATURES, NOTHING);
        std::fill_n(f.right, TEMPERATURES, 0);
        f.first = NOTHING, f.second = 0;
        Piece rest = f.piece;
        while (rest.own) {
            Piece part = component(rest);
            i32 number = find(part);
            if (!number) return missing = part, false;
            const Entry& e = known.entry[number];
            for (int i = 0; i < TEMPERATURES; i++) {
                i32 left = e.wall.left[i], right = e.wall.right[i];
                f.left[i] = std::max(f.left[i] + right, f.right[i] + left);
                f.right[i] += right;
            }
            f.first = std::max(f.first + e.second, f.second + e.first);
            f.second += e.second;
            rest.own -= part.own, rest.other -= part.other;
        }
        return true;
    }

    // Make a finished piece an entry; 0: no room.
    i32 enlist(const Floor& f) const {
        i64 number = count.used;
        if (number >= known.entry.size) return count.full = 1, 0;
        Entry& e = known.entry[number];
        e.piece = f.piece, e.first = f.first, e.second = f.second;
        if (!f.falls_apart) {  // from the ends after a move of either player to those before it
            i32 low = f.first, high = f.second;
            e.first = low >= 0 ? low : std::max(low, std::min(high - 1, -1));
            e.second = high <= 0 ? high : std::max(0, std::min(high, low + 1));
        }
        bool frozen = false;
        i32 mast = 0;
        for (int i = 0; i < TEMPERATURES; i++) {
            if (f.left[i] < f.right[i] && !frozen) {
                frozen = true;
                mast = i ? std::max<i32>(e.wall.right[i - 1], e.wall.left[i - 1] - 2)
                         : QUARTERS * e.second;
            }
            e.wall.left[i] = (i16)(frozen ? mast : f.left[i]);
            e.wall.right[i] = (i16)(frozen ? mast : f.right[i]);
        }
        known.slot[place_of(f.piece)] = (i32)number;
        count.used++;
        count.work--;
        return (i32)number;
    }

    // Make an entry of a contested piece; 0 where room or work ran out: what was made on the way
    // stays.
    i32 work_out(const Piece& p) const {
        i64 depth = 0;
        push(known.tower[0], p);
        for (;;) {
            if (count.work <= 0) return 0;
            Floor& f = known.tower[depth];
            bool own = f.mine.some();
            if (!own && f.yours.empty()) {
                Piece missing;
                if (f.falls_apart && !combine(f, missing)) {
                    push(known.tower[++depth], missing);
                    continue;
                }
                i32 number = enlist(f);
                if (!number || depth == 0) return number;
                depth--;
                continue;
            }
            i64 v = own ? f.mine.first() : f.yours.first();
            auto [more, left] = moved(f.piece, v, own);
            i32 number = 0;
            if (left.own && !(number = find(left))) {
                push(known.tower[++depth], left);
                continue;
            }
            const Entry& e = known.entry[number];
            i32 free = QUARTERS * (i32)more;
            if (own) {
                for (int i = 0; i < TEMPERATURES; i++)
                    f.left[i] = std::max(f.left[i], e.wall.right[i] + free - 2 * i);
                f.first = std::max<i32>(f.first, e.second + (i32)more);
                f.mine.drop(v);
            } else {
                for (int i = 0; i < TEMPERATURES; i++)
                    f.right[i] = std::min(f.right[i], e.wall.left[i] + free + 2 * i);
                f.second = std::min<i32>(f.second, e.first + (i32)more);
                f.yours.drop(v);
            }
        }
    }
    // The entry of a contested piece, made if new; 0: no room.
    i32 entry_of(const Piece& p) const {
        i32 number = find(p);
        return number ? number : work_out(p);
    }
};

// -- cutting ---------------------------------------------------------------------------------------

// A vertex of a forest that spans the board.
struct Branch {
    using Number = u64;
    Set below;        // the vertex and what hangs from it
    Set last[2][2];   // for either player, both sets there when its row was worked out
    i32 size[2];      // of the open piece, at most
    i32 changed, s, g, piece;  // scratch: the row's state that was chosen, and the piece
};

// The tables by which the forest is cut, for either player: of each vertex, by the size of the open
// piece and whether its uppermost vertex is given up, the fewest vertices given up, and which states
// were joined for that.
struct Forest {
    Array<const i32> order, parent;  // parents before children; -1: a root
    Array<Branch> branch;
    Array<i32> limit;    // (2,) the largest piece when rows were worked out
    Table<i32, 4> cost;  // (2, m, sizes, 2)
    Table<i32, 4> back;  // (2, m, sizes, 2)
    Array<i32, 2> merged;  // (sizes, 2) scratch: one row
    Array<i32, 3> live;    // (2 sizes, 3) scratch: states of one row and their cost
    GAMEPROOF_ARRAYS(order, parent, branch, limit, cost, back, merged, live)

    using Row = i32 (*)[2];
    static Row row(const Table<i32, 4>& table, int side, i64 v) {
        return (Row)&table(side, v, 0, 0);
    }
};

// A part of the partition: the owner's vertices that close nothing outside, the other player's.
struct Part {
    using Number = u64;
    Piece piece;
    i64 entry, more;  // of what is contested, and the integer beside it
};
struct Head {
    i64 parts, numbers, warmth;  // warmth: the temperature of the best bound
    GAMEPROOF_RECORD(i64, parts, numbers, warmth)
};
// By temperature: the sum of right walls, the two widest pieces, whose the widest is.
struct Levels {
    using Number = i32;
    i32 sum[TEMPERATURES], widest[TEMPERATURES], second[TEMPERATURES], whose[TEMPERATURES];
};

// A partition of each position on the way to the one at hand, for each player in turn.
struct Cuts {
    Array<Part> part;   // (plies m)
    Array<i32> where;   // (plies m) the part that holds a vertex of the other player
    Array<Head> head;   // (plies,)
    Array<Levels> levels;
    GAMEPROOF_ARRAYS(part, where, head, levels)
};

struct Cut {
    Part* part;
    i32* where;
    i64 m;
    Head& head;
    Levels& levels;

    Cut(const Cuts& cuts, i64 ply)
        : part(&cuts.part[ply * (cuts.part.size / cuts.head.size)]),
          where(&cuts.where[ply * (cuts.part.size / cuts.head.size)]),
          m(cuts.part.size / cuts.head.size),
          head(cuts.head[ply]),
          levels(cuts.levels[ply]) {}

    Set owned() const {
        Set u;
        for (i64 j = 0; j < head.parts; j++) u |= part[j].piece.own;
        return u;
    }
};

// Begin the rows of the vertices from which something hangs that was not so the last time.
void begin_rows(const Forest& forest, int side, i32 most, const Piece& p) {
    bool all = forest.limit[side] != most;
    forest.limit[side] = most;
    for (i64 v = 0; v < forest.branch.size; v++) {
        Branch& b = forest.branch[v];
        Set own = p.own & b.below, other = p.other & b.below;
        b.changed = all || !(b.last[side][0] == own) || !(b.last[side][1] == other);
        if (!b.changed) continue;
        b.last[side][0] = own, b.last[side][1] = other;
        i32 size = p.own.has(v) + p.other.has(v);
        b.size[side] = size;
        auto cost = Forest::row(forest.cost, side, v);
        for (i32 s = 0; s < size; s++) cost[s][0] = cost[s][1] = FAR;
        cost[size][0] = 0, cost[size][1] = FAR;
    }
}

// Two states that were joined, in one number.
struct Joined {
    i32 s, g, t, h;  // of the upper row and of the lower: size of the open piece, given up?
    bool together;
    i32 code() const { return s | g << 6 | t << 7 | h << 13 | together << 14; }
    static Joined of(i32 code) {
        return {code & 63, code >> 6 & 1, code >> 7 & 63, code >> 13 & 1, code >> 14 != 0};
    }
};

// Cut edges of the forest so that no part is larger than `most` and the fewest vertices of the owner
// have neighbours of the other beyond a cut; how many parts.
i64 partition(const Forest& forest, int side, const Piece& p, i32 most, Part* part) {
    begin_rows(forest, side, most, p);
    auto merged = forest.merged.data;
    for (i64 i = forest.order.size - 1; i > 0; i--) {
        i64 v = forest.order[i], u = forest.parent[v];
        if (u < 0) continue;
        i32 size = forest.branch[v].size[side];
        i32& up = forest.branch[u].size[side];
        if (!forest.branch[u].changed || !size || !up) continue;
        bool above = p.own.has(u) && p.other.has(v), below = p.other.has(u) && p.own.has(v);
        auto lower = Forest::row(forest.cost, side, v), upper = Forest::row(forest.cost, side, u);
        auto back = Forest::row(forest.back, side, v);
        i32 shut = FAR, shut_s = 0, shut_g = 0;  // the best state of v where the edge is cut
        i64 lively = 0;
        for (i32 s = 0; s <= size; s++)
            for (i32 g = 0; g < 2; g++) {
                if (lower[s][g] >= FAR) continue;
                auto& state = forest.live[lively++];
                state[0] = s, state[1] = g, state[2] = lower[s][g];
                i32 price = lower[s][g] + (below && !g);
                if (price < shut) shut = price, shut_s = s, shut_g = g;
            }
        i32 joined = above || below ? std::min(most, size + up) : up;
        for (i32 s = 0; s <= joined; s++) merged[s][0] = merged[s][1] = FAR;
        for (i32 s = 0; s <= up; s++)
            for (i32 g = 0; g < 2; g++) {
                i32 price = upper[s][g];
                if (price >= FAR) continue;
                i32 apart = price + shut + (above && !g), h = above ? 1 : g;
                if (apart < merged[s][h]) {
                    merged[s][h] = apart;
                    back[s][h] = Joined{s, g, shut_s, shut_g, false}.code();
                }
                if (!above && !below) continue;
                for (i64 j = 0; j < lively; j++) {
                    const auto& state = forest.live[j];
                    i32 t = state[0], together = price + state[2];
                    if (s + t > most) break;
                    if (together < merged[s + t][g]) {
                        merged[s + t][g] = together;
                        back[s + t][g] = Joined{s, g, t, state[1], true}.code();
                    }
                }
            }
        up = joined;
        for (i32 g = 0; g < 2; g++) {
            i32 least = FAR;
            for (i32 s = 0; s <= joined; s++) {
                // A larger piece that does not save a vertex is of no use further up.
                upper[s][g] = merged[s][g] < least ? merged[s][g] : FAR;
                least = std::min(least, merged[s][g]);
            }
        }
    }
    i32 count = 0;
    for (i64 i = 0; i < forest.order.size; i++) {
        i64 v = forest.order[i], u = forest.parent[v];
        Branch& b = forest.branch[v];
        if (!b.size[side]) continue;
        bool fresh = true;
        if (u < 0 || !forest.branch[u].size[side]) {
            i32 least = FAR;
            auto cost = Forest::row(forest.cost, side, v);
            for (i32 s = 0; s <= b.size[side]; s++)
                for (i32 g = 0; g < 2; g++)
                    if (cost[s][g] < least) least = cost[s][g], b.s = s, b.g = g;
        } else {
            Branch& root = forest.branch[u];
            Joined of = Joined::of(Forest::row(forest.back, side, v)[root.s][root.g]);
            root.s = of.s, root.g = of.g, b.s = of.t, b.g = of.h;
            fresh = !of.together;
        }
        b.piece = fresh ? count++ : forest.branch[u].piece;
        Piece& into = part[b.piece].piece;
        if (fresh) into = {};
        if (p.own.has(v)) into.own.add(v);
        if (p.other.has(v)) into.other.add(v);
    }
    return count;
}

// -- the bound -------------------------------------------------------------------------------------

// All of it; `mine` is cut for the player to move.
struct Bound {
    Forest forest;
    Known known;
    Cuts mine, yours;
    GAMEPROOF_ARRAYS(forest, known, mine, yours)
};

i64 floor_quarters(i64 x) { return x >> 2; }

struct Thermostrat {
    const Near& near;
    const Bound& in;
    PieceCount& count;

    Pieces pieces() const { return {near, in.known, count}; }
    const Entry& entry(i64 number) const { return in.known.entry[number]; }

    void measure(Cut& cut) const {
        Levels& l = cut.levels;
        std::fill_n(l.sum, TEMPERATURES, QUARTERS * (i32)cut.head.numbers);
        std::fill_n(l.widest, TEMPERATURES, 0);
        std::fill_n(l.second, TEMPERATURES, 0);
        std::fill_n(l.whose, TEMPERATURES, -1);
        for (i64 j = 0; j < cut.head.parts; j++) {
            const Wall& wall = entry(cut.part[j].entry).wall;
            i32 more = QUARTERS * (i32)cut.part[j].more;
            for (int i = 0; i < TEMPERATURES; i++) {
                l.sum[i] += wall.right[i] + more;
                i32 width = wall.left[i] - wall.right[i];
                if (width > l.widest[i])
                    l.second[i] = l.widest[i], l.widest[i] = width, l.whose[i] = (i32)j;
                else if (width > l.second[i])
                    l.second[i] = width;
            }
        }
    }

    // Partition a position and fetch its pieces; false: no room.
    bool cut_up(int side, Cut& cut, const Piece& p) const {
        i64 parts = partition(in.forest, side, p, (i32)count.largest, cut.part);
        i64 kept = 0, numbers = 0;
        std::fill_n(cut.where, cut.m, -1);
        for (i64 j = 0; j < parts; j++) {
            Piece q = cut.part[j].piece;
            q.own = free_of(near, q.own, p.other - q.other);  // what something outside closes goes
            auto [more, left] = pieces().contested(q);
            if (left.own.empty()) {
                numbers += more;
                continue;
            }
            i32 number = pieces().entry_of(left);
            if (!number) return false;
            cut.part[kept] = {q, number, more};
            for (i64 v : left.other) cut.where[v] = (i32)kept;
            kept++;
        }
        cut.head.parts = kept, cut.head.numbers = numbers;
        measure(cut);
        return true;
    }

    // Spare moves with which the owner surely wins; his vertices in `needed`.
    i64 wanted(Cut& cut, bool first, Set& needed) const {
        i64 most = NOTHING;
        for (int i = 0; i < TEMPERATURES; i++) {
            i64 stop = cut.levels.sum[i] + (first ? cut.levels.widest[i] : -2 * i);
            if (stop > most) most = stop, cut.head.warmth = i;
        }
        needed = cut.owned();
        return -floor_quarters(most - 1);  // the stop must pass 0
    }

    // The entry of what a move leaves of a part; -1: no room.
    i64 entry_after(const Part& part, i64 v, bool own, i64& more) const {
        After after = pieces().moved(entry(part.entry).piece, v, own);
        more = after.more;
        if (after.left.own.empty()) return 0;
        i32 number = pieces().entry_of(after.left);
        return number ? number : -1;
    }

    // Take away candidates after which the owner of `cut`, given `spare`, wins, adding the vertices
    // he needs for that; the most spare moves needed, or FAR: no room. `seen`: those taken away.
    i64 discharge(const Cut& cut, Set& candidates, Set& needed, i64 spare, i64 need, Set& seen) const {
        Set owner = cut.owned(), rest = candidates;
        seen = {};
        const Levels& l = cut.levels;
        while (rest) {
            i64 v = rest.pop();
            i32 j = cut.where[v];
            if (j < 0) continue;
            const Part& part = cut.part[j];
            i64 more, after = entry_after(part, v, false, more);
            if (after < 0) return FAR;
            const Wall &wall = entry(after).wall, &old = entry(part.entry).wall;
            i32 most = NOTHING;
            for (int i = 0; i < TEMPERATURES; i++) {
                i32 width = std::max(l.whose[i] == j ? l.second[i] : l.widest[i],
                                     wall.left[i] - wall.right[i]);
                most = std::max(most, l.sum[i] + wall.right[i] - old.right[i] + width);
            }
            i64 wanted = -floor_quarters(most + QUARTERS * more - 1);
            if (wanted > spare) continue;
            seen.add(v);
            Set u = owner - near[v];
            needed |= u;
            need = std::max(need, wanted);
            Set touched = touched_by(near, u);
            candidates &= touched;
            candidates.drop(v);
            rest &= touched;
        }
        return need;
    }

    // What a move on v changes in the right wall of a part at the best temperature; FAR: no room.
    i64 change_of(const Cut& cut, i64 j, i64 v, bool own) const {
        i64 more, after = entry_after(cut.part[j], v, own, more);
        if (after < 0) return FAR;
        i64 warm = cut.head.warmth;
        return (i64)entry(after).wall.right[warm] - entry(cut.part[j].entry).wall.right[warm] +
               QUARTERS * more;
    }

    // What a move on v, closing in b, changes in the walls of both partitions; FAR: no room.
    i64 gain_of(const Cut& mine, const Cut& yours, i64 v, const Set& b) const {
        i64 gain = 0;
        Set seen;
        for (i64 u : near[v] & b) {
            i64 j = mine.where[u];
            if (j < 0) {
                gain += QUARTERS;
            } else if (!seen.has(j)) {
                seen.add(j);
                i64 change = change_of(mine, j, v, true);
                if (change == FAR) return FAR;
                gain += change;
            }
        }
        i64 j = yours.where[v];
        if (j < 0) return gain - QUARTERS;
        i64 change = change_of(yours, j, v, false);
        return change == FAR ? FAR : gain - change;
    }
};

}  // namespace
}  // namespace gameproof
