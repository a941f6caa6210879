"""Forged certificates: random ones by type, mutated and transplanted genuine ones.

Everything happens in the file form, as an attacker would do it, so a record that cannot be
read is an attack that failed early. A forgery is a tree, the steps that one uses within it as pairs
(key, step); :func:`listed` makes the file's list of it. Seeded, no hidden randomness.
"""

from __future__ import annotations

import random
import types
import typing
from collections.abc import Iterator, Sequence
from functools import cache
from typing import cast

import msgspec
import numpy as np

from gameproof.certificates.certificate import Certificate, Composite, fields_of
from gameproof.certificates.files import Json
from gameproof.certificates.kernel import AnyKind
from gameproof.prover.written import to_json

DTYPES = ("<i8", "<i4", "<u2", "|u1", "|i1", "<u8", "<f8", "|b1")
NUMBERS = (0, 1, 2, 3, -1, 4, 5, 7, 8, 63, 64, 255, 2**31, -(2**63), 2**64, 10**30)


class Forger:
    """Makes forgeries; ``words`` are texts that stand in genuine certificates and games."""

    def __init__(self, seed: int, words: Sequence[str], parts: Sequence[dict[str, Json]]) -> None:
        self.random = random.Random(seed)
        self.words = list(words) or [""]
        self.parts = list(parts)

    # -- by type ------------------------------------------------------------------------

    def typed(self, kind: AnyKind) -> dict[str, Json]:
        """A certificate of this kind with random fields of the right types."""
        hints = _hints(kind.record)
        fields = {name: self.value(hints[name]) for name in fields_of(kind.record)}
        return {"kind": kind.tag, **fields, **self.used(kind)}

    def used(self, kind: AnyKind) -> dict[str, Json]:
        """Steps that a certificate of this kind uses, where it may use some."""
        if not issubclass(kind.record, Composite):
            return {}
        keys = [None, "countdown", "in turn", *range(-2, 3), *self.words]
        return {"uses": [
            [self.random.choice(keys), _copied(self.random.choice(self.parts))]
            for _ in range(self.size() if self.parts else 0)
        ]}  # fmt: skip

    def empty(self, kind: AnyKind) -> dict[str, Json]:
        """A certificate of this kind in which everything that can be empty is."""
        hints = _hints(kind.record)
        fields = {name: self.nothing(hints[name]) for name in fields_of(kind.record)}
        return {"kind": kind.tag, **fields}

    def value(self, hint: object) -> Json:
        """A random JSON value of a type."""
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            return self.value(self.random.choice(arguments))
        if hint is type(None):
            return None
        if hint is bool:
            return self.random.random() < 0.5
        if hint is int:
            return self.number()
        if hint is float:
            return self.random.choice([0.0, 1.0, -1.5, 1e300])
        if hint is str:
            return self.random.choice(self.words)
        if hint is np.ndarray or origin is np.ndarray:
            return self.array()
        if origin is list:
            return [self.value(arguments[0]) for _ in range(self.size())]
        if origin is tuple:
            if len(arguments) == 2 and arguments[1] is Ellipsis:
                return [self.value(arguments[0]) for _ in range(self.size())]
            return [self.value(a) for a in arguments]
        if origin is dict:
            return {
                str(self.value(arguments[0])): self.value(arguments[1]) for _ in range(self.size())
            }
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            hints = _hints(hint)
            config = hint.__struct_config__
            data = {name: self.value(hints[name]) for name in fields_of(hint)}
            return {str(config.tag_field): str(config.tag), **data} if config.tag_field else data
        return self.random.choice([None, 0, "", [], {}])

    def nothing(self, hint: object) -> Json:
        """The emptiest JSON value of a type."""
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            return None if type(None) in arguments else self.nothing(arguments[0])
        if hint is np.ndarray or origin is np.ndarray:
            return {"numbers": [], "dtype": "<i8", "shape": [0]}
        if origin is list or (origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis):
            return []
        if origin is tuple:
            return [self.nothing(a) for a in arguments]
        if origin is dict:
            return {}
        plain: dict[object, Json] = {bool: False, int: 0, float: 0.0, str: ""}
        return plain.get(hint)

    def number(self) -> int:
        return (
            self.random.choice(NUMBERS)
            if self.random.random() < 0.3
            else self.random.randint(-1, 6)
        )

    def size(self) -> int:
        return self.random.choice([0, 0, 1, 1, 2, 3, 5])

    def array(self) -> Json:
        dimensions = self.random.choice([1, 1, 1, 2, 2, 3])
        shape: list[Json] = [self.size() for _ in range(dimensions - 1)]
        shape.insert(0, self.size())
        if self.random.random() < 0.5 and dimensions > 1:
            shape[-1] = 2
        count = 1
        for extent in shape:
            assert isinstance(extent, int)
            count *= extent
        dtype = self.random.choice(DTYPES[:4] if self.random.random() < 0.9 else DTYPES)
        small = [self.random.randint(0 if "u" in dtype else -1, 6) for _ in range(count)]
        if self.random.random() < 0.3:
            small.sort()
        return {"numbers": [*small], "dtype": dtype, "shape": shape}

    # -- from genuine ones -----------------------------------------------------------------

    def mutated(self, genuine: dict[str, Json]) -> dict[str, Json]:
        """A genuine certificate with one to three places changed."""
        forged = _copy(genuine)
        assert isinstance(forged, dict)
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            places = list(_places(forged))
            if not places:
                break
            holder, key = self.random.choice(places)
            self.change(holder, key)
        return forged

    def crossed(self, one: dict[str, Json], two: dict[str, Json]) -> dict[str, Json]:
        """Some fields of one certificate with the others of a second one, or two fields of
        one exchanged; numbers that count something may be off by one as well."""
        names = [name for name in one if name != "kind"]
        forged = _copied(one)
        if not names:
            return forged
        if self.random.random() < 0.3:
            first, second = self.random.choice(names), self.random.choice(names)
            forged[first], forged[second] = forged[second], forged[first]
            return forged
        other = _copied(two)
        for name in names:
            if name in other and self.random.random() < 0.5:
                forged[name] = other[name]
        return self.mutated(forged) if self.random.random() < 0.2 else forged

    def change(self, holder: dict[str, Json] | list[Json], key: str | int) -> None:
        """Change one place of a JSON tree."""
        value = holder[key]  # type: ignore[index]
        if isinstance(value, dict) and set(value) == {"numbers", "dtype", "shape"}:
            new: Json = self.changed_array(value)
        elif isinstance(value, bool):
            new = not value
        elif isinstance(value, int):
            new = self.random.choice([value + 1, value - 1, -value, self.number(), 0])
        elif isinstance(value, str):
            new = self.random.choice([self.random.choice(self.words), value[:-1], value + "0", ""])
        elif isinstance(value, list):
            new = self.changed_list(value)
        elif isinstance(value, dict):
            new = self.changed_dict(value)
        else:
            new = self.random.choice([0, 1, "", [], None])
        holder[key] = new  # type: ignore[index]

    def changed_list(self, value: list[Json]) -> list[Json]:
        kind = self.random.randrange(5)
        new = list(value)
        if kind == 0 or not new:
            return []
        at = self.random.randrange(len(new))
        if kind == 1:
            del new[at]
        elif kind == 2:
            new.insert(at, _copy(new[at]))
        elif kind == 3:
            self.random.shuffle(new)
        else:
            new[at] = _copy(self.random.choice(new))
        return new

    def changed_dict(self, value: dict[str, Json]) -> dict[str, Json]:
        new = dict(value)
        if self.parts and "kind" in new and self.random.random() < 0.5:
            return _copied(self.random.choice(self.parts))
        if not new or self.random.random() < 0.2:
            return {}
        key = self.random.choice(list(new))
        if self.random.random() < 0.5:
            del new[key]
        else:
            other = self.random.choice(list(new))
            new[key], new[other] = new[other], new[key]
        return new

    def changed_array(self, value: dict[str, Json]) -> dict[str, Json]:
        numbers, shape = value["numbers"], value["shape"]
        assert isinstance(numbers, list)
        assert isinstance(shape, list)
        new: dict[str, Json] = {**value, "numbers": list(numbers), "shape": list(shape)}
        kind = self.random.randrange(6)
        if kind == 0 or not numbers:
            return {**new, "numbers": [], "shape": [0, *shape[1:]]}
        flat = list(numbers)
        at = self.random.randrange(len(flat))
        if kind in (1, 2):
            old = flat[at]
            assert isinstance(old, int | float)
            flat[at] = self.random.choice([int(old) + 1, int(old) - 1, self.number(), 0])
            return {**new, "numbers": flat}
        row = len(flat) // shape[0] if isinstance(shape[0], int) and shape[0] else 1
        first = at // row * row
        if kind == 3:
            del flat[first : first + row]
            return {**new, "numbers": flat, "shape": [shape[0] - 1, *shape[1:]]}  # type: ignore[operator]
        if kind == 4:
            flat[first:first] = flat[first : first + row]
            return {**new, "numbers": flat, "shape": [shape[0] + 1, *shape[1:]]}  # type: ignore[operator]
        other = self.random.randrange(len(flat))
        flat[at], flat[other] = flat[other], flat[at]
        return {**new, "numbers": flat}


