"""Words that name many instances: a file of many graphs, a range of numbers."""

from __future__ import annotations

import itertools
import re
import select
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO

from gameproof.games.game import AnyGame
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.portable import played_on_arcs
from gameproof.instances.instance import Instance, find_game, find_question, from_words
from gameproof.instances.typed_words import typed
from gameproof.instances.words import split_words

PIECE = 1 << 12
"""Bytes taken from the system at once: a stream is read no further ahead of what is asked for."""
MOST_OF_A_RANGE = 1_000_000
"""Instances that ranges in words may name."""
SEVERAL = {"dot", "graphml"}
"""Formats, beside those of one graph a line, whose files may hold several graphs."""
_RANGE = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})")
Named = tuple[str, Instance]
"""A name that no other instance of the run has, and the instance."""


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


def every_instance(
    words: list[str],
    question: str | None = None,
    folder: Path = Path(),
    arrivals: Arrivals | None = None,
) -> Iterator[Named]:
    """Every instance that ``GAME WORDS...`` asks for, each as soon as it was read.

    ``3..10`` in place of a number stands for each of these numbers; a file or standard input
    with several graphs for each of them, of which ``arrivals`` is told. Raises
    :class:`BadInput`. Where each line is a graph,
    a wrong line is an instance, too: whoever resolves it is told so.
    """
    words = typed(words)
    ranges = [_numbers(word) for word in words]
    total = 1
    for one in ranges:
        total *= len(one)
    if total > MOST_OF_A_RANGE:
        raise BadInput(f"these ranges name {total} instances, at most {MOST_OF_A_RANGE} are made")
    for chosen in itertools.product(*ranges):
        row: list[str] = list(chosen)
        name = " ".join(row)
        game = find_game(row[0]) if row else None
        source = None if game is None else _source(game, row[1:], question, folder)
        if source is None:
            yield name, from_words(row, question, folder)
        else:
            found = _read_graphs(name, row, question, folder, *source, arrivals or Arrivals())
            yield from _readable(source[0], found)


def _numbers(word: str) -> list[str]:
    match = _RANGE.fullmatch(word)
    if match is None:
        return [word]
    first, last = int(match[1]), int(match[2])
    if first > last:
        raise BadInput(f"the range {word} is empty")
    if last - first >= MOST_OF_A_RANGE:
        raise BadInput(f"the range {word} names more than {MOST_OF_A_RANGE} instances")
    return [str(number) for number in range(first, last + 1)]


def _source(
    game: AnyGame, words: list[str], question: str | None, folder: Path
) -> tuple[Path, str | None, bool] | None:
    """The file of the game's graph, the format said, whether it is read as arcs; ``None``
    when the words name no file of graphs."""
    place = next((p for p in game.parameters if not p.option), None)
    if place is None or not place.on_graph:
        return None
    from gameproof.instances.graphs import FAMILIES

    flags = {"--" + q.name for q in game.questions} - {"--" + p.name for p in game.parameters}
    asked = question or next((word[2:] for word in words if word in flags), None)
    rest = [word for word in words if word not in flags]
    plain, board, _, form = split_words(game, rest, find_question(game, asked).name, folder)
    if not plain or plain[0] in FAMILIES:
        return None
    from gameproof.instances.graph_files import SUFFIXES, line_format

    arcs = played_on_arcs(place, board)
    if plain[0] == "-":
        return Path("-"), form, arcs
    path = folder / plain[0]
    try:
        found = path.is_file() or path.is_fifo()
    except (OSError, ValueError):
        return None
    known = form or SUFFIXES.get(path.suffix.lower())
    if known is not None and known not in SEVERAL and line_format(path, b"", known) is None:
        return None  # one graph, read when the instance is resolved
    return (path, form, arcs) if found else None


def _readable(path: Path, found: Iterator[Named]) -> Iterator[Named]:
    """What is read from a file; where that fails, bad input with its name."""
    try:
        yield from found
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", str(path)) from None


def _read_graphs(
    name: str,
    words: list[str],
    question: str | None,
    folder: Path,
    path: Path,
    form: str | None,
    arcs: bool,
    arrivals: Arrivals,
) -> Iterator[Named]:
    from gameproof.instances.graph_files import (
        MOST_BYTES,
        bounded,
        format_of,
        graphs,
        line_format,
        literals,
        standard_input,
    )
    from gameproof.instances.graph_reading import unmarked
    from gameproof.instances.words import graph_json

    standard = str(path) == "-"
    once = standard or path.is_fifo()  # what was read is gone
    with nullcontext(standard_input()) if standard else path.open("rb") as opened:
        stream = Arriving(opened)
        arrivals.source = stream if once else None
        lines = iter(lambda: stream.readline(MOST_BYTES), b"")
        start = unmarked(next(lines, b""), str(path))
        if not start:
            raise BadInput("no graph in this file: it is empty", str(path))
        kind = line_format(path, start, form)
        if kind is not None:
            found = literals(path, itertools.chain([start], lines), kind)
            # Of a stream one graph is enough: the next may be long in coming.
            first = list(itertools.islice(found, 1 if once else 2))
            if len(first) == 2 or (first and once):
                for line, word in itertools.chain(first, found):
                    yield f"{path}:{line} {word[:80]}", from_words(words, question, folder, word)
                return
            if once or not first:
                raise BadInput("no graph in this file", str(path))
            yield name, from_words(words, question, folder)
            return
        data = bounded(stream, str(path), start=start)
    if not once and (form or format_of(path, data)) not in SEVERAL:
        yield name, from_words(words, question, folder)
        return
    read = iter(graphs(path, data, directed=arcs, form=form))
    ahead = list(itertools.islice(read, 2))
    if not ahead:
        raise BadInput("no graph in this file", str(path))
    if len(ahead) == 1 and not once:
        yield name, from_words(words, question, folder)
        return
    for number, graph in enumerate(itertools.chain(ahead, read), 1):
        yield f"{path}#{number}", from_words(words, question, folder, graph_json(graph))
