"""A stream of lines that may come slowly: whether the next one is there can be asked."""

from __future__ import annotations

import select
from typing import IO

PIECE = 1 << 12
"""Bytes taken from the system at once: a stream is read no further ahead of what is asked for."""


class Arriving:
    """The lines of a byte stream, which nobody else reads meanwhile."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._rest = bytearray()
        self._searched = 0
        self._ended = False

    def readline(self, most: int) -> bytes:
        """The next line with its end, at most ``most`` bytes of it; empty when there is none.
        O(its length)."""
        while not (self._ended or self._whole() or len(self._rest) >= most):
            self._take()
        end = self._rest.find(b"\n", max(0, self._searched - 1))
        size = min(len(self._rest) if end < 0 else end + 1, most)
        return self._cut(size)

    def read(self, most: int) -> bytes:
        """Up to ``most`` bytes, fewer only where the stream ends."""
        while not self._ended and len(self._rest) < most:
            self._take()
        return self._cut(min(len(self._rest), most))

    def ready(self) -> bool:
        """Would :meth:`readline` return at once? What can be waited for without knowing
        (no file of the system, or none of a kind that tells) counts as ready."""
        while not (self._ended or self._whole()):
            try:
                there, _, _ = select.select([self._stream], [], [], 0)
            except (OSError, ValueError):
                return True
            if not there:
                return False
            self._take()
        return True

    def _whole(self) -> bool:
        """Is there a line's end in what was taken? Every byte is looked at once."""
        end = self._rest.find(b"\n", self._searched)
        self._searched = len(self._rest) if end < 0 else end
        return end >= 0

    def _take(self) -> None:
        """Take what is there, waiting only where there is nothing."""
        # Of a buffered stream, read1 hands out the whole buffer before it asks the system, so
        # nothing is ever left where ``select`` does not see it.
        read1 = getattr(self._stream, "read1", None)
        piece = self._stream.read(PIECE) if read1 is None else read1(PIECE)
        self._ended = not piece
        self._rest += piece

    def _cut(self, size: int) -> bytes:
        found = bytes(self._rest[:size])
        del self._rest[:size]
        self._searched = 0
        return found


class Arrivals:
    """Whether what was opened to be read as it comes has something to read."""

    def __init__(self) -> None:
        self.source: Arriving | None = None
        """The stream, once one was opened: standard input or a pipe."""

    def ready(self) -> bool:
        """Is there a line, an end, or no stream at all?"""
        return self.source is None or self.source.ready()
