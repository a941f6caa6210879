// Disjoint pairs of cells such that every set holds one: who stops the sets answers in the pair
// (Hales, Jewett 1963). A pair may serve several sets.
//
// Pair by pair: the set with the fewest cells left is served first, by the pair that serves most of
// the others; only the best pairs of a set are tried, so that nothing is refuted. By groups: sets
// that share a pair are a group, and the pair lies in the cells that they have in common. Once it
// is known who is in which group, the pairs are two cells for each group, no cell for two: a
// bipartite matching, which is found or refuted at once (Hall 1935). So the search is for the
// groups only: it begins with sets no two of which share two cells, so that each needs a pair of
// its own, and takes the others one by one into a group or as a group.
#pragma once

#include "binding.h"
#include "word_sets.h"

namespace gameproof {

constexpr i64 TRIED_PAIRS = 6;    // of a set
constexpr i64 GROUPS_DEEP = 128;  // sets that are taken into groups
constexpr i64 MOST_GROUPED = 64;  // with more sets a step for groups costs more than it finds
constexpr i64 GROUPS_SHARE = 4;   // steps of the search pair by pair for one for groups

// At most so many pairs are disjoint.
template <int W>
constexpr i64 MOST_PAIRS = 32 * W;

// The groups of the first sets, as far as a path of the search has taken them.
template <int W>
struct Groups {
    i64 count;
    i64 asked, tried;  // the set that is taken next (-1: not chosen yet), the options tried for it
    Bits<W> cells[MOST_PAIRS<W>];  // by group: what its sets have in common
    Bits<W> have[MOST_PAIRS<W>];   // those of them that are the group's
    i16 owner[64 * W];             // by cell: its group, or -1
};

// Room for so many sets and one: `live` the least sets, `needy` those not served; `pairs` what was
// found; for the search by groups GROUPS_DEEP rows, and by row and set its group.
template <int W>
struct PairRoom {
    Array<Bits<W>> live, needy, pairs;
    Array<u64, sizeof(Groups<W>) / 8> groups;
    Table<i16, 2> group_of;
    GAMEPROOF_ARRAYS(live, needy, pairs, groups, group_of)
};

// The free cells of the sets without a cell of `stopped`, fewest first, none around another, into
// room.live; how many, -1 if one of them has fewer than two.
template <int W>
i64 least_sets(const Array<const Bits<W>>& sets, const Bits<W>& own, const Bits<W>& stopped,
               const PairRoom<W>& room) {
    i64 n = 0;
    for (i64 i = 0; i < sets.size; i++) {
        const Bits<W>& set = sets[i];
        if (set.meets(stopped)) continue;
        Bits<W> left = set - own;
        i64 size = left.size(), j = n++;
        if (size < 2) return -1;
        for (; j > 0 && room.live[j - 1].size() > size; j--)
            room.live[j] = room.live[j - 1];
        room.live[j] = left;
    }
    i64 kept = 0;
    for (i64 i = 0; i < n; i++) {
        Bits<W> set = room.live[i];
        bool least = true;
        for (i64 j = 0; j < kept && least; j++) least = !room.live[j].within(set);
        if (least) room.live[kept++] = set;
    }
    return kept;
}

// The best pairs in a set of cells, those that serve most of the needy sets and touch fewest first.
template <int W>
struct Choices {
    Bits<W> pair[TRIED_PAIRS];
    i64 worth[TRIED_PAIRS], next;

