"""Finding replies: those of the kind ``my-kind`` are found by a module ``my_kind`` of this package.

Such a module has one function ``reply(position, certificate)``: the move that the certificate's
strategy makes in the position, ``None`` where it makes none there. Nothing registers it. Replies of
installed packages stand in the modules that their :class:`~gameproof.games.plugins.Plugin` names.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Hashable
from functools import cache
from typing import TypeVar, cast

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.kernel import kind_of
from gameproof.games.meaning.modules import imported, modules_of
from gameproof.games.meaning.position import AnyPosition, Position
from gameproof.games.plugins import plugins

Move = TypeVar("Move", bound=Hashable)
Find = Callable[[AnyPosition, Certificate], Hashable | None]


@cache
def _modules() -> dict[str, str]:
    """Full names of the modules with replies, by their last component; ours go first."""
    package = importlib.import_module(__package__)
    names = [name for plugin in plugins() for name in plugin.replies]
    names += modules_of(package)
    return {name.rpartition(".")[2]: name for name in names}


def _finder(certificate: Certificate) -> Find | None:
    name = _modules().get(kind_of(certificate).tag.replace("-", "_"))
    return None if name is None else cast(Find, imported(name).reply)


def plays(certificate: Certificate) -> bool:
    """Whether certificates of this kind hold moves at all."""
    return _finder(certificate) is not None


def reply(position: Position[Move], certificate: Certificate | None) -> Move | None:
    """The move that the certificate's strategy makes here, ``None`` when it has none.

    Imports one module; the cost is its own. What is no certificate of this position may raise
    ``Rejected`` or ``BadInput``.
    """
    if certificate is None:
        return None
    find = _finder(certificate)
    if find is None:
        return None
    # Replies of a kind are moves of its positions.
    return cast("Move | None", find(cast(AnyPosition, position), certificate))
