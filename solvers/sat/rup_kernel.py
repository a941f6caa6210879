"""The unit propagation pass behind ``drat``, compiled.

Literals are codes ``2 v`` (positive) and ``2 v + 1`` (negative). A clause watches its
first two literals; the watches of a literal form a linked list of entries
``2 * clause + slot``. The pass is a machine with three phases, so that it can stop
after any step when its budget is spent or the output arrays must grow.
"""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

# answers of ``advance``
DONE, MORE, FULL, BAD, ENDED = 0, 1, 2, 3, 4
# phases
PROPAGATE, UNITS, NEXT = 0, 1, 2
# places in the state vector
PHASE, CONFLICT, CLAUSE, EVENT, TRAIL, QUEUE, EMITTED, LEMMAS, HINTS, BUDGET = range(10)
STATE = 10


class Tables(NamedTuple):
    """``literals``/``ends``: all clauses, formula first, then lemmas; ``value`` by code:
    1 true, -1 false; ``position``/``reason``/``unit`` by variable: place on the trail,
    clause that forced it, number of its unit clause in the output; ``number`` by
    clause: its number in the output; ``seen`` by variable: stamps of ``_explain``."""

    literals: NDArray[np.int32]
    ends: NDArray[np.int64]
    head: NDArray[np.int64]
    link: NDArray[np.int64]
    value: NDArray[np.int8]
    position: NDArray[np.int64]
    reason: NDArray[np.int64]
    unit: NDArray[np.int64]
    trail: NDArray[np.int32]
    gone: NDArray[np.bool_]
    number: NDArray[np.int64]
    seen: NDArray[np.int64]
    state: NDArray[np.int64]


class Output(NamedTuple):
    """Lemma ``i`` is clause ``source[i]``, or the unit of literal code ``-1 - source[i]``,
    or empty where ``source[i]`` is the number of all clauses."""

    source: NDArray[np.int64]
    hints: NDArray[np.int32]
    ends: NDArray[np.int64]


@njit(cache=True)
def _assign(t: Any, code: int, reason: int) -> None:
    t.value[code] = 1
    t.value[code ^ 1] = -1
    t.reason[code >> 1] = reason
    t.position[code >> 1] = t.state[TRAIL]
    t.trail[t.state[TRAIL]] = code
    t.state[TRAIL] += 1


@njit(cache=True)
def _propagate(t: Any) -> int:
    """Unit propagation to the end; the violated clause or -1."""
    while t.state[QUEUE] < t.state[TRAIL]:
        false = t.trail[t.state[QUEUE]] ^ 1
        t.state[QUEUE] += 1
        before = -1
        entry = t.head[false]
        while entry >= 0:
            t.state[BUDGET] -= 1
            after = t.link[entry]
            clause = entry >> 1
            slot = entry & 1
            start = t.ends[clause]
            moved = t.gone[clause]
            other = t.literals[start + 1 - slot]
            if not moved and t.value[other] != 1:
                for place in range(start + 2, t.ends[clause + 1]):
                    found = t.literals[place]
                    if t.value[found] != -1:
                        t.literals[place] = false
                        t.literals[start + slot] = found
                        t.link[entry] = t.head[found]
                        t.head[found] = entry
                        moved = True
                        break
                if not moved:
                    if t.value[other] == -1:
                        return int(clause)
                    _assign(t, other, clause)
            if moved:
                if before < 0:
                    t.head[false] = after
                else:
                    t.link[before] = after
            else:
                before = entry
            entry = after
    return -1


@njit(cache=True)
def _attach(t: Any, clause: int) -> None:
    """Watch two literals that are not false; assign the only one, or note the conflict."""
    start, stop = t.ends[clause], t.ends[clause + 1]
    free = start
    for place in range(start, stop):
        code = t.literals[place]
        if t.value[code] != -1:
            t.literals[place] = t.literals[free]
            t.literals[free] = code
            free += 1
            if free == start + 2:
                break
    if free == start:
        t.state[CONFLICT] = clause
        t.state[PHASE] = UNITS
        return
    if stop - start >= 2:
        for slot in range(2):
            code = t.literals[start + slot]
            entry = 2 * clause + slot
            t.link[entry] = t.head[code]
            t.head[code] = entry
    if free == start + 1 and t.value[t.literals[start]] == 0:
        _assign(t, t.literals[start], clause)
        t.state[PHASE] = PROPAGATE


@njit(cache=True)
def _close(t: Any, out: Any, source: int) -> int:
    """End an output lemma; its number among the lemmas."""
    index = t.state[LEMMAS]
    out.source[index] = source
    out.ends[index + 1] = t.state[HINTS]
    t.state[LEMMAS] += 1
    return int(index)


@njit(cache=True)
def _hint(t: Any, out: Any, number: int) -> None:
    out.hints[t.state[HINTS]] = number
    t.state[HINTS] += 1


@njit(cache=True)
def _emit_unit(t: Any, out: Any, formula: int) -> None:
    """The unit clause of the next literal that holds outright."""
    code = t.trail[t.state[EMITTED]]
    t.state[EMITTED] += 1
    source = t.reason[code >> 1]
    start, stop = t.ends[source], t.ends[source + 1]
    if stop - start == 1:
        t.unit[code >> 1] = t.number[source]
        return
    for place in range(start, stop):
        if t.literals[place] != code:
            _hint(t, out, t.unit[t.literals[place] >> 1])
    _hint(t, out, t.number[source])
    t.unit[code >> 1] = formula + _close(t, out, -1 - code)


