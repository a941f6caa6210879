"""Limits of work that does not look: time in a process of its own, memory by the system.

For work that knows no limits of its own, such as a checker: it shares no code with solvers.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

T = TypeVar("T")


class TimeOut(Exception):
    """The time limit of a piece of work ran out."""

    exit_status = 3


def within(seconds: float, work: Callable[[], T]) -> T:
    """What ``work`` returns or raises, in a process of its own that is ended after so many
    seconds: :class:`TimeOut`. Where processes cannot be forked it runs to its end here."""
    if not hasattr(os, "fork"):
        return work()
    ours, theirs = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    worker = os.fork()
    if not worker:
        os.close(ours)
        with contextlib.suppress(BaseException):
            _send(theirs, work)
        os._exit(0)
    os.close(theirs)
    try:
        found = _received(ours, time.monotonic() + seconds)
    finally:
        os.close(ours)
        os.kill(worker, signal.SIGKILL)
        _, status = os.waitpid(worker, 0)
    if found is None:
        raise TimeOut
    if not found:  # it died of something that Python does not tell
        raise MemoryError(f"the process ended with status {status}")
    returned, value = pickle.loads(found)
    if not returned:
        raise value
    return cast(T, value)


def _send(theirs: int, work: Callable[[], object]) -> None:
    try:
        said = pickle.dumps((True, work()))
    except BaseException as error:
        said = pickle.dumps((False, error))
    while said:
        said = said[os.write(theirs, said) :]


def _received(ours: int, until: float) -> bytes | None:
    """All that comes; ``None`` when it is not all there in time."""
    found = b""
    while True:
        ready, _, _ = select.select([ours], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            return None
        part = os.read(ours, 1 << 20)
        if not part:
            return found
        found += part


def limit_memory(bytes_: int) -> None:
    """From now on this process may take about ``bytes_`` more; beyond that, ``MemoryError``."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        return
    import numpy  # noqa: F401  where it finds no memory, its library ends the process

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = _mapped() + bytes_
    resource.setrlimit(
        resource.RLIMIT_AS,
        (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard),
    )


@contextmanager
def memory_ceiling(bytes_: int) -> Iterator[None]:
    """Inside the block, the data of this process, and of each that it starts, may grow by
    about ``bytes_``, and no single request by more: ``MemoryError`` beyond that.

    Code and files that are mapped do not count. For work that looks at its memory now and
    then: it ends what asks for too much between two looks.
    """
    try:
        import resource
    except ImportError:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = _mapped(DATA) + bytes_ + SPARE
    tightest = min(x for x in (wanted, *before) if x != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_DATA, (tightest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


@contextmanager
def limited_memory(bytes_: int) -> Iterator[None]:
    """As :func:`limit_memory`, for a block."""
    try:
        import resource
    except ImportError:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(bytes_)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


SPARE = 512 << 20
"""Bytes that compilers and threads ask for beside the data of the work itself."""
WHOLE, DATA = 0, 5  # fields of /proc/self/statm: the address space, its private part


def _mapped(field: int = WHOLE) -> int:
    """Bytes of address space in use now; 1 GB where the system does not tell."""
    from pathlib import Path

    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[field])
    except (OSError, IndexError, ValueError):
        return 1 << 30
    import resource

    return pages * resource.getpagesize()
