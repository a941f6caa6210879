"""The compiled engines: their functions, called with numbers and NumPy arrays.

All engines are one shared library, made by ``compile_engines.py`` when the package is
installed. A function takes a row of 8-byte slots (``binding.h``); the library tells what each
function takes, and what it is given is checked against that before the call. Calls release
the GIL. Arrays stay Python's: an engine keeps no memory of its own.

An engine ``solvers/<corridor>/x.cpp`` is reached from the typed ``x.py`` beside it::

    _engine = native.engine("placement")
    PAUSED = _engine.constant("PAUSED")
    _search = _engine.function("search")

    state = _search.numbers(nodes=1)      # the struct of numbers that it takes, named as in C++
    run = _search.bind(state, store)      # packed and checked once
    while run() == PAUSED: limits.check()
"""

from __future__ import annotations

import ctypes
import os
from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

_SOLVERS = Path(__file__).resolve().parents[1]
_WORD = (1 << 64) - 1


class Mismatch(TypeError):
    """A function was given something that it does not take."""


class EnginesMissing(RuntimeError):
    """There is no library of engines for these sources, and none could be made."""

    exit_status = 4


class Numbers(ctypes.Structure):
    """Numbers that an engine changes in place, under their names in the C++ struct; made by
    :meth:`Function.numbers`. There are no others: ``AttributeError``."""

    __slots__ = ()
    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...
        def __setattr__(self, name: str, value: int) -> None: ...


@cache
def _struct(names: tuple[str, ...]) -> type[Numbers]:
    fields = [(name, ctypes.c_int64) for name in names]
    return type("Numbers", (Numbers,), {"__slots__": (), "_fields_": fields})


if TYPE_CHECKING:

    class Arrays(tuple[Any, ...]):
        """What :func:`arrays` makes, a named tuple."""

        def __getattr__(self, name: str) -> Any: ...
        def _replace(self, **changed: Any) -> Arrays: ...
        def _asdict(self) -> dict[str, Any]: ...

else:
    Arrays = tuple


def arrays(**members: Any) -> Arrays:
    """A struct of arrays, and of numbers and such structs, by the names of its members in C++;
    their order does not matter."""
    made: Arrays = _named(tuple(members))(**members)
    return made


@cache
def _named(names: tuple[str, ...]) -> Any:
    return namedtuple("Arrays", names)


def words_of(sets: Sequence[int], width: int) -> NDArray[np.uint64]:
    """Sets, bits of integers, as rows of so many words."""
    raw = b"".join(one.to_bytes(8 * width, "little") for one in sets)
    return np.frombuffer(raw, dtype="<u8").astype(np.uint64).reshape(len(sets), width)


def longer(array: NDArray[Any]) -> NDArray[Any]:
    """Twice as many rows, the new ones empty; may raise :class:`MemoryError`."""
    return np.concatenate([array, np.zeros_like(array)])


def record(numbers: type[np.generic], names: str) -> np.dtype[Any]:
    """The dtype of an array of structs, ``GAMEPROOF_RECORD`` in C++: fields of one type, their
    names as there, separated by spaces."""
    return np.dtype([(name, numbers) for name in names.split()])


class Function:
    """A function of an engine; ``name`` is for messages."""

    def __init__(self, name: str, code: int, takes: list[Any]) -> None:
        self.name = name
        self._code = _CODE(code)
        self._takes = takes

    def numbers(self, which: int = 0, /, **values: int) -> Numbers:
        """The first struct of numbers that the function takes, or a later one; what is not given
        starts as 0. Raises :class:`AttributeError` for a name that the struct lacks."""
        structs = [what for what in self._takes if isinstance(what, tuple)]
        return _struct(structs[which])(**values)

    def __call__(self, *given: Any) -> int:
        """Check and pack what is given, and call. Raises :class:`Mismatch`."""
        return self.bind(*given)()

    def bind(self, *given: Any) -> Call:
        """The call with these arguments, packed and checked once: a fraction of a microsecond
        each time, instead of several for each array. Raises :class:`Mismatch`."""
        slots: list[int] = []
        _pack(self.name, self._takes, given, slots)
        return Call(self._code, slots, given)