@njit(cache=True)
def _emit_empty(t: Any, out: Any) -> None:
    clause = t.state[CONFLICT]
    for place in range(t.ends[clause], t.ends[clause + 1]):
        _hint(t, out, t.unit[t.literals[place] >> 1])
    _hint(t, out, t.number[clause])
    _close(t, out, len(t.ends) - 1)


@njit(cache=True)
def _look(t: Any, out: Any, clause: int, base: int, stamp: int) -> None:
    """Mark a clause's variables as needed; units that hold outright become hints at once."""
    for place in range(t.ends[clause], t.ends[clause + 1]):
        v = t.literals[place] >> 1
        if t.seen[v] < stamp:
            t.seen[v] = stamp
            if t.position[v] < base:
                _hint(t, out, t.unit[v])


@njit(cache=True)
def _explain(t: Any, out: Any, lemma: int, conflict: int, base: int) -> None:
    """Hints of a lemma: units, then the reasons used in order, then the conflict."""
    stamp = 2 * (lemma + 1)
    for place in range(t.ends[lemma], t.ends[lemma + 1]):
        t.seen[t.literals[place] >> 1] = stamp + 1  # known false: never to be explained
    _look(t, out, conflict, base, stamp)
    count = 0
    for place in range(t.state[TRAIL] - 1, base - 1, -1):
        v = t.trail[place] >> 1
        if t.seen[v] == stamp and t.reason[v] >= 0:
            _look(t, out, t.reason[v], base, stamp)
            t.position[v] = -1  # needed; the trail is walked once more below
            count += 1
    for place in range(base, t.state[TRAIL]):
        v = t.trail[place] >> 1
        if t.position[v] == -1:
            _hint(t, out, t.number[t.reason[v]])
    _hint(t, out, t.number[conflict])


@njit(cache=True)
def _lemma(t: Any, out: Any, lemma: int, formula: int) -> bool:
    """Check the next lemma by propagation, write it out and attach it."""
    base = t.state[TRAIL]
    true = False
    for place in range(t.ends[lemma], t.ends[lemma + 1]):
        code = t.literals[place]
        if t.value[code] == 1:
            true = True  # it holds outright, or is a tautology: no later step can need it
            break
        if t.value[code] == 0:
            _assign(t, code ^ 1, -1)
    conflict = -1
    if not true:
        conflict = _propagate(t)
        if conflict >= 0:
            _explain(t, out, lemma, conflict, base)
    for place in range(base, t.state[TRAIL]):
        t.value[t.trail[place]] = 0
        t.value[t.trail[place] ^ 1] = 0
    t.state[TRAIL] = base
    t.state[QUEUE] = base
    if true:
        t.gone[lemma] = True
        return True
    if conflict < 0:
        return False
    t.number[lemma] = formula + _close(t, out, lemma)
    _attach(t, lemma)
    return True


@njit(cache=True)
def advance(t: Any, out: Any, targets: Any, formula: int, room: int) -> int:
    """Work until the budget is spent (``MORE``), the output must grow (``FULL``), the empty
    clause is reached (``DONE``), a lemma fails (``BAD``) or the proof ends (``ENDED``).

    ``targets[e]``: -1 when proof line e adds the next lemma, else the clause it deletes.
    """
    state = t.state
    while True:
        if state[LEMMAS] + 2 >= len(out.ends) or state[HINTS] + room >= len(out.hints):
            return FULL
        if state[BUDGET] <= 0:
            return MORE
        state[BUDGET] -= 1
        if state[PHASE] == PROPAGATE:
            state[CONFLICT] = _propagate(t)
            state[PHASE] = UNITS
        elif state[PHASE] == UNITS:
            if state[EMITTED] < state[TRAIL]:
                _emit_unit(t, out, formula)
            elif state[CONFLICT] >= 0:
                _emit_empty(t, out)
                return DONE
            else:
                state[PHASE] = NEXT
        elif state[CLAUSE] < formula:
            clause = state[CLAUSE]
            state[CLAUSE] += 1
            t.number[clause] = clause
            _attach(t, clause)
        elif state[EVENT] == len(targets):
            return ENDED
        else:
            target = targets[state[EVENT]]
            if target >= 0:
                t.gone[target] = True
            elif target == -1:
                lemma = state[CLAUSE]
                if not _lemma(t, out, lemma, formula):
                    return BAD
                state[CLAUSE] += 1
            state[EVENT] += 1


@njit(cache=True)
def needed(formula: int, count: int, hints: Any, ends: Any, new: Any) -> int:
    """Number the lemmas that the last one needs, in order, in ``new`` (others keep -1);
    returns how many there are."""
    new[count - 1] = 0
    for index in range(count - 1, -1, -1):
        if new[index] >= 0:
            for place in range(ends[index], ends[index + 1]):
                if hints[place] >= formula:
                    new[hints[place] - formula] = 0
    kept = 0
    for index in range(count):
        if new[index] >= 0:
            new[index] = kept
            kept += 1
    return kept
