// Two cells of its own for every line, the moves that one such pairing serves, and regions chosen by
// annealing so that pairs suffice for the other lines; what they are for stands in
// opening_pairing.py and opening_pairing_regions.py.
#include <algorithm>
#include <bit>

#include "binding.h"

namespace gameproof {
namespace {

constexpr i32 NOBODY = -1;
constexpr int MOST_OUT = 6;  // a region that meets this many chosen ones is not worth trying

// List l is members[ends[l]], ..., members[ends[l + 1] - 1].
struct Lists {
    Array<const i32> ends, members;
    GAMEPROOF_ARRAYS(ends, members)

    i64 count() const { return ends.size - 1; }
    i32 size(i64 l) const { return ends[l + 1] - ends[l]; }
    template <class F>
    void each(i64 l, F f) const {
        for (i32 i = ends[l]; i < ends[l + 1]; i++) f(members[i]);
    }
    template <class F>
    bool any(i64 l, F f) const {
        for (i32 i = ends[l]; i < ends[l + 1]; i++)
            if (f(members[i])) return true;
        return false;
    }
};

// Of each line: the cells that it holds; when it was reached last, the line `asker` that wants its
// cell `wanted`; the lines reached.
struct Paths {
    Array<i32> held, seen, wanted, asker, queue;
    GAMEPROOF_ARRAYS(held, seen, wanted, asker, queue)
};

// One more cell for `line` along a shortest alternating path; without one nothing changes. `mark`
// is new each time. O(total size of the lines).
bool augment(i32 line, const Lists& lines, const Array<const u8>& free, const Array<i32>& owner,
             const Paths& p, i32 mark) {
    i64 tail = 1;
    p.queue[0] = line;
    p.seen[line] = mark;
    for (i64 head = 0; head < tail; head++) {
        i32 at = p.queue[head];
        for (i32 i = lines.ends[at]; i < lines.ends[at + 1]; i++) {
            i32 cell = lines.members[i];
            if (!free[cell]) continue;
            i32 holder = owner[cell];
            if (holder == NOBODY) {
                // Every line on the path hands on one cell and takes another.
                for (; at != line; at = p.asker[at]) {
                    owner[cell] = at;
                    cell = p.wanted[at];
                }
                owner[cell] = line;
                p.held[line]++;
                return true;
            }
            if (p.seen[holder] == mark) continue;
            p.seen[holder] = mark;
            p.wanted[holder] = cell;
            p.asker[holder] = at;
            p.queue[tail++] = holder;
        }
    }
    return false;
}

// Keep of `owner` what fits: free cells of lines that want them, two at most.
void release(const Array<const u8>& wants, const Array<const u8>& free, const Array<i32>& owner,
             const Paths& p) {
    std::fill_n(p.held.data, p.held.size, 0);
    for (i64 cell = 0; cell < owner.size; cell++) {
        i32 holder = owner[cell];
        if (holder == NOBODY) continue;
        if (free[cell] && wants[holder] && p.held[holder] < 2) p.held[holder]++;
        else owner[cell] = NOBODY;
    }
}

// Make `owner` a matching of every alive line to two free cells of its own; is there one? What it
// holds on entry is kept where it still fits (a warm start). O(lines * total size) at worst.
bool pair(const Lists& lines, const Array<const u8>& alive, const Array<const u8>& free,
          const Array<i32>& owner, const Paths& p) {
    release(alive, free, owner, p);
    for (i64 line = 0; line < lines.count(); line++)  // cheap first: cells that nobody owns
        if (alive[line] && p.held[line] < 2)
            lines.any(line, [&](i32 cell) {
                if (!free[cell] || owner[cell] != NOBODY) return false;
                owner[cell] = line;
                return ++p.held[line] == 2;
            });
    std::fill_n(p.seen.data, p.seen.size, 0);
    i32 mark = 0;
    for (i64 line = 0; line < lines.count(); line++)
        while (alive[line] && p.held[line] < 2)
            if (!augment(line, lines, free, owner, p, ++mark)) return false;
    return true;
}

// Mark in `served` the free cells that some matching of the same lines leaves unowned: those
// reached from an unowned free cell by alternating paths, for an unowned cell of a line frees
// either cell the line owns. Passes until nothing changes: O(total size * passes).
void serve(const Lists& lines, const Array<const u8>& alive, const Array<const u8>& free,
           const Array<const i32>& owner, const Array<u8>& served, const Array<u8>& done) {
    std::fill_n(done.data, done.size, 0);
    for (i64 cell = 0; cell < owner.size; cell++)
        served[cell] = free[cell] && owner[cell] == NOBODY;
    for (bool changed = true; changed;) {
        changed = false;
        for (i64 line = 0; line < lines.count(); line++) {
            if (!alive[line] || done[line]) continue;
            if (!lines.any(line, [&](i32 cell) { return served[cell]; })) continue;
            done[line] = changed = true;
            lines.each(line, [&](i32 cell) {
                if (owner[cell] == line) served[cell] = 1;
            });
        }
    }
}

// -- regions ---------------------------------------------------------------------------------

// Which region holds each cell and serves each line, or NOBODY; the largest matching of the other
// alive lines.
struct Choice {
    Array<i32> region, served, owner;
    GAMEPROOF_ARRAYS(region, served, owner)

