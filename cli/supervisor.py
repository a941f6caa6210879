"""The command works in a process of its own; this one, beside it, keeps its limits.

Our own code looks at limits and cancellation often enough by itself. What does not (an engine of
another package, a large NumPy call, a checker) is ended from here a moment later, with its memory,
and the answer is what the work had told before. So nothing is ever raised into running code, and a
process that dies (of a fault in a compiled library, of too little memory) is a line, not silence.

Where processes cannot be forked, and with GAMEPROOF_DEBUG set, the command works in this process.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import threading
import time
from types import FrameType
from typing import TYPE_CHECKING, Any

from gameproof.cli.status import Status

if TYPE_CHECKING:
    from gameproof.prover.watch import Note, Reporter

ENDS = {signal.SIGINT: Status.INTERRUPTED, signal.SIGTERM: Status.TERMINATED}
AFTER = 0.7
"""Seconds after Ctrl-C in which a run may end by itself and say what it proved."""
LEAVING = 20.0
"""Seconds after Ctrl-C in which what is no run (files being written) may end."""


def apart() -> Reporter | None:
    """Fork: in the new process, the reporter of its runs; ``None`` where there is no other.
    This process does not return: it ends with the status of the other."""
    if not hasattr(os, "fork") or os.environ.get("GAMEPROOF_DEBUG"):
        return None
    notes, send = os.pipe()
    lives, life = os.pipe()  # closed by the end of this process, however it ends
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    sys.stdout.flush()
    sys.stderr.flush()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    worker = os.fork()
    if worker:
        for end in (send, lives):
            os.close(end)
        os._exit(_Supervisor(worker, notes, woken, wake, before).run())
    for end in (notes, life, woken, wake):
        os.close(end)
    _end_with_parent(lives)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    from gameproof.prover.watch import Reporter

    return Reporter(lambda note: _write(send, note))


def _end_with_parent(lives: int) -> None:
    """End when the process ends that keeps our limits: by the system where it can do that, else
    by a thread that waits for the end of ``lives``."""
    if sys.platform == "linux":
        import ctypes

        parent_death_signal = 1
        if ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL) == 0:
            ready, _, _ = select.select([lives], [], [], 0)
            if ready:  # it ended before that was said
                os._exit(int(Status.TERMINATED))
            return

    def follow() -> None:
        os.read(lives, 1)
        os._exit(int(Status.TERMINATED))

    threading.Thread(target=follow, daemon=True).start()


def _write(send: int, note: Note) -> None:
    line = json.dumps(note).encode() + b"\n"
    with contextlib.suppress(BrokenPipeError):
        while line:
            line = line[os.write(send, line) :]


class _Supervisor:
    """Waits for the working process, passes signals on to it, and ends it where it must."""

    def __init__(self, worker: int, notes: int, woken: int, wake: int, before: set[Any]) -> None:
        from gameproof.prover.watch import Watch

        self.worker = worker
        self.notes = notes
        self.woken = woken
        self.watch = Watch()
        self.signalled: tuple[float, Status] | None = None
        self.again = False
        self.began = time.monotonic()
        # Written in the very handler: a signal that comes just before ``select`` waits would
        # else be noticed only after it.
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        for number in ENDS:
            # A handler that is not Python's own stays: a background job is deaf to Ctrl-C.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._pass_on)
        signal.signal(signal.SIGCHLD, self._pass_on)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _pass_on(self, number: int, _frame: FrameType | None) -> None:
        if number in ENDS:
            now = time.monotonic()
            if self.signalled is None:
                self.signalled = now, ENDS[signal.Signals(number)]
            self.again = now > self.signalled[0] + AFTER
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.worker, number)

    def run(self) -> int:
        """The exit status of the command."""
        rest = b""
        told = [self.notes, self.woken]
        while True:
            ready, _, _ = select.select(told, [], [], self._pause())
            if self.notes in ready:
                found = os.read(self.notes, 1 << 16)
                *lines, rest = (rest + found).split(b"\n")
                for line in lines:
                    self.watch.note(json.loads(line))
                if not found:
                    told.remove(self.notes)
            if self.woken in ready:
                os.read(self.woken, 1 << 10)
            ended, status = os.waitpid(self.worker, os.WNOHANG)
            if ended:
                return self._status(status)
            if (reason := self._over()) is not None:
                return self._end(reason)

    def _pause(self) -> float | None:
        pauses = (self.watch.pause(), self._left())
        return min((p for p in pauses if p is not None), default=None)

    def _left(self) -> float | None:
        """Seconds until the work has to be over that a signal has ended; ``None`` before one."""
        if self.signalled is None:
            return None
        wait = AFTER if self.watch.busy else LEAVING
        return 0.0 if self.again else max(0.0, self.signalled[0] + wait - time.monotonic())

    def _over(self) -> str | None:
        if self._left() == 0.0:
            return "interrupted"
        return self.watch.over(self.worker)

    def _end(self, reason: str) -> int:
        """End the working process, and say what it had told."""
        from gameproof.prover.watch import end

        end(self.worker)
        os.waitpid(self.worker, 0)
        if sys.stderr.isatty():
            os.write(2, b"\r\x1b[K")
        status = Status.UNKNOWN if self.signalled is None else self.signalled[1]
        known = self.watch.known
        if known is None or "saying" not in known:
            text = "interrupted" if reason == "interrupted" else f"{reason} limit reached"
            os.write(2, f"gameproof: {text}\n".encode())
            return int(status)
        from gameproof.cli.solve import say

        seconds = round(time.monotonic() - self.began, 3)
        say({**known["answer"], "stopped": reason, "seconds": seconds}, **known["saying"])
        sys.stdout.flush()
        return int(status)

    def _status(self, status: int) -> int:
        """How the working process ended by itself."""
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            return code
        name = signal.Signals(-code).name
        if -code == signal.SIGKILL:
            os.write(2, b"gameproof: the working process was killed (out of memory?)\n")
            return int(Status.UNKNOWN)
        if -code in ENDS:
            return int(ENDS[signal.Signals(-code)])
        os.write(2, f"gameproof: internal error: the working process ended by {name}\n".encode())
        return int(Status.INTERNAL)
