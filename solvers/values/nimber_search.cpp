// Grundy values of node and arc Kayles on one board, only as many as a question needs
// (nimber_search.py). A state is a connected set of vertices, one for all sets whose graphs are
// isomorphic; paths are heaps with values that are given. What waits for what is on a stack of
// frames, each with the options of its state; what is found stays in tables, and a frame reads its
// options anew from them.
#include "component_form.h"
#include "transposition_table.h"
#include "word_sets.h"

namespace gameproof {
namespace {

constexpr i64 DONE = 0, PAUSED = 1, STATES = 2, OPTIONS = 3, MANY = 4;  // what the engine lacks
constexpr i64 VALUE = -1, ALL = -2, NONE = -1;                          // goals; no candidate, no state
constexpr i64 UNKNOWN = -1;
constexpr i64 EFFORT = 64;  // questions that an option may take at first
constexpr i64 FAR = i64{1} << 60;  // questions without a bound

// Vertices with lists of neighbours; `sign` has a random word for each, `path` the values of paths.
// What a value is not is kept below `kept`.
struct Board {
    i64 arcs, kept;
    Array<const i64> start;
    Array<const i32> near;
    Array<const i64> path;
    Array<const u64> sign;
    GAMEPROOF_ARRAYS(arcs, kept, start, near, path, sign)
};
// A question: has the state the value `goal`, which value has it, or which have all below it? `none`
// is a number that no option has. From `base` on stand the `moves` (two vertices each), the order of
// the options, and the `made` options, of which `count` differ. The frame gives up when more than
// `until` questions have been asked; an option that takes more than `effort` is put off, and all
// others come first: one of them may settle the question for less.
struct Frame {
    using Number = i64;
    i64 state, goal, candidate, none, next, base, moves, made, count, until, effort, put_off;
};
struct Tables {
    Table<u64, 2> set;     // of each state one set of vertices
    Array<u64> name;       // a hash of its graph
    Array<i32> vertices;   // how many
    Array<i32> value;      // or UNKNOWN
    Array<u64> excluded;   // bits: what the value is not, by an option that has this value
    Array<i32> place;      // by the hash of the graph, 0 where there is none, else the state and one
    TranspositionTable<FoundRow<u64, u64>, 1> seen;  // states of sets, by the sign of the set
    GAMEPROOF_ARRAYS(set, name, vertices, value, excluded, place, seen)
};
struct Room {
    Array<Frame> frame;
    Array<i32> option;
    Array<bool> inside;
    Array<i64> stamp;
    Array<i32> first, second;
    Array<u64> slot;
    Array<i32> holder;
    FormRoom form;
    GAMEPROOF_ARRAYS(frame, option, inside, stamp, first, second, slot, holder, form)
};
// `states` there are; `depth` frames, `used` numbers of options; `marked` is the state whose vertices
// are inside; `found` a state, or NONE, where `nim` is the value; `next` the place of the state to be explained;
// `asked` questions; `gave_up`: has the frame that was topmost?
struct State {
    i64 states, most, depth, used, marked, stamps, found, nim, next, asked, gave_up;
    GAMEPROOF_NUMBERS(states, most, depth, used, marked, stamps, found, nim, next, asked, gave_up)
};

struct Search {
    const Board& board;
    const Tables& at;
    const Room& room;
    State& state;
    i64& budget;