    void copy(const Choice& from) const {
        std::copy_n(from.region.data, region.size, region.data);
        std::copy_n(from.served.data, served.size, served.data);
        std::copy_n(from.owner.data, owner.size, owner.data);
    }
};

// The regions met by one that is put in.
struct Met {
    i32 regions[MOST_OUT];
    int count = 0;
    void note(i32 region) {
        if (region == NOBODY || std::find(regions, regions + count, region) < regions + count) return;
        regions[std::min(count, MOST_OUT - 1)] = region;
        count = std::min(count + 1, MOST_OUT);
    }
};

// xorshift (Marsaglia 2003) of one word, not 0.
u64 draw(u64& word) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    return word >> 11;
}

// ln x for a normal x > 0, by the series of artanh: the same on every system.
f64 logarithm(f64 x) {
    u64 bits = std::bit_cast<u64>(x);
    i64 exponent = (i64)(bits >> 52) - 1023;
    f64 part = std::bit_cast<f64>((bits & ((u64{1} << 52) - 1)) | u64{1023} << 52);
    if (part > 1.4142135623730951) part /= 2, exponent++;
    f64 s = (part - 1) / (part + 1), square = s * s, sum = 0;
    for (int k = 23; k > 0; k -= 2) sum = sum * square + 2.0 / k;
    return sum * s + exponent * 0.6931471805599453;
}

// Anneal a choice of disjoint regions so that pairs suffice for all other lines. Region r has the
// cells cells[r] and serves the lines served[r]; `usable` lists those to choose from. A proposal
// puts one region in and those that meet it, in cells or lines, out. The energy is the number of
// cells that lines lack; returns it, 0 as soon as a cover is found. `heat` is a temperature and the
// factor that it takes each step. O(steps * total size) at worst.
i64 cover(const Lists& lines, const Array<const u8>& alive, const Array<const u8>& free,
          const Lists& cells, const Lists& serves, const Array<const i32>& usable,
          const Choice& now, const Choice& next, const Array<u8>& wants, const Array<u8>& loose,
          const Paths& p, const Array<u64>& random, const Array<const f64>& heat, i64 steps) {
    std::fill_n(p.seen.data, p.seen.size, 0);
    std::fill_n(now.served.data, now.served.size, NOBODY);
    i64 open = 0, room = 0;  // alive lines in no region, free cells in no region
    for (i64 cell = 0; cell < now.region.size; cell++) {
        i32 r = now.region[cell];
        if (r != NOBODY) serves.each(r, [&](i32 line) { now.served[line] = r; });
        room += free[cell] && r == NOBODY;
    }
    for (i64 line = 0; line < lines.count(); line++) open += alive[line] && now.served[line] == NOBODY;
    i64 energy = -1;
    i32 mark = 0;
    f64 temperature = heat[0];
    for (i64 step = 0; step <= steps; step++) {
        i64 new_open = open, new_room = room;
        f64 allowance = 0;
        i32 add = NOBODY;
        Met out;
        if (step > 0) {
            if (usable.size == 0) break;
            temperature *= heat[1];
            add = usable[draw(random[0]) % usable.size];
            if (now.region[cells.members[cells.ends[add]]] == add) continue;
            allowance = -temperature * logarithm(((f64)draw(random[0]) + 1) * 0x1p-53);
            cells.each(add, [&](i32 cell) { out.note(now.region[cell]); });
            serves.each(add, [&](i32 line) { out.note(now.served[line]); });
            if (out.count == MOST_OUT) continue;
            new_open -= serves.size(add), new_room -= cells.size(add);
            for (int k = 0; k < out.count; k++)
                new_open += serves.size(out.regions[k]), new_room += cells.size(out.regions[k]);
            // Counting alone often shows that the proposal is too bad for this draw.
            if (2 * new_open - new_room - energy > allowance) continue;
        }
        next.copy(now);
        if (add != NOBODY) {
            for (int k = 0; k < out.count; k++) {
                i32 r = out.regions[k];
                cells.each(r, [&](i32 cell) {
                    if (next.region[cell] == r) next.region[cell] = NOBODY;
                });
                serves.each(r, [&](i32 line) {
                    if (next.served[line] == r) next.served[line] = NOBODY;
                });
            }
            cells.each(add, [&](i32 cell) { next.region[cell] = add; });
            serves.each(add, [&](i32 line) { next.served[line] = add; });
        }
        for (i64 cell = 0; cell < loose.size; cell++)
            loose[cell] = free[cell] && next.region[cell] == NOBODY;
        for (i64 line = 0; line < wants.size; line++)
            wants[line] = alive[line] && next.served[line] == NOBODY;
        Array<const u8> w{wants.data, wants.size}, l{loose.data, loose.size};
        release(w, l, next.owner, p);
        // A line that fails once fails for good: later augmentations never free a cell for it.
        i64 lacking = 0;
        for (i64 line = 0; line < lines.count(); line++) {
            if (!wants[line]) continue;
            while (p.held[line] < 2 && augment(line, lines, l, next.owner, p, ++mark)) {}
            lacking += 2 - p.held[line];
        }
        if (energy >= 0 && lacking - energy > allowance) continue;
        now.copy(next);
        open = new_open, room = new_room, energy = lacking;
        if (energy == 0) break;
    }
    return energy;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(opening_pairing, GAMEPROOF_FUNCTIONS(pair, serve, cover))
