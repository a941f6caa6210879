"""Tiny games written in BDDL: finite ones, one that need not end, a start that is over."""

from __future__ import annotations

from pathlib import Path

from gameproof import instances

FOLDER = Path(instances.__file__).parent / "data" / "bddl"


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


DOMINOES, RACE = _read("domineering.ig"), _read("race.ig")
WITHIN = tuple(f"win-within --plies {n}" for n in (0, 1, 2, 3, 4, 7))

PLACE = """
#blackactions
:action put :parameters (?x, ?y) :precondition (open(?x,?y)) :effect (black(?x,?y))
#whiteactions
:action put :parameters (?x, ?y) :precondition (open(?x,?y)) :effect (white(?x,?y))
"""
ROW = "#boardsize\n3 2\n#init\n%s\n#depth\n5\n#blackgoal\nblack(?x,?y) black(?x+1,?y)\n" \
      "#whitegoal\nwhite(?x,?y) white(?x,?y+1)\n%s"  # fmt: skip
EMPTY = "#boardsize\n%d %d\n#init\n#depth\n4\n#blackgoal\nFalse\n#whitegoal\n"

#: (game, board as in an instance file, questions).
BOARDS: list[tuple[str, object, tuple[str, ...]]] = [
    ("bddl", {"domain": {"text": domain}, "problem": {"text": problem}}, questions)
    for domain, problem, questions in (
        (DOMINOES, EMPTY % (1, 1), ("outcome", *WITHIN)),
        (DOMINOES, EMPTY % (2, 2), ("outcome", "win-within", *WITHIN)),
        (DOMINOES, EMPTY % (2, 3), ("outcome", *WITHIN)),
        (DOMINOES, EMPTY % (3, 2) + "#blackturn\nsecond\n", ("outcome", *WITHIN)),
        (DOMINOES, _read("domineering-3x3.ig"), ("outcome", "win-within", *WITHIN)),
        (RACE, _read("race-2x3.ig"), ("outcome", "win-within", *WITHIN)),
        (RACE, EMPTY % (1, 2) + "False\n", ("outcome",)),
        (PLACE, ROW % ("", ""), ("outcome", *WITHIN)),
        (PLACE, ROW % ("white(1,1)", "#blackturn\nsecond"), ("outcome", *WITHIN)),
        (PLACE, ROW % ("white(1,1) white(1,2)", ""), ("outcome", *WITHIN)),
        (PLACE, ROW % ("black(1,1) black(2,1)", ""), ("outcome", *WITHIN)),
    )
]
"""Tiny boards with the questions to be attacked."""

ORACLES: dict[object, object] = {}
"""All questions are about play, which the rules decide."""