    // The component of v among the vertices that are inside: its state in `found`, or NONE and its
    // value in `nim`. False where there is no room for another state.
    bool enter(i64 v) {
        const i64 stamp = ++state.stamps;
        const FormRoom& form = room.form;
        i64 m = 0, twice = 0, most = 0;
        u64 sign = 0;
        form.vertex[m++] = (i32)v;
        room.stamp[v] = stamp;
        for (i64 i = 0; i < m; i++) {
            const i64 w = form.vertex[i];
            i64 degree = 0;
            for (i64 e = board.start[w]; e < board.start[w + 1]; e++) {
                const i64 u = board.near[e];
                if (!room.inside[u]) continue;
                degree++;
                if (room.stamp[u] == stamp) continue;
                room.stamp[u] = stamp;
                form.vertex[m++] = (i32)u;
            }
            sign ^= board.sign[w];
            form.place[w] = (i32)i;
            twice += degree;
            most = degree > most ? degree : most;
        }
        budget -= m;
        state.found = NONE;
        if (twice == 2 * m - 2 && most <= 2) {
            state.nim = board.path[m];
            return true;
        }
        if (const auto* row = at.seen.find(sign)) {
            state.found = (i64)row->found;
            return true;
        }
        budget -= 8 * m;
        i32 end = 0;
        for (i64 i = 0; i < m; i++) {
            form.start[i] = end;
            const i64 w = form.vertex[i];
            for (i64 e = board.start[w]; e < board.start[w + 1]; e++)
                if (const i64 u = board.near[e]; room.inside[u]) form.neighbour[end++] = form.place[u];
        }
        form.start[m] = end;
        const u64 name = component_form::labelled(form, m, false).first;
        const i64 place = place_in(at.place, name, [&](i32 s) { return !s || at.name[s - 1] == name; });
        if (!at.place[place]) {
            if (state.states == at.name.size) return false;
            const i64 s = state.states++;
            at.place[place] = (i32)(s + 1);
            at.name[s] = name;
            at.vertices[s] = (i32)m;
            at.value[s] = UNKNOWN;
            for (i64 i = 0; i < m; i++) at.set(s, form.vertex[i] >> 6) |= u64{1} << (form.vertex[i] & 63);
        }
        state.found = at.place[place] - 1;
        auto& row = at.seen.place(sign);
        row.of = sign;
        row.found = (u64)state.found;
        return true;
    }

    template <class Do>
    void each(i64 s, Do run) const {
        for (i64 k = 0; k < at.set.shape[1]; k++)
            for (u64 word = at.set(s, k); word; word &= word - 1) run(64 * k + low_bit(word));
    }
    // Let the vertices of a state be inside, and no others.
    void mark(i64 s) {
        if (state.marked == s) return;
        if (state.marked != NONE) each(state.marked, [&](i64 v) { room.inside[v] = false; });
        each(s, [&](i64 v) { room.inside[v] = true; });
        state.marked = s;
    }

    i32* numbers(const Frame& f) const { return &room.option[f.base]; }
    i32* order(const Frame& f) const { return numbers(f) + 2 * f.moves; }
    Frame& top() const { return room.frame[state.depth - 1]; }

    // Begin a frame: the moves, of those that an exchange of twins carries into one another the first.
    bool push(i64 s, i64 goal, i64 until = FAR) {
        mark(s);
        twins(s);
        i64 moves = 0;
        const i64 most = (room.option.size - state.used) / 3;
        bool fits = true;
        auto add = [&](i64 u, i64 v) {
            fits = fits && moves < most;
            if (!fits) return;
            room.option[state.used + 2 * moves] = (i32)u;
            room.option[state.used + 2 * moves + 1] = (i32)v;
            moves++;
        };
        each(s, [&](i64 u) {
            if (!board.arcs) {
                if (room.first[u] == u) add(u, u);
                return;
            }
            if (room.first[u] != u) return;
            for (i64 e = board.start[u]; e < board.start[u + 1]; e++) {
                const i64 v = board.near[e];
                if (!room.inside[v]) continue;
                if (room.first[v] == u ? room.second[u] == v : u < v && room.first[v] == v) add(u, v);
            }
        });
        if (!fits) return false;
        room.frame[state.depth++] = {s, goal, NONE, NONE, 0, state.used, moves, 0, 0, until, EFFORT, false};
        state.used += 3 * moves;
        budget -= at.vertices[s];
        state.asked++;
        return true;
    }
    void pop() {
        state.used = top().base;
        state.depth--;
    }
    // For each vertex the first with the same neighbours, one another left out; and to that the second.
    void twins(i64 s) {
        i64 last = 7;
        while (last < 4 * at.vertices[s]) last = 2 * last + 1;
        for (i64 i = 0; i <= last; i++) room.slot[i] = 0;
        each(s, [&](i64 v) {
            u64 apart = 1, together;
            for (i64 e = board.start[v]; e < board.start[v + 1]; e++)
                if (const i64 u = board.near[e]; room.inside[u]) apart += board.sign[u];
            together = (apart + board.sign[v]) | 1;
            apart = apart << 1 | 2;  // an even word, the other is odd
            room.first[v] = room.second[v] = (i32)v;
            for (u64 word : {apart, together}) {
                i64 place = (i64)mixed(word) & last;
                while (room.slot[place] && room.slot[place] != word) place = (place + 1) & last;
                if (!room.slot[place]) {
                    room.slot[place] = word;
                    room.holder[place] = (i32)v;
                } else if (const i64 u = room.holder[place]; u != v) {
                    room.first[v] = (i32)u;
                    if (room.second[u] == u) room.second[u] = (i32)v;
                }
            }
        });
    }

