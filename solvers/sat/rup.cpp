// Reverse unit propagation with hints: the pass behind drat.py.
//
// Literals are codes 2 v (positive) and 2 v + 1 (negative). A clause watches its first two
// literals; the watches of a literal form a linked list of entries 2 clause + slot. The pass is a
// machine with three phases, so that it can stop after any step when its budget is spent or the
// output must grow.
#include <algorithm>

#include "binding.h"

namespace gameproof {
namespace {

constexpr i64 DONE = 0, MORE = 1, FULL = 2, BAD = 3, ENDED = 4;  // answers of `advance`
constexpr i64 PROPAGATE = 0, UNITS = 1, NEXT = 2;                // phases
constexpr i64 NONE = -1;

struct State {
    i64 phase;
    i64 conflict;         // a clause violated outright, or NONE
    i64 clause, event;    // the next to be attached, the next line of the proof
    i64 trail, queue;     // literals assigned, and propagated
    i64 emitted;          // literals that hold outright whose unit clauses are written
    i64 lemmas, hints;    // written
    GAMEPROOF_NUMBERS(phase, conflict, clause, event, trail, queue, emitted, lemmas, hints)
};

struct Tables {
    Array<i32> literals;  // of all clauses, formula first, then lemmas
    Array<const i64> ends;
    Array<i64> head, link;  // of the lists of watches, by code and by entry
    Array<i8> value;        // by code: 1 true, -1 false
    Array<i64> position;    // by variable: its place on the trail,
    Array<i64> reason;      // the clause that forced it,
    Array<i64> unit;        // the number of its unit clause in the output
    Array<i32> trail;
    Array<bool> gone;       // deleted clauses
    Array<i64> number;      // by clause: its number in the output
    Array<i64> seen;        // by variable: stamps of `explain`
    Array<const i64> targets;  // by proof line: -1 for the next lemma, else the clause it deletes
    GAMEPROOF_ARRAYS(literals, ends, head, link, value, position, reason, unit, trail, gone, number,
                     seen, targets)
};

// Lemma i is clause source[i], or the unit of literal -1 - source[i], or empty where source[i] is
// the number of all clauses.
struct Output {
    Array<i64> source;
    Array<i32> hints;
    Array<i64> ends;
    GAMEPROOF_ARRAYS(source, hints, ends)
};

struct Pass {
    const Tables& t;
    const Output& out;
    State& s;
    i64 formula;  // clauses of the formula
    i64 budget;

    i64 start(i64 clause) const { return t.ends[clause]; }
    i64 stop(i64 clause) const { return t.ends[clause + 1]; }

    void assign(i32 code, i64 reason) {
        t.value[code] = 1;
        t.value[code ^ 1] = -1;
        t.reason[code >> 1] = reason;
        t.position[code >> 1] = s.trail;
        t.trail[s.trail++] = code;
    }

    void watch(i32 code, i64 entry) {
        t.link[entry] = t.head[code];
        t.head[code] = entry;
    }

    // Another literal of a clause that is not false, brought to the place of the false one. A literal
    // may stand in a clause twice.
    bool moved(i64 clause, i64 slot, i32 other, i32 false_code) {
        i64 begin = start(clause);
        for (i64 place = begin + 2; place < stop(clause); place++) {
            i32 found = t.literals[place];
            if (t.value[found] == -1 || found == other) continue;
            t.literals[place] = false_code;
            t.literals[begin + slot] = found;
            watch(found, 2 * clause + slot);
            return true;
        }
        return false;
    }

    // Unit propagation to the end; the violated clause or NONE.
    i64 propagate() {
        while (s.queue < s.trail) {
            i32 false_code = t.trail[s.queue++] ^ 1;
            i64 before = NONE;
            for (i64 entry = t.head[false_code], after; entry != NONE; entry = after) {
                budget--;
                after = t.link[entry];
                i64 clause = entry >> 1, slot = entry & 1;
                i32 other = t.literals[start(clause) + 1 - slot];
                bool leaves = t.gone[clause];
                if (!leaves && t.value[other] != 1) {
                    leaves = moved(clause, slot, other, false_code);
                    if (!leaves) {
                        if (t.value[other] == -1) return clause;
                        assign(other, clause);
                    }
                }
                if (!leaves) before = entry;
                else if (before == NONE) t.head[false_code] = after;
                else t.link[before] = after;
            }
        }
        return NONE;
    }

    // Watch two literals that are not false; assign the only one, or note the conflict.
    void attach(i64 clause) {
        i64 begin = start(clause), end = stop(clause), free = begin;
        for (i64 place = begin; place < end && free < begin + 2; place++) {
            i32& code = t.literals[place];
            if (t.value[code] == -1 || (free > begin && code == t.literals[begin])) continue;
            std::swap(code, t.literals[free++]);
        }
        if (free == begin) {
            s.conflict = clause;
            s.phase = UNITS;
            return;
        }
        if (end - begin >= 2)
            for (i64 slot : {0, 1}) watch(t.literals[begin + slot], 2 * clause + slot);
        if (free == begin + 1 && t.value[t.literals[begin]] == 0) {
            assign(t.literals[begin], clause);
            s.phase = PROPAGATE;
        }
    }

    // -- what is written ---------------------------------------------------------------------

    void hint(i64 number) { out.hints[s.hints++] = number; }

    // Of a literal of a clause that is false outright, once.
    void hint_unit(i64 clause, i32 code) {
        i64& seen = t.seen[code >> 1];
        if (seen != -1 - clause) hint(t.unit[code >> 1]);
        seen = -1 - clause;
    }

