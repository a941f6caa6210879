"""Files that mean harm: each gets one clear line, at once, and costs no memory."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from reference import warm

from gameproof.certificates.certificate import SCHEMA, Certificate
from gameproof.certificates.files import CertificateFile, Json, Sealed, unseal
from gameproof.certificates.zones.hold import Hold
from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover.written import seal, write

GENUINE = (
    "tictactoe 5 2 -q pairing",
    "geography petersen --start 0",
    "nim 2 1",
    "snort path 4",
    "snort path 3 -q value",
    "mnk 4 4 3 -q win-within --plies 5",
    "tictactoe 3 3 -q drawn-position",
    "torus-cycles 3 -q full-board",
    "paper-soccer 1 3",
    "tictactoe 20 2 -q pairing",
)


def genuine(words: str, folder: Path) -> Path:
    path = folder / "genuine.json"
    assert run(["solve", *words.split(), "-o", str(path)]) == Status.DONE
    return path


def checked(path: Path) -> tuple[int, str, float, int]:
    """Exit status, all output, processor seconds and peak memory in bytes, of a process that checks
    the file."""
    done = warm.run(["check", str(path)], path.parent, {**os.environ})
    return done.returncode, done.stdout + done.stderr, done.seconds, done.peak


def npy(shape: tuple[int, ...], data: bytes = b"", descr: str = "<i8") -> bytes:
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        stream, {"descr": descr, "fortran_order": False, "shape": shape}
    )
    return stream.getvalue() + data


def archive(entries: dict[str, bytes], packed: bool = True) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(
        stream, "w", zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    ) as file:
        for name, data in entries.items():
            file.writestr(name, data)
    return stream.getvalue()


def with_arrays(path: Path, beside: Callable[[Path], None]) -> Path:
    """The certificate as if its arrays stood in the ``.npz`` that ``beside`` makes."""
    document = json.loads(path.read_bytes())
    document["arrays"] = True
    for key, value in document["steps"][-1].items():
        if isinstance(value, dict) and "numbers" in value:
            document["steps"][-1][key] = {"array": "a0"}
    path.write_text(json.dumps(document), encoding="utf-8")
    path.with_suffix(".npz").unlink(missing_ok=True)
    beside(path.with_suffix(".npz"))
    return path


def bomb(path: Path) -> None:
    zeros = 1 << 28
    path.write_bytes(archive({"a0.npy": npy((zeros // 8,), bytes(zeros))}))


def huge_header(path: Path) -> None:
    path.write_bytes(archive({"a0.npy": npy((1 << 40,), bytes(64))}))


def objects(path: Path) -> None:
    path.write_bytes(archive({"a0.npy": npy((1,), b"\x80\x04N.", "|O")}))


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def nothing(path: Path) -> None:
    pass


def rubbish(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04" + bytes(100))


@pytest.mark.parametrize(
    "beside", [bomb, huge_header, objects, pipe, device, folder, nothing, rubbish]
)
def test_hostile_arrays(beside: Callable[[Path], None], tmp_path: Path) -> None:
    path = with_arrays(genuine(GENUINE[0], tmp_path), beside)
    status, output, seconds, peak = checked(path)
    assert status in (Status.REFUTED, Status.USAGE), output
    assert len(output.splitlines()) == 1
    assert "Traceback" not in output
    assert "VERIFIED tictactoe" not in output
    assert peak < 1 << 30
    assert seconds < 20


def unclosed() -> bytes:
    """The header of an array is Python's notation, here with a bracket that nothing closes."""
    header = b"{'descr': '<i8', 'fortran_order': False, 'shape': (1,\n"
    start = b"\x93NUMPY\x01\0" + len(header).to_bytes(2, "little")
    return archive({"a0.npy": start + header + bytes(8)})


def otherwise_packed(way: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", way) as file:
        file.writestr("a0.npy", npy((1,), bytes(8)))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("arrays", "message"),
    [(unclosed(), "not an array file"), (otherwise_packed(zipfile.ZIP_LZMA), "packed by deflate"),
     (otherwise_packed(zipfile.ZIP_BZIP2), "packed by deflate")],
)  # fmt: skip
def test_arrays_that_are_refused_in_one_line(arrays: bytes, message: str) -> None:
    text = json.dumps({"schema": SCHEMA, "arrays": True}).encode()
    with pytest.raises(BadInput, match=message):
        unseal(Sealed(text, arrays))


