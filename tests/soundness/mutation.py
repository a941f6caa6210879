"""How strong are the tests? Each ``raise Rejected`` is disabled in turn; something must notice.

``python -m soundness.mutation MODULE... | --all`` (with ``tests`` on the path). The modules of
``gameproof.certificates`` are loaded with every rejection behind a switch. One campaign of
attacks, the default suite's share for the kinds that use the modules, and one run of the tests
that import the modules say which attacks and which tests meet which rejection. Then for each
rejection a process is forked in which it is off: the attacks that met it are made again, and if
none of them deceives, the tests that met it, the quickest first, until one fails. Nothing else
can notice, since without meeting the rejection everything goes on as before.

A rejection whose absence nothing notices is a survivor. One that is redundant, because a later
line refuses the same certificates, says so in a comment ``# redundant: why`` on its line or the
line above, and is not counted. Tests in processes of their own are not seen.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import itertools
import json
import os
import resource
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from soundness.campaign import Campaign, Forgery

ROOT = Path(__file__).parents[2]
PACKAGE = "gameproof.certificates"
SEED = 1
ATTACKS = 100_000
"""The campaign of the default suite."""
REPEATED = 200
"""Attacks that are made again without the rejection that they met."""
MOST_TESTS = 20
"""Tests that are run again without it, the quickest of those that met it."""
BESIDE = (ROOT / "tests" / "certificates", ROOT / "tests" / "soundness")
"""Folders whose tests are tried first: most rejections are met there."""
SECONDS = 300
"""CPU seconds of one rejection; beyond them its absence counts as noticed."""


@dataclass(frozen=True, slots=True)
class Site:
    """One ``raise Rejected``."""

    module: str
    line: int
    text: str
    redundant: bool

    def __str__(self) -> str:
        return f"{self.module.removeprefix(PACKAGE)[1:]}:{self.line} {self.text}"


@dataclass(slots=True)
class Row:
    """What became of the rejections of a module."""

    killed: int = 0
    redundant: int = 0
    survivors: int = 0


SITES: list[Site] = []
OFF: set[int] = set()
"""Numbers of the sites that are disabled in this process."""
MET: set[int] = set()
"""Numbers of the sites that were come to since somebody emptied this."""


VOICE = [1]
"""Where this script speaks; pytest takes the usual place for what tests print."""


def say(line: str) -> None:
    """Print a line, also while tests run."""
    os.write(VOICE[-1], f"{line}\n".encode())


def table(rows: Mapping[str, Row]) -> str:
    """A line for each module, and one for all."""
    lines = [f"{'module':36} {'rejections':>10} {'killed':>7} {'redundant':>9} {'survivors':>9}"]
    total = Row()
    for module, row in sorted(rows.items()):
        total.killed += row.killed
        total.redundant += row.redundant
        total.survivors += row.survivors
        lines.append(_line(module.removeprefix(f"{PACKAGE}."), row))
    return "\n".join([*lines, _line("all", total)])


def _line(name: str, row: Row) -> str:
    every = row.killed + row.redundant + row.survivors
    return f"{name:36} {every:10} {row.killed:7} {row.redundant:9} {row.survivors:9}"


def off(number: int) -> bool:
    """Is the rejection disabled? Called before each of them."""
    MET.add(number)
    return number in OFF


class _Switch(ast.NodeTransformer):
    """Puts every ``raise Rejected(...)`` behind ``if not off(n)``."""

    def __init__(self, module: str, lines: Sequence[str]) -> None:
        self.module = module
        self.lines = lines

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        call = node.exc
        name = call.func if isinstance(call, ast.Call) else call
        if not (isinstance(name, ast.Name) and name.id == "Rejected"):
            return node
        near = self.lines[max(0, node.lineno - 2) : node.lineno]
        text = self.lines[node.lineno - 1].strip()
        SITES.append(
            Site(self.module, node.lineno, text, any("# redundant:" in line for line in near))
        )
        test = ast.parse(f"not _mutation_off({len(SITES) - 1})", mode="eval").body
        return ast.copy_location(ast.If(test, [node], []), node)


class _Loader(importlib.machinery.SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        source = Path(self.path).read_text(encoding="utf-8")
        tree = _Switch(module.__name__, source.splitlines()).visit(ast.parse(source))
        ast.fix_missing_locations(tree)
        vars(module)["_mutation_off"] = off
        exec(compile(tree, self.path, "exec"), vars(module))


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith(PACKAGE + "."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return None
        if spec.submodule_search_locations is None:
            spec.loader = _Loader(name, spec.origin)
        return spec


@cache
def imported_by(path: Path) -> frozenset[str]:
    """What a file imports anywhere in it: modules, and names in them as ``module.name``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def users_of(module: str) -> frozenset[str]:
    """The module, and the modules of the package that import it; beside ``clauses``, the kind
    that finds them by name."""
    users = {module}
    for name, loaded in list(sys.modules.items()):
        if name.startswith(PACKAGE + ".") and module in imported_by(Path(str(loaded.__file__))):
            users.add(name)
    if module.startswith(f"{PACKAGE}.clauses."):
        users.add(f"{PACKAGE}.clauses.refutation")
    if module.startswith(f"{PACKAGE}.definitions."):
        users.add(f"{PACKAGE}.definitions.count")
    return frozenset(users)