    // The option of the next move: a number and states, the largest last; equal ones cancel.
    bool make(Frame& f) {
        mark(f.state);
        const i64 u = numbers(f)[2 * f.made], v = numbers(f)[2 * f.made + 1];
        const i64 begin = state.used;
        i64 end = begin + 2;
        i32 nim = 0;
        bool fits = end < room.option.size;
        // `first` and `second` hold the vertices of the state no longer.
        i64 gone = 0;
        auto take = [&](i64 w) {
            room.inside[w] = false;
            room.second[gone++] = (i32)w;
        };
        take(u);
        if (u != v) take(v);
        else
            for (i64 e = board.start[u]; e < board.start[u + 1]; e++)
                if (room.inside[board.near[e]]) take(board.near[e]);
        const i64 before = state.stamps;
        // What is next to what is gone lies in all the components that are left.
        bool known = true;
        for (i64 g = 0; g < gone && known && fits; g++) {
            const i64 w = room.second[g];
            for (i64 e = board.start[w]; e < board.start[w + 1] && known && fits; e++) {
                const i64 x = board.near[e];
                if (!room.inside[x] || room.stamp[x] > before) continue;
                known = enter(x);
                if (!known) break;
                if (state.found == NONE) nim ^= (i32)state.nim;
                else fits = put(begin + 2, end, (i32)state.found);
            }
        }
        for (i64 g = 0; g < gone; g++) room.inside[room.second[g]] = true;
        if (!known || !fits) return lacking(known ? OPTIONS : STATES);
        room.option[begin] = nim;
        room.option[begin + 1] = (i32)(end - begin - 2);
        f.made++;
        place(f, begin, end);
        return true;
    }
    i64 lack = DONE;
    bool lacking(i64 what) {
        lack = what;
        return false;
    }
    bool before(i32 a, i32 b) const {
        return at.vertices[a] != at.vertices[b] ? at.vertices[a] < at.vertices[b] : a < b;
    }
    // Put a state into a sorted list, or take its equal out.
    bool put(i64 begin, i64& end, i32 s) const {
        if (end >= room.option.size) return false;
        i64 i = end;
        for (; i > begin && !before(room.option[i - 1], s); i--)
            if (room.option[i - 1] == s) {
                for (end--, i--; i < end; i++) room.option[i] = room.option[i + 1];
                return true;
            }
        for (i64 j = end++; j > i; j--) room.option[j] = room.option[j - 1];
        room.option[i] = s;
        return true;
    }
    // Small options first: by their largest parts, then the next ones.
    i64 compared(const i32* a, const i32* b) const {
        i64 i = a[1], j = b[1];
        for (; i && j; i--, j--)
            if (i64 by = at.vertices[a[1 + i]] - at.vertices[b[1 + j]]) return by;
        if (i || j) return i - j;
        if (a[0] != b[0]) return a[0] - b[0];
        for (i = 1; i <= a[1]; i++)
            if (a[1 + i] != b[1 + i]) return a[1 + i] - b[1 + i];
        return 0;
    }
    void place(Frame& f, i64 begin, i64 end) {
        const i32* added = &room.option[begin];
        i32* list = order(f);
        i64 low = 0, high = f.count;
        while (low < high) {
            const i64 middle = (low + high) / 2;
            const i64 by = compared(&room.option[list[middle]], added);
            if (!by) return;
            if (by < 0) low = middle + 1;
            else high = middle;
        }
        for (i64 i = f.count++; i > low; i--) list[i] = list[i - 1];
        list[low] = (i32)begin;
        state.used = end;
    }

    // What is known of an option: the value of its known parts, how many others, the smallest of them.
    struct Reading {
        i64 total, open, part;
    };
    Reading read(const i32* option) const {
        Reading r{option[0], 0, NONE};
        for (i64 i = 0; i < option[1]; i++) {
            const i64 s = option[2 + i];
            if (at.value[s] != UNKNOWN) r.total ^= at.value[s];
            else if (!r.open++) r.part = s;
        }
        return r;
    }
    bool excludes(i64 s, i64 k) const { return k < board.kept && at.excluded[s] >> k & 1; }
    i64 lowest(i64 s) const { return std::countr_one(at.excluded[s]); }
    const i32* option(const Frame& f, i64 i) const { return &room.option[order(f)[i]]; }