class Call:
    """A function with its arguments; holds the arrays for as long as it lives."""

    __slots__ = ("_code", "_held", "_slots")

    def __init__(self, code: Any, slots: list[int], held: Any) -> None:
        self._code = code
        self._slots = (ctypes.c_uint64 * max(1, len(slots)))(*slots)
        self._held = held

    def __call__(self) -> int:
        """What the engine returns: a number, 0 where it returns nothing."""
        result: int = self._code(self._slots)
        return result


class Engine:
    """The functions and constants of one C++ file."""

    def __init__(self, name: str, entries: dict[str, _Entry]) -> None:
        self.name = name
        self._entries = entries
        self._asked: dict[str, Function] = {}

    def function(self, name: str) -> Function:
        """A function by its C++ name. Raises :class:`KeyError`."""
        found = self._asked.get(name)
        if found is None:
            found = self._asked[name] = self._told(name)
        return found

    def _told(self, name: str) -> Function:
        """The function, and what it says that it takes."""
        entry = self._entries[name]
        text = ctypes.create_string_buffer(1 << 14)
        place = _Text(ctypes.addressof(text), len(text))
        entry.tell(ctypes.byref(place))
        return Function(f"{self.name}.{name}", entry.call, _parsed(text.value.decode()))

    def functions(self, *names: str) -> list[Function]:
        """Several of them, as :meth:`function` has it."""
        return [self.function(name) for name in names]

    def constant(self, name: str) -> int:
        """A constant by its C++ name. Raises :class:`KeyError`."""
        value: int = self._entries[name].value
        return value

    def constants(self, *names: str) -> list[int]:
        """Several of them, as :meth:`constant` has it."""
        return [self.constant(name) for name in names]


@cache
def engine(name: str, path: Path | None = None) -> Engine:
    """The engine compiled from ``name.cpp``, of the package's library or of that in another
    file. Raises :class:`EnginesMissing`."""
    library = _library() if path is None else _opened(path)
    try:
        first = (_Entry * 1).in_dll(library, f"gameproof_{name}")
    except ValueError:
        raise EnginesMissing(f"the library of engines holds no {name}") from None
    found: dict[str, _Entry] = {}
    at = ctypes.addressof(first)
    while (entry := _Entry.from_address(at)).name is not None:
        found[entry.name.decode()] = entry
        at += ctypes.sizeof(_Entry)
    return Engine(name, found)


class _Text(ctypes.Structure):
    _fields_ = (("at", ctypes.c_void_p), ("room", ctypes.c_int64))


_CODE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
_TELL = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Entry(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("call", ctypes.c_void_p),
        ("tell", _TELL),
        ("value", ctypes.c_int64),
    )


def stamp() -> str:
    """What tells the library in use from others: of which sources it is."""
    _library()
    return _made_of(_path()) or ""


def _path() -> Path:
    from gameproof.solvers.native import compile_engines as made

    return Path(os.environ.get("GAMEPROOF_ENGINES") or _SOLVERS / made.library_name())


@cache
def _library() -> ctypes.CDLL:
    """The library; in a clone made anew where it is missing or older than its sources."""
    from gameproof.solvers.native import compile_engines as made

    path = _path()
    # Installed, the package holds no sources, only what was made of them.
    if made.sources() and (not path.exists() or _made_of(path) != made.fingerprint()):
        try:
            made.build(path, _SOLVERS.parent / "build" / "engines")
        except (made.BuildError, OSError) as error:
            raise EnginesMissing(f"{path.name} is not of these sources, and: {error}") from error
    return _opened(path)