    // End an output lemma; its number.
    i64 close(i64 source) {
        out.source[s.lemmas] = source;
        out.ends[s.lemmas + 1] = s.hints;
        return formula + s.lemmas++;
    }

    // The unit clause of the next literal that holds outright.
    void emit_unit() {
        i32 code = t.trail[s.emitted++];
        i64 source = t.reason[code >> 1];
        if (stop(source) - start(source) == 1) {
            t.unit[code >> 1] = t.number[source];
            return;
        }
        for (i64 place = start(source); place < stop(source); place++)
            if (t.literals[place] != code) hint_unit(source, t.literals[place]);
        hint(t.number[source]);
        t.unit[code >> 1] = close(-1 - (i64)code);
    }

    void emit_empty() {
        for (i64 place = start(s.conflict); place < stop(s.conflict); place++)
            hint_unit(s.conflict, t.literals[place]);
        hint(t.number[s.conflict]);
        close(t.ends.size - 1);
    }

    // Mark a clause's variables as needed; units that hold outright become hints at once.
    void look(i64 clause, i64 base, i64 stamp) {
        for (i64 place = start(clause); place < stop(clause); place++) {
            i32 v = t.literals[place] >> 1;
            if (t.seen[v] >= stamp) continue;
            t.seen[v] = stamp;
            if (t.position[v] < base) hint(t.unit[v]);
        }
    }

    // Hints of a lemma: units, then the reasons used in order, then the conflict.
    void explain(i64 lemma, i64 conflict, i64 base) {
        i64 stamp = 2 * (lemma + 1);
        for (i64 place = start(lemma); place < stop(lemma); place++)
            t.seen[t.literals[place] >> 1] = stamp + 1;  // known false: never to be explained
        look(conflict, base, stamp);
        for (i64 place = s.trail - 1; place >= base; place--) {
            i32 v = t.trail[place] >> 1;
            if (t.seen[v] != stamp || t.reason[v] == NONE) continue;
            look(t.reason[v], base, stamp);
            t.position[v] = -1;  // needed; the trail is walked once more below
        }
        for (i64 place = base; place < s.trail; place++) {
            i32 v = t.trail[place] >> 1;
            if (t.position[v] == -1) hint(t.number[t.reason[v]]);
        }
        hint(t.number[conflict]);
    }

    // Check the next lemma by propagation, write it out and attach it; does it follow?
    bool lemma(i64 clause) {
        i64 base = s.trail, conflict = NONE;
        bool holds = false;  // outright, or it is a tautology: no later step can need it
        for (i64 place = start(clause); place < stop(clause) && !holds; place++) {
            i32 code = t.literals[place];
            holds = t.value[code] == 1;
            if (t.value[code] == 0) assign(code ^ 1, NONE);
        }
        if (!holds) {
            conflict = propagate();
            if (conflict != NONE) explain(clause, conflict, base);
        }
        for (i64 place = base; place < s.trail; place++)
            t.value[t.trail[place]] = t.value[t.trail[place] ^ 1] = 0;
        s.trail = s.queue = base;
        if (holds) {
            t.gone[clause] = true;
            return true;
        }
        if (conflict == NONE) return false;
        t.number[clause] = close(clause);
        attach(clause);
        return true;
    }

    // Work until the budget is spent (MORE), the output must grow (FULL), the empty clause is
    // reached (DONE), a lemma fails (BAD) or the proof ends (ENDED).
    i64 advance(i64 room) {
        while (true) {
            if (s.lemmas + 2 >= out.ends.size || s.hints + room >= out.hints.size) return FULL;
            if (budget-- <= 0) return MORE;
            if (s.phase == PROPAGATE) {
                s.conflict = propagate();
                s.phase = UNITS;
            } else if (s.phase == UNITS) {
                if (s.emitted < s.trail) {
                    emit_unit();
                } else if (s.conflict != NONE) {
                    emit_empty();
                    return DONE;
                } else {
                    s.phase = NEXT;
                }
            } else if (s.clause < formula) {
                i64 clause = s.clause++;
                t.number[clause] = clause;
                attach(clause);
            } else if (s.event == t.targets.size) {
                return ENDED;
            } else {
                i64 target = t.targets[s.event];
                if (target >= 0) t.gone[target] = true;
                else if (target == NONE && !lemma(s.clause++)) return BAD;
                s.event++;
            }
        }
    }
};

// `room` is the most hints that one step writes.
i64 advance(const Tables& t, const Output& out, State& s, i64 formula, i64 room, i64 budget) {
    return Pass{t, out, s, formula, budget}.advance(room);
}

// Number the lemmas that the last one needs, in order, in `renumbered` (-1 everywhere at first;
// others keep it).
void needed(i64 formula, const Output& out, const Array<i64>& renumbered) {
    i64 count = renumbered.size, kept = 0;
    renumbered[count - 1] = 0;
    for (i64 i = count - 1; i >= 0; i--)
        if (renumbered[i] >= 0)
            for (i64 place = out.ends[i]; place < out.ends[i + 1]; place++)
                if (out.hints[place] >= formula) renumbered[out.hints[place] - formula] = 0;
    for (i64 i = 0; i < count; i++)
        if (renumbered[i] >= 0) renumbered[i] = kept++;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(rup, GAMEPROOF_CONSTANTS(DONE, MORE, FULL, BAD, ENDED, NEXT, NONE),
                 GAMEPROOF_FUNCTIONS(advance, needed))
