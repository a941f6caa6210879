"""Grundy's game: the published values of its heaps, its moves, and false tables of heaps."""

from __future__ import annotations

import random
from itertools import count as count_from

import numpy as np
import pytest
from reference.impartial import confirm

import gameproof as gp
from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.heap_tables import verify_heaps
from gameproof.certificates.values.mex import Mex
from gameproof.encodings.impartial.octal import by_window
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.games.impartial import octal
from gameproof.games.impartial.grundys_game import make
from gameproof.games.impartial.impartial import UNEQUAL
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.octal import octal_values

# OEIS A002188, heaps of 0 to 50.
PUBLISHED = (
    0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1,
    2, 4, 1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0,
)  # fmt: skip


def plain(code: dict[int, int], count: int) -> list[int]:
    """Values by the definition; a digit 16 splits into two heaps that differ."""
    values = [0]
    for n in range(1, count):
        after = set()
        for taken, digit in code.items():
            rest = n - taken
            if taken and digit & (1 if rest == 0 else 2) and rest >= 0:
                after.add(values[rest])
            for small in range(1, rest):
                if digit & 4 or (digit & 16 and 2 * small != rest):
                    after.add(values[small] ^ values[rest - small])
        values.append(next(k for k in count_from() if k not in after))
    return values


def right(code: dict[int, int], values: list[int]) -> bool:
    try:
        verify_heaps(np.array(values, dtype=np.int64), code)
    except Rejected:
        return False
    return True


def test_published_values() -> None:
    for heap, value in enumerate(PUBLISHED):
        proof = gp.solve(f"grundys-game {heap}", "grundy")
        assert proof.verified
        assert proof.answer == str(value)
    assert octal_values((UNEQUAL,), 3000, Limits()).tolist() == plain({0: 16}, 3000)


def test_heaps_are_not_halved() -> None:
    assert list(make([4, 2, 1, 0, 5]).moves()) == [(0, 1), (4, 1), (4, 2)]
    assert make([7]).parse_move("4") == make([7]).parse_move("3") == (0, 3)
    assert str(make([2, 7]).play((1, 3))) == "2 3 4"
    for heaps, move in (
        ([4], "2"),
        ([2], "1"),
        ([3], "0"),
        ([3], "3"),
        ([5, 5], "1"),
        ([5], "2:1"),
    ):
        with pytest.raises(BadInput):
            make(heaps).parse_move(move)
    with pytest.raises(BadInput):
        make([-1])


def test_a_table_of_one_game_is_none_of_another() -> None:
    """Where heaps of 4 may be halved, 4 is worth more; and no theorem says that values of heaps
    that are split into different ones repeat."""
    own, other = plain({0: 16}, 400), plain({0: 4}, 400)
    confirm("grundys-game", make([40]), "grundy", str(own[40]), Mex({}, np.array(own)))
    confirm("octal", octal.make("4", [40]), "grundy", str(other[40]), Mex({}, np.array(other)))
    for game, position, table, period in (
        ("grundys-game", make([40]), other, 0),
        ("octal", octal.make("4", [40]), own, 0),
        ("grundys-game", make([4]), [0, 0, 0, 1, 0], 1),
        ("grundys-game", make([10**6]), own, 0),
        ("grundys-game", make([2]), [0] * 8, 1),
        ("grundys-game", make([3]), [], 0),
    ):
        for answer in ("0", "1", "2", "3"):
            with pytest.raises(Rejected):
                confirm(game, position, "grundy", answer, Mex({}, np.array(table), 0, period))


def test_every_entry_counts() -> None:
    """Random codes, with a value moved by one, or two bits of it exchanged for a smaller value."""
    source = random.Random(3)
    for _ in range(60):
        code = {k: source.choice((0, 1, 2, 3, 7, 16, 18, 19)) for k in range(1, 5)}
        code[0] = source.choice((0, 0, 4, 16))
        values = plain(code, 60)
        assert right(code, values), code
        for _ in range(40):
            forged, at = list(values), source.randrange(60)
            forged[at] = max(source.choice((forged[at] + 1, forged[at] - 1, forged[at] ^ 3)), 0)
            assert right(code, forged) == (forged == values), (code, at, forged[at])


def test_large_tables_beside_small_steps() -> None:
    """Blocks, even heaps and single looks together, as in long tables."""
    values = octal_values((UNEQUAL,), 30_000, Limits()).tolist()
    assert right({0: 16}, values)
    assert not right({0: 4}, values)
    source = random.Random(5)
    for _ in range(12):
        forged, at = list(values), source.randrange(20_000, 30_000)
        forged[at] = max(forged[at] + source.choice((-1, 1, 16)), 0)
        assert not right({0: 16}, forged)


@pytest.mark.parametrize("to", [0, 1, 50, 5000])
def test_no_period_is_seen(to: int) -> None:
    assert gp.solve("grundys-game 1", "no-period", to=to).answer == "yes"


def test_a_period_that_is_seen_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of heaps that must differ no theorem says it: the table grows until the time is over."""
    monkeypatch.setattr(
        "gameproof.encodings.impartial.octal.repeated_window", lambda values, window: (0, 1)
    )
    found = by_window(make([1]), Limits(time_limit=0.3), Options(arguments={"to": 9}))
    assert found.answer is UNKNOWN
    assert found.certificate is None
