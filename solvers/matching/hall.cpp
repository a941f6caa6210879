// Hopcroft and Karp's matching for sets that each want several cells (SIAM J. Comput. 2 (1973)),
// and how a Hall violator is shrunk; what it is for stands in hall.py.
//
// Only the rows set -> cells are needed: an alternating path goes from a set to one of its cells
// and on to that cell's owner.
#include <algorithm>
#include <limits>

#include "binding.h"

namespace gameproof {
namespace {

constexpr i32 FREE = -1;
constexpr i32 UNREACHED = -1, DEAD_END = -2;  // instead of a set's level

// Set s has the cells members[start[s]], ..., members[start[s + 1] - 1].
struct Family {
    Array<const i64> start;
    Array<const i32> members;
    GAMEPROOF_ARRAYS(start, members)

    i64 sets() const { return start.size - 1; }
    i64 size(i64 s) const { return start[s + 1] - start[s]; }
};

struct Matching {
    Array<i32> owner;  // of each cell: a set or FREE
    Array<i32> need;   // of each set: cells still wanted
    Array<i32> level, queue;
    Array<i64> at;     // of each set: the member that is tried
    Array<i32> stack;  // sets + 1
    GAMEPROOF_ARRAYS(owner, need, level, queue, at, stack)
};

struct State {
    i64 head, tail;   // of the queue
    i64 last_level;   // that met a free cell, or -1
    i64 root, depth;  // of the path that is grown; depth of the stack, 0: none
    i64 next;         // set of the greedy start
    GAMEPROOF_NUMBERS(head, tail, last_level, root, depth, next)
};

// Give the sets their free cells of least weight, in turn; is any set left after `budget` steps?
bool greedy(const Family& f, const Matching& m, State& state, const Array<const i64>& weight,
            i64 budget) {
    for (; state.next < f.sets(); state.next++) {
        if (budget < 0) return true;
        for (i64 s = state.next; m.need[s] > 0; m.need[s]--) {
            i32 best = FREE;
            i64 least = std::numeric_limits<i64>::max();
            budget -= f.size(s);
            for (i64 i = f.start[s], stop = f.start[s + 1]; i < stop; i++) {
                i32 cell = f.members[i];
                if (m.owner[cell] == FREE && weight[cell] < least)
                    best = cell, least = weight[cell];
            }
            if (best == FREE) break;
            m.owner[best] = s;
        }
    }
    return false;
}

// Put the sets in need into the queue and reset levels.
void start_layers(const Family& f, const Matching& m, State& state) {
    state.head = state.tail = state.root = state.depth = 0;
    state.last_level = -1;
    for (i64 s = 0; s < f.sets(); s++) {
        m.at[s] = f.start[s];
        m.level[s] = m.need[s] > 0 ? 0 : UNREACHED;
        if (m.need[s] > 0) m.queue[state.tail++] = s;
    }
}

// Breadth-first levels of sets from those still in need; is any left after `budget` steps?
bool layers(const Family& f, const Matching& m, State& state, i64 budget) {
    while (state.head < state.tail) {
        i32 s = m.queue[state.head], below = m.level[s] + 1;
        if (state.last_level >= 0 && m.level[s] >= state.last_level) break;
        if (budget < 0) return true;
        state.head++;
        budget -= f.size(s);
        for (i64 i = f.start[s]; i < f.start[s + 1]; i++) {
            i32 owner = m.owner[f.members[i]];
            if (owner == FREE) {
                state.last_level = below;
                break;
            }
            if (m.level[owner] == UNREACHED) {
                m.level[owner] = below;
                m.queue[state.tail++] = owner;
            }
        }
    }
    return false;
}

// Depth-first augmentation along the levels; is any root left after `budget` steps?
bool augment(const Family& f, const Matching& m, State& state, i64 budget) {
    while (state.root < f.sets() || state.depth > 0) {
        if (state.depth == 0) {
            if (m.need[state.root] == 0 || m.level[state.root] != 0) {
                state.root++;
                continue;
            }
            m.stack[0] = state.root;
            state.depth = 1;
        }
        if (budget < 0) return true;
        i32 s = m.stack[state.depth - 1];
        i64 &i = m.at[s], begun = i, stop = f.start[s + 1];
        i32 below = m.level[s] + 1, owner = DEAD_END;
        for (; i < stop; i++) {
            owner = m.owner[f.members[i]];
            if (owner == FREE || m.level[owner] == below) break;
        }
        budget -= i - begun + 1;
        if (i == stop) {  // no path of this length goes through it
            m.level[s] = DEAD_END;
            if (--state.depth > 0) m.at[m.stack[state.depth - 1]]++;
            else state.root++;
        } else if (owner == FREE) {
            for (; state.depth > 0; state.depth--) {
                i32 t = m.stack[state.depth - 1];
                m.owner[f.members[m.at[t]]] = t;
            }
            m.need[state.root]--;
        } else {
            m.stack[state.depth++] = owner;
        }
    }
    return false;
}

// Mark the sets that alternating paths from the set `root` reach. O(total size).
void reach(const Family& f, const Array<const i32>& owner, i64 root, const Array<bool>& inside,
           const Array<i32>& queue) {
    i64 tail = 0;
    auto enter = [&](i32 s) {
        if (s == FREE || inside[s]) return;
        inside[s] = true;
        queue[tail++] = s;
    };
    enter(root);
    for (i64 head = 0; head < tail; head++)
        for (i64 i = f.start[queue[head]]; i < f.start[queue[head] + 1]; i++)
            enter(owner[f.members[i]]);
}

// Leave sets out of a violator while demand still exceeds the union by at least 1, those that cost
// nothing first. uses[cell] counts the sets inside through it; `spare` is demand minus union.
void shrink(const Family& f, const Array<const i32>& demand, const Array<bool>& inside,
            const Array<i64>& uses, i64 spare) {
    for (bool free_of_charge : {true, false})
        for (bool changed = true; changed;) {
            changed = false;
            for (i64 s = 0; s < f.sets(); s++) {
                if (!inside[s]) continue;
                const i32 *first = &f.members.data[f.start[s]], *last = first + f.size(s);
                i64 own = std::count_if(first, last, [&](i32 cell) { return uses[cell] == 1; });
                i64 cost = demand[s] - own;
                if (cost > 0 && (free_of_charge || spare - cost < 1)) continue;
                inside[s] = false;
                spare -= cost;
                changed = true;
                for (; first < last; first++) uses[*first]--;
            }
        }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(hall, GAMEPROOF_CONSTANT(FREE), GAMEPROOF_FUNCTIONS(greedy, start_layers, layers,
                 augment, reach, shrink))