def kinds_of(module: str) -> frozenset[str]:
    """The module and all that use it, directly or not: the kinds whose checking may meet it."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(users_of(name))
    return frozenset(found)


def tests_of(module: str) -> list[str]:
    """Test files that import the module or one that uses it, or name a kind of theirs. What a
    browser shows is left out: it takes long, and its checker is another one."""
    users = users_of(module)
    tags = [f'"{name.rpartition(".")[2].replace("_", "-")}"' for name in users]
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path.name in ("test_soundness.py", "test_mutation.py") or path.parent.name == "pages":
            continue
        text = path.read_text(encoding="utf-8")
        if users & imported_by(path) or any(tag in text for tag in tags):
            found.append(str(path))
    return found


def attacks_by_site(modules: Sequence[str]) -> tuple[Campaign, dict[int, list[Forgery]]]:
    """One campaign against the kinds that use the modules, and for each rejection the first
    attacks that met it. (A module that no kind imports by name is every kind's.)"""
    from gameproof.certificates.kinds import kinds
    from soundness.campaign import Campaign

    users = {user for module in modules for user in kinds_of(module)}
    tags = tuple(tag for tag, kind in kinds().items() if kind.record.__module__ in users)
    campaign = Campaign(SEED, tags)
    found: dict[int, list[Forgery]] = defaultdict(list)
    attempt = campaign.attempt

    def watched(number: int, data: dict[str, object]) -> None:
        MET.clear()
        attempt(number, data)  # type: ignore[arg-type]
        for site in MET:
            if len(found[site]) < REPEATED:
                found[site].append((number, data))  # type: ignore[arg-type]

    campaign.attempt = watched  # type: ignore[method-assign, assignment]
    share = len(tags) / len(kinds()) if tags else 1
    report = campaign.run(attempts=int(ATTACKS * share))
    del campaign.attempt
    if report.false or report.crashes or report.slow:
        raise SystemExit("the campaign finds faults without any mutation")
    return campaign, found


class _Session:
    """A plugin of pytest that collects the tests once and, in the place of their loop, does
    something with them."""

    def __init__(self, work: Callable[[_Session], None]) -> None:
        self.work = work
        self.items: dict[str, pytest.Item] = {}
        self.met: list[tuple[float, str, list[int]]] = []
        self.failed: set[str] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.work(self)
        return True

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
        if report.when == "setup":
            MET.clear()
        elif report.when == "call":
            self.met.append((report.duration, report.nodeid, sorted(MET)))

    def run(self, nodes: Sequence[str], *, to_the_end: bool) -> None:
        """Run tests; all of them, or until one fails."""
        for node, after in itertools.zip_longest(nodes, nodes[1:]):
            item = self.items[node]
            following = self.items[after] if after else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed and not to_the_end:
                return


def with_tests(files: Sequence[str], work: Callable[[_Session], None]) -> None:
    """Do something with the tests of some files, the slow ones left out."""
    import pytest

    session = _Session(work)
    if not files:
        work(session)
        return
    os.chdir(ROOT)
    quiet = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminal", "-m", "not slow"]
    status = pytest.main([*quiet, "--import-mode=importlib", *files], plugins=[session])
    if not session.items:
        raise SystemExit(f"the tests cannot be collected ({status}): {sorted(session.failed)}")


def forked(work: Callable[[], int]) -> int:
    """The exit code of a function in a process of its own, without its output; negative when
    the process was killed. Exceptions are code 2."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        status = 2
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            status = work()
        finally:
            os._exit(status)
    _, code = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(code)


def tests_by_site(session: _Session) -> dict[int, list[str]]:
    """For each rejection the tests that meet it, the quickest first. Tests that fail as it is,
    on a machine that lacks something, say, are named and left out: they would notice anything."""
    found: dict[int, list[str]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "met.json"

        def watch() -> int:
            session.run(list(session.items), to_the_end=True)
            text = json.dumps([session.met, sorted(session.failed)])
            out.write_text(text, encoding="utf-8")
            return 0

        if forked(watch):
            raise SystemExit("the tests did not come to an end")
        met, failed = json.loads(out.read_text(encoding="utf-8"))
    for node in failed:
        say(f"left out, for it fails without any mutation: {node}")
    for _, node, sites in sorted(met):
        for site in sites:
            if node not in failed:
                found[site].append(node)
    return found


def noticed(
    number: int, campaign: Campaign, attacks: list[Forgery], session: _Session, tests: list[str]
) -> bool:
    """Does an attack deceive, or a test fail, when this rejection is off?"""

    def work() -> int:
        from reference.alarm import within

        from soundness.campaign import SLOWEST

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        OFF.add(number)
        report = campaign.report
        for goal, data in attacks:
            within(SLOWEST, partial(campaign.attempt, goal, data), processor=True)
            campaign.judge()
            if report.false or report.crashes:
                return 1
        session.run(tests[:MOST_TESTS], to_the_end=False)
        return 2 if session.failed else 0

    return forked(work) != 0


def judge(modules: Sequence[str], judged: Callable[[Site, bool], None]) -> None:
    """Each rejection of the modules that is not redundant, and whether its absence is noticed:
    by attacks and the tests beside the kinds, or else by any test that names a kind of theirs."""
    campaign, attacks = attacks_by_site(modules)
    left = [n for n, s in enumerate(SITES) if s.module in modules and not s.redundant]
    say(f"{len(left)} rejections are disabled in turn")

    def work(session: _Session) -> None:
        tests = tests_by_site(session)
        for number in list(left):
            if noticed(number, campaign, attacks.get(number, []), session, tests[number]):
                left.remove(number)
                judged(SITES[number], True)
            elif beside:
                say(f"only tests elsewhere may notice {SITES[number]}")

    every = {path for module in modules for path in tests_of(module)}
    beside = {path for path in every if any(map(Path(path).is_relative_to, BESIDE))}
    with_tests(sorted(beside), work)
    every = {path for number in left for path in tests_of(SITES[number].module)} - beside
    beside.clear()
    attacks.clear()
    with_tests(sorted(every), work)
    for number in left:
        judged(SITES[number], False)


def main(arguments: list[str]) -> int:
    """Disable each rejection of the modules; the survivors are printed."""
    VOICE.append(os.dup(1))
    sys.meta_path.insert(0, _Finder())
    sys.path.insert(0, str(ROOT / "tests"))
    from gameproof.certificates.kinds import kinds
    from soundness.campaign import genuine

    kinds()
    genuine()
    every = sorted({site.module for site in SITES})
    chosen = [m if m.startswith(PACKAGE) else f"{PACKAGE}.{m}" for m in arguments]
    if arguments == ["--all"]:
        chosen = every
    for module in chosen:
        if module not in sys.modules:
            say(f"no module {module} was loaded")
            return 2
        if module not in every:
            say(f"{module}: no rejections")
    rows = {module: Row() for module in chosen}

    def judged(site: Site, found: bool) -> None:
        row = rows[site.module]
        row.killed += found
        row.survivors += not found
        if not found:
            say(f"SURVIVES {site}")

    judge(chosen, judged)
    for site in SITES:
        if site.module in rows:
            rows[site.module].redundant += site.redundant
    say(table(rows))
    return 1 if any(row.survivors for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
