"""Which engine a person named: every name is known to some layer, or refused."""

from __future__ import annotations

from gameproof.encodings.method import Options
from gameproof.games.meaning.bad_input import BadInput, hint
from gameproof.solvers.matching import hall
from gameproof.solvers.sat import qbf, sat

OTHERS = (hall.ENGINE, *qbf.SOLVERS)
"""Engines of other methods for the same questions; a SAT method then takes its default."""


def sat_engine(options: Options) -> str | None:
    """The SAT or CP-SAT engine asked for, None for the default one.

    Raises ``BadInput`` for a name that no back-end has.
    """
    name = options.engine
    if name is None or name in OTHERS:
        return None
    if name not in sat.ENGINES:
        near = hint(name, (*sat.ENGINES, *OTHERS))
        raise BadInput(f"unknown engine {name!r}{near} (known: {', '.join(sat.ENGINES)})", "engine")
    return name
