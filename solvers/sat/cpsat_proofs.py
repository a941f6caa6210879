"""Where CP-SAT writes its proofs: a flag of its C++ library, set through the library's own
functions.

The flag's usual value is a fixed name in the shared temporary folder, so that two runs
collide and a stranger's file of that name is lost. OR-Tools has no Python call for it. The
symbols are looked for by their full C++ names, which hold the types of their arguments:
a build that passes them otherwise has other names, and is refused.
"""

from __future__ import annotations

import ctypes
import re
from functools import cache
from pathlib import Path
from typing import Any

from gameproof.solvers.sat.model import ModelError

FLAG = b"cp_model_lrat_output_prefix"
VIEW = rb"St17basic_string_viewIcSt11char_traitsIcEE"
FIND = rb"_ZN4absl\d+lts_\d+19FindCommandLineFlagE" + VIEW
PARSE = (
    rb"_ZN4absl\d+lts_\d+15CommandLineFlag9ParseFromE"
    + VIEW
    + rb"PNSt7__cxx1112basic_stringIcS\d_SaIcEEE"
)


class _View(ctypes.Structure):
    """``std::string_view`` of libstdc++."""

    _fields_ = (("length", ctypes.c_size_t), ("text", ctypes.c_char_p))


class _Text(ctypes.Structure):
    """An empty ``std::string`` of libstdc++, for a message."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("length", ctypes.c_size_t),
        ("short", ctypes.c_char * 16),
    )


def write_proofs_to(folder: Path) -> Path:
    """From now on this process's CP-SAT writes its proofs into ``folder``; the proof's file.

    Raises :class:`ModelError` where this build of OR-Tools cannot be told so.
    """
    flag, parse = _flag()
    prefix = str(folder / "lrat").encode()
    message = _Text()
    message.data = ctypes.addressof(message) + _Text.short.offset
    if not parse(flag, _View(len(prefix), prefix), ctypes.addressof(message)):
        raise ModelError(f"CP-SAT does not take {folder} as the folder of its proofs")
    return folder / "lrat.txt"


@cache
def _flag() -> tuple[Any, Any]:
    """The flag, and the function that sets it."""
    find = _symbol("libabsl_flags_reflection*", FIND)
    parse = _symbol("libabsl_flags_commandlineflag*", PARSE)
    flag = None
    if find is not None and parse is not None:
        find.restype, find.argtypes = ctypes.c_void_p, [_View]
        parse.restype, parse.argtypes = ctypes.c_bool, [ctypes.c_void_p, _View, ctypes.c_void_p]
        flag = find(_View(len(FLAG), FLAG))
    if not flag:
        raise ModelError(
            "this build of OR-Tools writes its proofs to a shared folder; take another engine"
        )
    return flag, parse


def _symbol(library: str, name: bytes) -> Any:
    """The function of that C++ name in a library of OR-Tools, ``None`` where there is none."""
    import ortools.sat.python.cp_model  # loads the libraries

    root = Path(ortools.sat.python.cp_model.__file__).parents[2]
    for path in sorted((root / ".libs").glob(library)):
        found = re.search(name, path.read_bytes())
        if found is not None:
            return getattr(ctypes.CDLL(str(path)), found[0].decode(), None)
    return None