def _opened(path: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise EnginesMissing(f"the library of engines cannot be loaded: {error}") from error


def _made_of(path: Path) -> str | None:
    """The fingerprint in a library's file; it is not loaded, for it may have to be replaced."""
    content = path.read_bytes()
    mark = b"gameproof engines of "
    at = content.find(mark)
    return None if at < 0 else content[at + len(mark) :].partition(b"\0")[0].decode("ascii")


def _parsed(text: str) -> list[Any]:
    """What a function takes, as told by ``binding.h``: ``"int"``; a dtype with its extents and
    whether it is written to, of structs with their fields; a list of names and members; names of
    numbers in a tuple."""
    words = iter(text.split())

    def names() -> tuple[str, ...]:
        return tuple("".join(iter(lambda: next(words), "|")).split(","))

    def until(end: str) -> list[Any]:
        found: list[Any] = []
        for word in words:
            if word == end:
                return found
            if word == "(":
                found.append([names(), until(")")])
            elif word == "{":
                size = int(next(words))
                next(words)
                listed = tuple("".join(iter(lambda: next(words), "}")).split(","))
                if len(listed) != size:
                    raise Mismatch(f"{listed} are not the {size} numbers of their struct")
                found.append(listed)
            elif word == "[":
                array = _array(next(words))
                next(words)
                fields = "".join(iter(lambda: next(words), "]")).split(",")
                if array.extents.pop() != len(fields):
                    raise Mismatch(f"{fields} are not all that their struct holds")
                array.dtype = record(array.dtype.type, " ".join(fields))
                found.append(array)
            elif word == "int":
                found.append(word)
            else:
                found.append(_array(word))
        return found

    return until("")


def _array(word: str) -> _Array:
    kind, _, shape = word.partition(":")
    return _Array(kind[0] == "w", np.dtype(kind[1:]), shape)


class _Array:
    """An array that a function takes: ``*`` or a number are extents of which only the first is
    passed, ``?`` one of several that are."""

    def __init__(self, written: bool, dtype: np.dtype[Any], shape: str) -> None:
        self.written = written
        self.dtype = dtype
        self.extents = [int(e) if e.isdecimal() else None for e in shape.split(",")]
        self.passed = len(self.extents) if shape.startswith("?") else 1

    @cached_property
    def inner(self) -> tuple[int | None, ...]:
        """The extents that are not passed."""
        return tuple(self.extents[self.passed :])

    def pack(self, name: str, value: Any, into: list[int]) -> None:
        if not isinstance(value, np.ndarray):
            raise Mismatch(f"{name}: {type(value)} where {self.dtype}{self.extents} is due")
        flags, shape = value.flags, value.shape  # each is made anew when it is asked for
        writeable = flags.writeable
        if (
            (value.dtype is not self.dtype and value.dtype != self.dtype)
            or not flags.c_contiguous
            or (self.written and not writeable)
            or len(shape) != len(self.extents)
            or shape[self.passed :] != self.inner
        ):
            raise Mismatch(f"{name}: {value.dtype}{shape} where {self.dtype}{self.extents} is due")
        if writeable and value.size:  # three times as quick as the other way
            into.append(_addressof(_from_buffer(value)))
        else:
            into.append(value.ctypes.data)
        into.extend(shape[: self.passed])


_addressof: Callable[[Any], int] = ctypes.addressof
_from_buffer: Callable[[Any], Any] = ctypes.c_char.from_buffer


def _pack(name: str, takes: Sequence[Any], given: Sequence[Any], into: list[int]) -> None:
    if len(takes) != len(given):
        raise Mismatch(f"{name}: {len(given)} values, not {len(takes)}")
    for what, value in zip(takes, given, strict=True):
        if isinstance(what, _Array):
            what.pack(name, value, into)
        elif isinstance(what, tuple):
            if not isinstance(value, Numbers) or tuple(f[0] for f in value._fields_) != what:
                raise Mismatch(f"{name}: {type(value).__name__} where {what} are due")
            into.append(ctypes.addressof(value))
        elif isinstance(what, list):
            names, members = what
            given_names: Any = getattr(value, "_fields", names)
            if given_names != names:
                if sorted(given_names) != sorted(names):
                    raise Mismatch(f"{name}: {given_names} where {names} are due")
                value = [getattr(value, member) for member in names]
            _pack(name, members, value, into)
        else:
            into.append(int(value) & _WORD)