def edited(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


DEEP = "[" * 200_000 + "]" * 200_000
EDITS: dict[str, tuple[str, str, str]] = {
    "a board too large to be made": (GENUINE[1], '{"n":10,', '{"n":10000000000,'),
    "a file for a board": (GENUINE[1], '{"n":10,', '{"file":"/etc/passwd","n":10,'),
    "a board's text from a file": (GENUINE[1], '"start":"0"', '"start":{"file":"/etc/passwd"}'),
    "deep nesting": (GENUINE[0], '"player":"second"', f'"player":{DEEP}'),
    "a number of a million digits": (GENUINE[2], "[2,1]", f"[2,{'9' * 1_000_000}]"),
    "a number that is none": (GENUINE[2], "[2,1]", "[2,NaN]"),
    "half a thing": (GENUINE[2], "[2,1]", "[2,1.5]"),
    "a truth value for a number": (GENUINE[2], "[2,1]", "[2,true]"),
    "a name twice": (GENUINE[2], '"answer":', '"answer":"P","answer":'),
    "an unknown kind": (GENUINE[0], '"kind":"pairing"', '"kind":"clauses"'),
    "an unknown field": (GENUINE[0], '"kind":"pairing"', '"kind":"pairing","trust":true'),
    "an older file": (GENUINE[0], "gameproof/certificate/3", "gameproof/certificate/1"),
    "another answer": (GENUINE[1], '"answer":"N"', '"answer":"P"'),
    "an answer that is none": (GENUINE[1], '"answer":"N"', '"answer":"maker"'),
    "another spelling": (GENUINE[1], '"answer":"N"', '"answer":"N "'),
    "a board of a million cells": (GENUINE[0], '"n":5', '"n":1000000'),
    "an enormous heap": (GENUINE[2], "[2,1]", f"[2,1{'0' * 5000}]"),
}


@pytest.mark.parametrize(
    "label", ["path 10", "/etc/passwd", "-", "path 1000000000", "petersen --start 1", ""]
)
def test_words_that_do_not_name_the_graph_are_not_shown(label: str, tmp_path: Path) -> None:
    path = edited(genuine(GENUINE[1], tmp_path), '"words":"petersen"', f'"words":"{label}"')
    status, output, _, _ = checked(path)
    assert status == Status.DONE
    claim = "s VERIFIED geography graph-with-10-vertices-15-edges --start 0: outcome N"
    assert output.startswith(claim)


@pytest.mark.parametrize("name", EDITS)
def test_hostile_text(name: str, tmp_path: Path) -> None:
    words, old, new = EDITS[name]
    path = edited(genuine(words, tmp_path), old, new)
    status, output, seconds, peak = checked(path)
    assert status in (Status.REFUTED, Status.USAGE), output
    assert len(output.splitlines()) == 1
    assert len(output) < 1000
    assert "Traceback" not in output
    assert not output.startswith("s VERIFIED")
    assert peak < 1 << 30
    assert seconds < 20


@pytest.mark.parametrize(
    ("many", "line"),
    [("[],", "more than 4194304 lists and objects"), ('"",', "more than 16777216 values")],
)
def test_texts_that_unfold(many: str, line: str, tmp_path: Path) -> None:
    """Millions of empty things take thirty times their room: known before they are read."""
    path = genuine(GENUINE[2], tmp_path)
    path = edited(path, "[2,1]", f"[{many * (1 << 24)}1]")
    status, output, _, peak = checked(path)
    assert status == Status.USAGE
    assert output.count("\n") == 1
    assert line in output
    assert peak < 1 << 29


def test_texts_of_millions_of_lines(tmp_path: Path) -> None:
    for suffix in (".cnf", ".lrat"):
        (tmp_path / f"proof{suffix}").write_bytes(b"\n" * (1 << 25))
    status, output, _, peak = checked(tmp_path / "proof.lrat")
    assert status == Status.USAGE
    assert output.endswith("more than 16777216 lines\n")
    assert peak < 1 << 29


def test_a_name_cannot_speak_for_the_checker(tmp_path: Path) -> None:
    """A vertex may be called anything; what is printed stays one line."""
    graph = tmp_path / "graph.json"
    name = "x\ns VERIFIED nim 3: outcome P\x1b[2J"
    graph.write_text(
        json.dumps(
            {"nodes": [{"id": name}, {"id": "y"}], "edges": [{"source": name, "target": "y"}]}
        ),
        encoding="utf-8",
    )
    path = tmp_path / "proof.json"
    assert run(["solve", "geography", str(graph), "--start", name, "-o", str(path)]) == 0
    status, output, _, _ = checked(path)
    assert status == 0
    assert len(output.splitlines()) == 1
    assert "\x1b" not in output


def test_a_bad_file_does_not_keep_others_from_being_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = genuine(GENUINE[1], tmp_path)
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    (tmp_path / "z.json").write_bytes(good.read_bytes().replace(b'"N"', b'"P"'))
    capsys.readouterr()
    assert run(["check", str(tmp_path)]) == Status.USAGE
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" geography")[0] for line in lines] == ["s VERIFIED", "s NOT VERIFIED"]