    void fill(const PairRoom<W>& room, i64 needy, Bits<W> cells) {
        next = 0;
        for (i64& w : worth) w = -1;
        while (cells.some()) {
            Bits<W> one = Bits<W>::single(cells.pop());
            for (Bits<W> others = cells; others.some();) {
                Bits<W> both = one | Bits<W>::single(others.pop());
                i64 score = 1000;
                for (i64 i = 0; i < needy; i++) {
                    Bits<W> in = room.needy[i] & both;
                    if (in == both) score += 4;
                    else if (in.some()) score -= 1;
                }
                insert(both, score);
            }
        }
    }
    void insert(const Bits<W>& both, i64 score) {
        i64 i = TRIED_PAIRS;
        for (; i > 0 && worth[i - 1] < score; i--)
            if (i < TRIED_PAIRS) worth[i] = worth[i - 1], pair[i] = pair[i - 1];
        if (i < TRIED_PAIRS) worth[i] = score, pair[i] = both;
    }
};

// Pair by pair: pairs in each of the first `n` words of room.live, into room.pairs; how many, -1 if
// none were found within `budget` steps.
template <int W>
i64 pairs_one_by_one(const PairRoom<W>& room, i64 n, i64 budget) {
    Bits<W> used[MOST_PAIRS<W> + 1];
    Choices<W> choices[MOST_PAIRS<W>];
    used[0] = Bits<W>::none();
    bool fresh = true;
    for (i64 k = 0; k >= 0;) {
        if (fresh) {
            fresh = false;
            if (--budget < 0) return -1;
            i64 best = -1, fewest = 64 * W + 1, needy = 0;
            bool failed = false;
            for (i64 i = 0; i < n && !failed; i++) {
                const Bits<W>& set = room.live[i];
                bool served = false;
                for (i64 j = 0; j < k && !served; j++) served = room.pairs[j].within(set);
                if (served) continue;
                room.needy[needy] = set;
                i64 size = (set - used[k]).size();
                failed = size < 2;
                if (size < fewest) fewest = size, best = needy;
                needy++;
            }
            if (failed) {
                k--;
                continue;
            }
            if (best < 0) return k;
            if (k == MOST_PAIRS<W>) return -1;
            choices[k].fill(room, needy, room.needy[best] - used[k]);
        }
        Choices<W>& now = choices[k];
        if (now.next == TRIED_PAIRS || now.worth[now.next] < 0) {
            k--;
            continue;
        }
        room.pairs[k] = now.pair[now.next];
        used[k + 1] = used[k] | now.pair[now.next++];
        k++;
        fresh = true;
    }
    return -1;
}

template <int W>
void give(Groups<W>& groups, i64 group, i64 cell) {
    if (groups.owner[cell] >= 0) groups.have[groups.owner[cell]].drop(cell);
    groups.have[group].add(cell);
    groups.owner[cell] = (i16)group;
}

// One more cell for a group, by a shortest chain of groups that give one away (`used`: the cells
// that are owned); whether there is one.
template <int W>
bool augment(Groups<W>& groups, Bits<W>& used, i64 group) {
    i64 queue[MOST_PAIRS<W>], came_cell[MOST_PAIRS<W>], came_from[MOST_PAIRS<W>];
    Bits<W> seen = groups.have[group], queued = Bits<W>::single(group);
    queue[0] = group;
    for (i64 head = 0, tail = 1; head < tail; head++) {
        i64 now = queue[head];
        Bits<W> fresh = groups.cells[now] - seen;
        if (Bits<W> free = fresh - used; free.some()) {
            i64 cell = free.first();
            used.add(cell);
            while (now != group) {  // each gives a cell to the one that asked it
                i64 lost = came_cell[now];
                give(groups, now, cell);
                cell = lost;
                now = came_from[now];
            }
            give(groups, group, cell);
            return true;
        }
        seen |= fresh;
        while (fresh.some()) {
            i64 cell = fresh.pop(), other = groups.owner[cell];
            if (queued.has(other)) continue;
            queued.add(other);
            queue[tail++] = other;
            came_cell[other] = cell;
            came_from[other] = now;
        }
    }
    return false;
}

// Groups of sets no two of which share two cells, with two cells each; false if there are none
// such.
template <int W>
bool first_groups(const PairRoom<W>& room, i64 n, Groups<W>& groups) {
    groups.count = 0;
    for (i16& owner : groups.owner) owner = -1;
    for (i64 i = 0; i < n; i++) {
        const Bits<W>& set = room.live[i];
        room.group_of(0, i) = -1;
        bool apart = true;
        for (i64 j = 0; j < groups.count && apart; j++) apart = !(set & groups.cells[j]).several();
        if (!apart) continue;
        if (groups.count == MOST_PAIRS<W>) return false;
        room.group_of(0, i) = (i16)groups.count;
        groups.cells[groups.count] = set;
        groups.have[groups.count++] = Bits<W>::none();
    }
    Bits<W> used{};
    for (i64 g = 0; g < groups.count; g++)
        if (!augment(groups, used, g) || !augment(groups, used, g)) return false;
    return true;
}

// The set that has no pair yet and fits into the fewest groups, into groups.asked; -1 if all have.
template <int W>
i64 ask(const PairRoom<W>& room, i64 n, i64 k, const Groups<W>& groups) {
    i64 asked = -1, fewest = 1000;
    for (i64 i = 0; i < n; i++) {
        if (room.group_of(k, i) >= 0) continue;
        const Bits<W>& set = room.live[i];
        bool served = false;
        i64 ways = 0;
        for (i64 g = 0; g < groups.count && !served; g++) {
            served = groups.have[g].within(set);
            ways += (groups.cells[g] & set).several();
        }
        if (!served && ways < fewest) asked = i, fewest = ways;
    }
    return asked;
}

// By groups, from those in the first row; as pairs_one_by_one.
template <int W>
i64 pairs_by_groups(const PairRoom<W>& room, i64 n, i64 budget) {
    auto at = [&](i64 k) -> Groups<W>& { return (Groups<W>&)room.groups[k]; };
    at(0).asked = -1;
    for (i64 k = 0; k >= 0;) {
        Groups<W>& now = at(k);
        if (now.asked < 0) {
            if (--budget < 0) return -1;
            now.asked = ask(room, n, k, now);
            now.tried = 0;
            if (now.asked < 0) {
                for (i64 g = 0; g < now.count; g++) room.pairs[g] = now.have[g];
                return now.count;
            }
            if (k + 1 == GROUPS_DEEP) return -1;
        }
        const Bits<W>& set = room.live[now.asked];
        // As a group of its own first, then into one of those that are, the latest first.
        i64 g = now.count - now.tried;
        while (g >= 0 && g < now.count && !(now.cells[g] & set).several()) g--;
        now.tried = now.count - g + 1;
        if (g < 0) {
            k--;
            continue;
        }
        if (g == MOST_PAIRS<W>) continue;
        Groups<W>& next = at(k + 1);
        next = now;
        for (i64 i = 0; i < n; i++) room.group_of(k + 1, i) = room.group_of(k, i);
        room.group_of(k + 1, now.asked) = (i16)g;
        if (g == now.count) {
            next.count++;
            next.cells[g] = set;
            next.have[g] = Bits<W>::none();
        } else {
            next.cells[g] &= set;
        }
        for (Bits<W> lost = next.have[g] - next.cells[g]; lost.some();) {
            i64 cell = lost.pop();
            next.have[g].drop(cell);
            next.owner[cell] = -1;
        }
        Bits<W> used{};
        for (i64 h = 0; h < next.count; h++) used |= next.have[h];
        bool fits = true;
        while (fits && next.have[g].size() < 2) fits = augment(next, used, g);
        next.asked = -1;
        k += fits;
    }
    return -1;
}

// Pairs in the cells of every set that are not `own`, but for the sets with a cell of `stopped`:
// into room.pairs. How many, -1 if none were found within `budget` steps.
template <int W>
i64 find_pairs(const Array<const Bits<W>>& sets, const Bits<W>& own, const Bits<W>& stopped,
               const PairRoom<W>& room, i64 budget) {
    i64 n = least_sets(sets, own, stopped, room);
    if (n < 0) return -1;
    auto& groups = (Groups<W>&)room.groups[0];
    if (!first_groups(room, n, groups)) return -1;
    i64 found = pairs_one_by_one(room, n, budget);
    if (found >= 0 || n > MOST_GROUPED) return found;
    return pairs_by_groups(room, n, 1 + budget / GROUPS_SHARE);
}

}  // namespace gameproof