    // Go on with the topmost frame, whose options are made. False: another was pushed, or cannot be.
    bool ask(i64 s, i64 goal) {
        const Frame& f = top();
        const i64 most = goal == ALL ? FAR : state.asked + f.effort;
        if (!push(s, goal, most < f.until ? most : f.until)) lack = OPTIONS;
        return false;
    }
    bool settled(Frame& f, i64 value) {
        if (value != UNKNOWN) at.value[f.state] = (i32)value;
        pop();
        return true;
    }
    bool all(Frame& f) {
        for (; f.next < f.count; f.next++)
            if (Reading r = read(option(f, f.next)); r.open) return ask(r.part, ALL);
        for (i64 k = 0;; k++) {
            bool seen = false;
            for (i64 i = 0; i < f.count && !seen; i++) seen = read(option(f, i)).total == k;
            if (!seen) return settled(f, k);
            if (k < board.kept) at.excluded[f.state] |= u64{1} << k;
        }
    }
    bool advance(Frame& f) {
        if (f.goal == ALL) return all(f);
        if (f.candidate == NONE) {
            if (f.goal >= 0 && excludes(f.state, f.goal)) return settled(f, UNKNOWN);
            f.candidate = f.goal >= 0 ? f.goal : lowest(f.state);
            f.next = NONE;
        }
        if (state.gave_up) {
            state.gave_up = false;
            f.put_off = true;
            f.next++;
        }
        for (;;) {
            const i64 k = f.candidate;
            if (f.candidate == f.none) return settled(f, k);
            bool has = false;
            if (f.next == NONE) {
                // An option that is known to have it spares the others.
                for (i64 i = 0; i < f.count && !has; i++)
                    if (Reading r = read(option(f, i)); !r.open) has = r.total == k;
                f.next = 0;
                budget -= f.count;
            }
            for (; !has && f.next < f.count; f.next++) {
                const Reading r = read(option(f, f.next));
                const i64 wanted = r.total ^ k;
                if (!r.open) has = !wanted;
                else if (r.open > 1 || wanted >= board.kept) return ask(r.part, VALUE);
                else if (!excludes(r.part, wanted)) return ask(r.part, wanted);
                if (has) break;
            }
            if (has && k < board.kept) at.excluded[f.state] |= u64{1} << k;
            if (has && k == f.goal) return settled(f, UNKNOWN);
            if (!has && f.put_off) {
                f.put_off = f.next = 0;
                f.effort *= 2;
                continue;
            }
            f.put_off = false;
            if (!has) {
                if (k != f.goal) return settled(f, k);
                f.none = k;
                f.goal = VALUE;
            }
            f.candidate = k < board.kept ? lowest(f.state) : k + 1;
            f.next = NONE;
        }
    }
    // Until the frames are settled, the budget is used up, or room is lacking.
    i64 run() {
        while (state.depth) {
            if (budget < 0) return PAUSED;
            if (state.states > state.most) return MANY;
            Frame& f = top();
            if (state.asked > f.until) {
                pop();
                state.gave_up = true;
                continue;
            }
            if (f.made < f.moves) {
                if (!make(f)) return lack;
            } else if (!advance(f) && lack != DONE) {
                return lack;
            }
        }
        return DONE;
    }
};

// What the graph of a set is: its state in `found`, or NONE, where `nim` is the value.
i64 enter(const Board& board, const Tables& at, const Room& room, State& state, Array<const i32> vertices) {
    i64 budget = 0;
    Search here{board, at, room, state, budget};
    if (state.marked != NONE) here.each(state.marked, [&](i64 v) { room.inside[v] = false; });
    state.marked = NONE;
    for (i64 i = 0; i < vertices.size; i++) room.inside[vertices[i]] = true;
    const bool known = here.enter(vertices[0]);
    for (i64 i = 0; i < vertices.size; i++) room.inside[vertices[i]] = false;
    return known ? DONE : STATES;
}
// Has the state s the value `goal`, or which has it (VALUE), or which have all below it (ALL)?
i64 search(const Board& board, const Tables& at, const Room& room, State& state, i64 s, i64 goal, i64 budget) {
    Search here{board, at, room, state, budget};
    if (!state.depth) state.gave_up = false;
    if (!state.depth && at.value[s] == UNKNOWN && !(goal >= 0 && here.excludes(s, goal)) && !here.push(s, goal)) return OPTIONS;
    return here.run();
}

// The rows of a proof. Of each state it is wanted that it has its value, or that it has not some
// numbers; what that rests on is wanted next, of smaller states.
struct Proof {
    Array<const i64> order;  // the states, the largest first
    Array<bool> valued;      // is the value wanted?
    Array<u64> denied;       // bits: numbers of which it is wanted that the value is another
    GAMEPROOF_ARRAYS(order, valued, denied)
};
struct Explaining : Search {
    const Proof& proof;