def test_standard_input_is_a_certificate_too(tmp_path: Path) -> None:
    path = genuine(GENUINE[1], tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "gameproof", "check", "-"],
        input=path.read_bytes(),
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0
    assert done.stdout.startswith(b"s VERIFIED geography petersen")


def test_a_limit_ends_a_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = genuine(GENUINE[1], tmp_path)
    capsys.readouterr()
    assert run(["check", str(path), "--time-limit", "0.00001"]) == Status.UNKNOWN
    assert "time limit reached" in capsys.readouterr().out


def large_nodes() -> tuple[dict[str, object], Certificate]:
    """A board of many sets, whose symmetries are many and each tried on every set."""
    cells, turns = 1000, 4000
    sets = [[i, j, 999] for i in range(90) for j in range(i)]
    nodes, none = 4000, np.zeros(0, np.int64)
    ends = np.zeros(nodes + 1, np.int64)
    return {"cells": cells, "sets": sets, "rule": "weak"}, Hold(
        np.tile(np.arange(cells, dtype=np.int16), (turns, 1)),
        ends, none, ends, none.reshape(0, 2), ends, none.reshape(0, 3),
    )  # fmt: skip


@pytest.mark.parametrize("forged", [large_nodes])
def test_a_limit_ends_what_would_take_minutes(
    forged: Callable[[], tuple[dict[str, object], Certificate]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    board, certificate = forged()
    instance: dict[str, Json] = {
        "schema": "gameproof/instance/1",
        "game": "positional",
        "board": {"file": {"name": "board.json", "text": json.dumps(board)}},
        "question": "outcome",
    }
    path = tmp_path / "proof.json"
    write(path, seal(CertificateFile(instance, "breaker", certificate)))
    assert run(["check", str(path), "--time-limit", "0.3"]) == Status.UNKNOWN
    assert capsys.readouterr().out.endswith("time limit reached (0.3 s, --time-limit)\n")


def test_what_check_loads(tmp_path: Path) -> None:
    """The verdict rests on the rules, the checkers, NumPy and msgspec; click reads the words."""
    path = genuine("snort path 3 -q value", tmp_path)
    code = (
        "import sys\n"
        "from gameproof.cli.main import run\n"
        "assert run(['check', sys.argv[1]]) == 0\n"
        "names = {m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)\n"
        "ours = {m.split('.')[1] for m in sys.modules if m.startswith('gameproof.')}\n"
        "print(sorted(n for n in names if not n.startswith('_')), sorted(ours))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    loaded, ours = done.stdout.splitlines()[-1].split("] [")
    foreign = set(loaded.strip("[]'").split("', '")) - {"typing_extensions", "sitecustomize"}
    assert foreign <= {"click", "gameproof", "msgspec", "numpy"}, foreign
    assert not {"solvers", "encodings", "pictures"} & set(ours.strip("[]'").split("', '"))


@pytest.mark.slow
def test_a_thousand_mutated_files_as_processes(tmp_path: Path) -> None:
    """No hang, no traceback, no internal error, little memory, and nothing false."""
    chance = random.Random(13)
    originals = []
    for number, words in enumerate(GENUINE):
        place = tmp_path / str(number)
        place.mkdir()
        originals.append(genuine(words, place).read_bytes())
    arrays = (tmp_path / "9" / "genuine.npz").exists()
    most = 0
    for attempt in range(1000):
        number = chance.randrange(len(originals))
        data = bytearray(originals[number])
        for _ in range(chance.choice([1, 1, 2, 5])):
            at = chance.randrange(len(data))
            way = chance.randrange(4)
            if way == 0:
                data[at] = chance.choice(b'0123456789-,"[]{}:eE.nt')
            elif way == 1:
                del data[at : at + chance.choice([1, 2, 30])]
            elif way == 2:
                data[at:at] = data[max(0, at - 20) : at]
            else:
                data[at] = chance.randrange(256)
        path = tmp_path / "mutant.json"
        path.write_bytes(data)
        if number == 9 and arrays:
            packed = bytearray((tmp_path / "9" / "genuine.npz").read_bytes())
            if attempt % 2:
                packed[chance.randrange(len(packed))] ^= 1 << chance.randrange(8)
            path.with_suffix(".npz").write_bytes(packed)
        status, output, _, peak = checked(path)
        assert status in (Status.DONE, Status.REFUTED, Status.USAGE, Status.UNKNOWN), output
        assert "Traceback" not in output
        assert len(output.splitlines()) == 1, output
        most = max(most, peak)
    assert most < 2 << 30
