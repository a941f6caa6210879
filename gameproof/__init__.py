"""Who wins this game, and why should anybody believe it: games answered with checked proofs.

``import gameproof as gp``; the public names are those in ``__all__``, described in
``docs/python.md``. Each is imported when it is first used.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

_here = os.path.dirname(__file__)  # noqa: PTH120
if not os.path.isdir(os.path.join(_here, "encodings")):  # noqa: PTH112, PTH118
    # Unpacked without the links beside this file: the layers are this folder's neighbours.
    __path__.append(os.path.dirname(_here))  # noqa: PTH120

_PUBLIC = {
    "BadInput": "gameproof.games.meaning.bad_input",
    "Checked": "gameproof.proof",
    "GameInfo": "gameproof.description",
    "MethodInfo": "gameproof.description",
    "Picture": "gameproof.pictures.picture",
    "Position": "gameproof.playing",
    "Proof": "gameproof.proof",
    "QuestionInfo": "gameproof.description",
    "Value": "gameproof.proof",
    "check": "gameproof.proof",
    "draw": "gameproof.interface",
    "encode": "gameproof.interface",
    "list_games": "gameproof.description",
    "position": "gameproof.interface",
    "solve": "gameproof.interface",
    "solve_all": "gameproof.interface",
}
"""Every public name, with the module that holds it."""

__all__ = [
    "BadInput",
    "Checked",
    "GameInfo",
    "MethodInfo",
    "Picture",
    "Position",
    "Proof",
    "QuestionInfo",
    "Value",
    "__version__",
    "check",
    "draw",
    "encode",
    "list_games",
    "position",
    "solve",
    "solve_all",
]

if TYPE_CHECKING:
    from gameproof.description import GameInfo, MethodInfo, QuestionInfo, list_games
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.interface import draw, encode, position, solve, solve_all
    from gameproof.pictures.picture import Picture
    from gameproof.playing import Position
    from gameproof.proof import Checked, Proof, Value, check

    __version__: str


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for."""
    if name == "__version__":
        from gameproof.prover.answer import VERSION

        return VERSION
    if name not in _PUBLIC:
        raise AttributeError(f"module 'gameproof' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_PUBLIC[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