    // A guess of how many rows it needs that a state has its value, or has not a number.
    i64 cost(i64 s) const {
        if (proof.valued[s]) return 0;
        return i64{8} << (at.vertices[s] < 80 ? at.vertices[s] / 2 : 40);
    }
    i64 cost_of_denying(i64 s, i64 k) const { return proof.denied[s] >> k & 1 ? 0 : cost(s) / 8; }

    // The cheapest option of which all parts are known, together k.
    void has(const Frame& f, i64 k) {
        i64 best = NONE;
        i64 least = 0;
        for (i64 i = 0; i < f.count; i++) {
            const i32* o = option(f, i);
            const Reading r = read(o);
            if (r.open || r.total != k) continue;
            i64 sum = 0;
            for (i64 j = 0; j < o[1]; j++) sum += cost(o[2 + j]);
            if (best == NONE || sum < least) best = i, least = sum;
        }
        const i32* o = option(f, best);
        for (i64 j = 0; j < o[1]; j++) proof.valued[o[2 + j]] = true;
    }
    // An option is not k: all parts are known, or one is not what the others leave.
    void has_not(const i32* o, i64 k) {
        const Reading r = read(o);
        i64 but = NONE;
        i64 most = 0;
        for (i64 j = 0; j < o[1]; j++) {
            const i64 s = o[2 + j];
            if (r.open && s != r.part) continue;
            const i64 number = r.total ^ k ^ (r.open ? 0 : at.value[s]);
            if (!excludes(s, number)) continue;
            if (const i64 saved = cost(s) - cost_of_denying(s, number); but == NONE || saved > most) but = j, most = saved;
        }
        if (but != NONE && !r.open && most <= 0) but = NONE;
        for (i64 j = 0; j < o[1]; j++) {
            const i64 s = o[2 + j];
            if (j != but) proof.valued[s] = true;
            else proof.denied[s] |= u64{1} << (r.total ^ k ^ (r.open ? 0 : at.value[s]));
        }
    }
    void rest(const Frame& f) {
        const i64 s = f.state;
        if (!proof.valued[s]) {
            for (u64 rest = proof.denied[s]; rest; rest &= rest - 1) has(f, low_bit(rest));
            return;
        }
        proof.denied[s] = 0;
        for (i64 k = 0; k < at.value[s]; k++) has(f, k);
        for (i64 i = 0; i < f.count; i++) has_not(option(f, i), at.value[s]);
    }
    i64 run() {
        for (; state.next < proof.order.size; state.next++) {
            const i64 s = proof.order[state.next];
            if (!proof.valued[s] && !proof.denied[s]) continue;
            if (!state.depth && !push(s, VALUE)) return OPTIONS;
            while (top().made < top().moves) {
                if (budget < 0) return PAUSED;
                if (!make(top())) return lack;
            }
            rest(top());
            pop();
        }
        return DONE;
    }
};
i64 explain(const Board& board, const Tables& at, const Room& room, State& state, const Proof& proof, i64 budget) {
    Explaining here{{board, at, room, state, budget}, proof};
    return here.run();
}

// Fill a larger table of places, and one of sets that have been seen.
void take_over(const Tables& at, const State& state, const Tables& old) {
    for (i64 s = 0; s < state.states; s++) at.place[place_in(at.place, at.name[s], [](i32 t) { return !t; })] = (i32)(s + 1);
    at.seen.take(old.seen);
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(nimber_search, GAMEPROOF_FUNCTIONS(enter, search, explain, take_over),
                 GAMEPROOF_CONSTANTS(DONE, PAUSED, STATES, OPTIONS, MANY, VALUE, ALL, NONE))