@cache
def _hints(record: type) -> dict[str, object]:
    return dict(typing.get_type_hints(record))


def words_of(value: Json) -> Iterator[str]:
    """The texts in a JSON tree, names of entries included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from words_of(entry)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from words_of(entry)


def plain(certificate: Certificate) -> dict[str, Json]:
    """A certificate as a tree, in its file form."""
    made: list[dict[str, Json]] = []
    abouts: list[list[list[Json]]] = []
    for step in to_json(certificate):
        uses = cast("list[int]", step.pop("uses", []))
        abouts.append(cast("list[list[Json]]", step.pop("about", [])))
        if uses:
            step["uses"] = [[abouts[number][-1][1], _copy(made[number])] for number in uses]
        made.append(step)
    return made[-1]


def listed(tree: dict[str, Json]) -> list[Json]:
    """The list of steps of a tree; what is no pair stays as it is, to be refused."""
    steps: list[Json] = []

    def put(one: dict[str, Json], about: list[Json]) -> int:
        step: dict[str, Json] = {**one, **({"about": about} if about else {})}
        uses = one.get("uses")
        if isinstance(uses, list):
            step["uses"] = [
                put(use[1], [*about, [one.get("kind"), use[0]]])
                if isinstance(use, list) and len(use) == 2 and isinstance(use[1], dict)
                else use
                for use in uses
            ]
        steps.append(step)
        return len(steps) - 1

    put(tree, [])
    return steps


def _copy(value: Json) -> Json:
    if isinstance(value, dict):
        return {k: _copy(v) for k, v in value.items()}
    return [_copy(v) for v in value] if isinstance(value, list) else value


def _copied(part: dict[str, Json]) -> dict[str, Json]:
    """A part to be forged; nothing of it is shared."""
    return {k: _copy(v) for k, v in part.items()}


def _places(value: Json) -> Iterator[tuple[dict[str, Json] | list[Json], str | int]]:
    """Every place of a tree that may be changed; the kind's name stays."""
    if isinstance(value, dict):
        if set(value) == {"numbers", "dtype", "shape"}:
            return
        for key in value:
            if key != "kind":
                yield value, key
                yield from _places(value[key])
    elif isinstance(value, list):
        for at in range(len(value)):
            yield value, at
            yield from _places(value[at])
