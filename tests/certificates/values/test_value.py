"""Certificates of values: corrupted ones are rejected, never crash the checker."""

from __future__ import annotations

import time
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.game_notation import NotationError, parse
from reference.proved import question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.values.games import Games
from gameproof.encodings.method import Options
from gameproof.encodings.snort.value import METHODS
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import entails
from gameproof.games.short.game_notation import read_value
from gameproof.games.short.game_tables import GameTable
from gameproof.games.snort import Position
from gameproof.games.snort_multiplayer import make
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.game_notation import text
from gameproof.solvers.values.short_games import Store

VALUE = next(m for m in METHODS if m.question == "value")
POSITION = Position.parse("snort graph 0-1,1-2,2-3,3-4,4-5,0-5,1-6 ......b red")
FINDING = VALUE.run(POSITION, Limits(), Options())
ANSWER = str(FINDING.answer)
FIELDS = [name for name in Games.__struct_fields__ if name != "values"]


def check(
    position: Any, question: str, answer: str, certificate: Certificate, **arguments: Any
) -> str:
    asked = question_of(position.rules.name, question)
    return verify(position, asked, arguments, answer, certificate).sentence


def proof() -> Games:
    assert isinstance(FINDING.certificate, Games)
    return FINDING.certificate


def test_the_certificate_itself_is_accepted() -> None:
    assert "the value is" in check(POSITION, "value", ANSWER, proof())


@pytest.mark.parametrize(
    "answer", ["0", "*", "±2", "", "nonsense", "{0|0", "1/3", "{1|}", "{|}", "±" * 3000 + "1"]
)
def test_other_answers_are_rejected(answer: str) -> None:
    with pytest.raises(Rejected):
        check(POSITION, "value", answer, proof())


@pytest.mark.parametrize(
    ("spelt", "same"),
    [
        (f" {ANSWER}", True),
        (f"({ANSWER})", True),
        (f"0+{ANSWER}", True),
        (ANSWER + "+*+*", True),
        (ANSWER + "+*", False),
        (ANSWER + "+1/1024", False),
        (ANSWER + "+^", False),
        (f"-({ANSWER})+*", False),
        (ANSWER.replace("}", ""), False),
        (ANSWER + "|", False),
    ],
)
def test_every_spelling_of_the_game_is_an_answer_and_no_other(spelt: str, same: bool) -> None:
    """Two values are equal when the games are."""
    if same:
        check(POSITION, "value", spelt, proof())
    else:
        with pytest.raises(Rejected):
            check(POSITION, "value", spelt, proof())


@given(st.sampled_from(FIELDS), st.integers(0, 10**6), st.integers(-3, 60), st.sampled_from("+="))
@settings(max_examples=120)
def test_changed_numbers_are_rejected_or_harmless(
    name: str, where: int, amount: int, how: str
) -> None:
    """A changed entry is either rejected or leaves a certificate of the same value."""
    array = np.array(getattr(proof(), name))
    if array.size == 0:
        return
    flat = array.reshape(-1)
    at = where % flat.size
    flat[at] = flat[at] + amount if how == "+" else amount
    changed = msgspec.structs.replace(proof(), **{name: array})
    for answer in ("0", "*", "1", "±1"):
        with pytest.raises(Rejected):
            check(POSITION, "value", answer, changed)
    # Any other exception than Rejected fails the test.
    with suppress(Rejected):
        check(POSITION, "value", ANSWER, changed)


@given(st.sampled_from(FIELDS), st.integers(0, 6))
@settings(max_examples=80)
def test_malformed_arrays_are_rejected(name: str, how: int) -> None:
    array: Any = getattr(proof(), name)
    broken = (
        array[:-1],
        array[..., None],
        array.astype(float),
        None,
        np.empty((0, *array.shape[1:]), dtype=array.dtype),
        [*array.tolist(), "1"],
        -array - 1,
    )[how]
    with pytest.raises(Rejected):
        check(POSITION, "value", ANSWER, msgspec.structs.replace(proof(), **{name: broken}))


def test_sums_of_negatives_need_no_rows_and_all_others_do() -> None:
    """The value of a path comes with its negative; no row of the certificate can be spared, nor
    any row at all where it names no negatives."""
    path = Position.parse("snort graph 0-1,1-2,2-3,3-4,4-5,5-6,6-7 ........ red")
    found = VALUE.run(path, Limits(), Options())
    certificate, answer = found.certificate, str(found.answer)
    assert isinstance(certificate, Games)
    check(path, "value", answer, certificate)
    sums, negatives = certificate.sums, certificate.negatives
    rows = {tuple(row) for row in sums.tolist()}
    opposite = dict(enumerate(negatives.tolist()))
    mirrored = [(*sorted((opposite[g], opposite[h])), opposite[w]) for g, h, w in rows]
    assert any(min(row) >= 0 and row not in rows for row in mirrored)
    for i in range(len(sums)):
        spared = msgspec.structs.replace(certificate, sums=np.delete(sums, i, axis=0))
        with pytest.raises(Rejected):
            check(path, "value", answer, spared)
    for g in np.flatnonzero(negatives >= 0).tolist():
        row = negatives.copy()
        row[g] = (row[g] + 1) % len(row)
        with pytest.raises(Rejected, match="is not the negative of"):
            check(path, "value", answer, msgspec.structs.replace(certificate, negatives=row))


def test_a_certificate_of_another_position_is_rejected() -> None:
    other = Position.parse("snort graph 0-1,1-2,2-3,3-4,4-5,0-5,1-6 ....... red")
    with pytest.raises(Rejected):
        check(other, "value", ANSWER, proof())
    check(POSITION, "outcome", "R", proof())
    for answer in "NPL":
        with pytest.raises(Rejected, match="does not entail"):
            check(POSITION, "outcome", answer, proof())
    for answer in "NPLR":
        with pytest.raises(Rejected, match="does not answer"):
            check(POSITION, "misere-outcome", answer, proof())
    with pytest.raises(Rejected, match="not about a"):
        conclude(Goal(object(), "value"), proof())
    several = make(Graph.of(7, POSITION.graph.edges), 2)
    with pytest.raises(Rejected, match="not about a position of snort multiplayer"):
        conclude(Goal(several, "value"), proof())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("±2", "{2|-2}"),
        ("^", "{0|*}"),
        ("^^", "{0|^*}"),
        ("^*", "{0,*|0}"),
        ("^3*2", "{0|^^*3}"),
        ("v*3", "{*2|0}"),
        ("2*", "{2|2}"),
        ("1/2^", "{1/2|1/2*}"),
        ("±(1,{3|0})", "{1,{3|0}|-1,{0|-3}}"),
    ],
)
def test_the_checker_reads_notation(one: str, other: str) -> None:
    table = GameTable()
    g, h = read_value(table, one), read_value(table, other)
    assert table.below(g, h)
    assert table.below(h, g)


@pytest.mark.parametrize("word", [-1, 1 << 32])
def test_a_set_of_vertices_has_one_spelling(word: int) -> None:
    """A word beyond 32 bits would name the vertices of the next one."""
    components = proof().components.astype(np.int64)
    components[0, 0, 0] = word
    with pytest.raises(Rejected, match="not in 32 bits"):
        check(POSITION, "value", ANSWER, msgspec.structs.replace(proof(), components=components))


READ_ALIKE = [
    "{|}", "{0|}", "{0|1}", "{-3|5/2}", "{*|*}", "{0,*|0,*}", "{2|1||-1|-2}", "±{1,{3|0}}",
    "±(1,{3|0})", "2±1", "{3|-1} - {3|-1}", "3.^", "(1/2 + 1/4) - 1", "{0||0|-2}", "↑", "⇓*2",
    "{2|-2} + 1/2", "−3", "3 - 1^", "-^*", "-1vv*", "+-2", "{4||1|0}", "1/2^3*5", "±{2|1}",
    "{1|{2||3|4}}", "{{}|0}", "2 3", "1/3", "{1", "{1|2|3}", "*9999", ")", "", "--1", "1.*",
    "{1||2|3||4}", "±", "{,|}", "3.{1|-1}", "{|||1}", "^^3", "2.^*", "2.**", "-2.^*2", "2.v2*3",
    "±3.^", "±*2^", "±^*", "±1*", "2.±1*", "0.5", "±1.5", "2.3^", "⇑3", "⇑*", "±⇑2", "4/2", "±1/3",
    "2.Tiny", "Tiny(2)", "+_2", "-_2", "miny(1/2)", "(1/2).Tiny", "1/2.Tiny", "{2|1}.Tiny",
    "1+2.Tiny", "3-_2", "-2.Tiny", "1.Tiny.Miny", "^<1>", "^[1]", "^<2>", "v<2>*", "^[4]", "2.^<2>",
    "1^<2>*", "v[3]+^", "±+_2", "±1.Tiny", "Tiny", "Tiny 2", "^<51>", "^[0]", "^^<2>", "^<2]", "+_",
    "2.tiny^",
    "⧾2", "⧿_2", "2.Tiny.^", "+_2.Tiny", "*2.Tiny", "^.Miny", "3.Tiny(2)", "^<2", "<2>",
    "2<3>", "+_-2",
]  # fmt: skip


@pytest.mark.parametrize("words", READ_ALIKE)
def test_two_readers_read_alike(words: str) -> None:
    """What the oracle reads the rules read as the same game; both refuse the rest."""
    table, store = GameTable(), Store()
    try:
        standard = text(store, parse(store, words))
    except NotationError:
        with pytest.raises(BadInput):
            read_value(table, words)
        return
    g, h = read_value(table, words), read_value(table, standard)
    assert table.below(g, h)
    assert table.below(h, g)
    off = read_value(table, f"{standard} + *")
    assert not (table.below(g, off) and table.below(off, g))


@pytest.mark.parametrize(
    "words",
    [
        "1000.*", "1000.1000.^", "^1000*1000", "*1000+*999", "v1000+^1000", "(" * 50_000,
        "{" * 50_000, "9" * 50_000, "^" * 50_000, "1/" + "2" * 50_000, "+".join(["±1"] * 2000),
        "+".join(f"{{{i}|-{i}}}" for i in range(1, 11)), "1" + "." * 9, "1000.{1|-1}", "٣", "1_0",
    ],
)  # fmt: skip
def test_hostile_games_are_refused_soon(words: str) -> None:
    """Long, deep or large games asked for by ``equals``: a verdict or a refusal in seconds."""
    asked = question_of(POSITION.rules.name, "equals")
    started = time.process_time()
    with suppress(Rejected, BadInput):
        wanted = asked.meaning(POSITION, asked.form.read("yes"), {"game": words})
        found = conclude(Goal(POSITION, "equals", {"game": words}), proof()).statements
        assert wanted
        assert not all(entails(found, statement) for statement in wanted)
    assert time.process_time() - started < 60


def test_numbers_in_disguise_are_rejected() -> None:
    """A number given by options would break number avoidance."""
    table = GameTable()
    zero, one = table.add_number(Fraction(0)), table.add_number(Fraction(1))
    with pytest.raises(BadInput, match="is a number"):
        table.add_game([zero], [one])
    star = table.add_game([zero], [zero])
    with pytest.raises(BadInput, match="equals the number 0"):
        table.add_game([star], [star])
    with pytest.raises(BadInput, match="no option for one player"):
        table.add_game([zero], [])


def arrays(**changes: list[Any]) -> Games:
    """A certificate of few games: 0 and the rows given."""
    fields: dict[str, Any] = {
        "numerators": [0],
        "exponents": [0],
        "counts": [[0, 0]],
        "options": [],
        "negatives": [-1],
        "sums": [],
        "components": [],
        "component_values": [],
        "symmetries": [],
    }
    shapes = {
        "sums": (-1, 3),
        "counts": (-1, 2),
        "components": (-1, 2, 1),
        "symmetries": (-1, 2),
    }
    made = {}
    for name, numbers in {**fields, **changes}.items():
        made[name] = np.array(numbers, dtype=np.int64).reshape(shapes.get(name, (-1,)))
    return Games(**made)  # type: ignore[arg-type]


STAR: dict[str, list[Any]] = {
    "numerators": [0, 0],
    "exponents": [0, -1],
    "counts": [[0, 0], [1, 1]],
}
PAIR = Position.parse("snort path .. red")  # the value is ±1


@pytest.mark.parametrize(
    "proof",
    [
        arrays(),
        arrays(components=[[[3], [3]]], component_values=[0]),
        arrays(components=[[[3], [3]], [[2], [0]], [[0], [2]]], component_values=[0, 0, 0]),
        # An option that is the game itself, a later one, a negative number.
        arrays(**STAR, options=[1, 1], negatives=[-1, -1]),
        arrays(**STAR, options=[2, 0], negatives=[-1, -1]),
        arrays(**STAR, options=[-1, 0], negatives=[-1, -1]),
        arrays(**STAR, options=[], negatives=[-1, -1]),
        arrays(**STAR, options=[0, 0], negatives=[-1, 0]),
        arrays(**STAR, options=[0, 0], negatives=[-1, 1]),
        arrays(**STAR, options=[0, 0], negatives=[0, 2]),
        arrays(**STAR, options=[0, 0], negatives=[0, 1], sums=[[1, 1, 1]]),
        arrays(**STAR, options=[0, 0], negatives=[0, 1], sums=[[0, 0, 0]]),
        arrays(**STAR, options=[0, 0], negatives=[0, 1], sums=[[1, 0, 1]]),
        arrays(components=[[[7], [3]]], component_values=[0]),
        arrays(components=[[[-1], [3]]], component_values=[0]),
        arrays(components=[[[3], [3]]], component_values=[7]),
        arrays(components=[[[3], [3]]], component_values=[-1]),
        arrays(numerators=[2], exponents=[1]),
        arrays(numerators=[1], exponents=[5000]),
        arrays(numerators=[0, 0], exponents=[0, 0], counts=[[0, 0], [0, 0]], negatives=[-1, -1]),
        arrays(**{**STAR, "counts": [[0, 0], [0, 1]]}, options=[0], negatives=[-1, -1]),
        arrays(**{**STAR, "counts": [[0, 0], [-1, 1]]}, options=[0], negatives=[-1, -1]),
    ],
)
def test_small_forgeries_prove_nothing(proof: Games) -> None:
    for answer in ("0", "*", "1", "-1", "±1", "{1|-1}", "±2"):
        with pytest.raises(Rejected):
            check(PAIR, "value", answer, proof)
        for truth in ("yes", "no"):
            with pytest.raises(Rejected):
                check(PAIR, "equals", truth, proof, game=answer)


UP_STAR: dict[str, list[Any]] = {
    "numerators": [0] * 3,
    "exponents": [0, -1, -1],
    "negatives": [-1] * 3,
}
ONE: dict[str, list[Any]] = {"components": [[[1], [1]]], "component_values": [2]}


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        # A single vertex is * = {0|0}; ^* = {0,*|0} and v* are confused with it too.
        (
            arrays(
                **{**UP_STAR, **ONE, "counts": [[0, 0], [1, 1], [2, 1]]}, options=[0, 0, 0, 1, 0]
            ),
            "too large",
        ),
        (
            arrays(
                **{**UP_STAR, **ONE, "counts": [[0, 0], [1, 1], [1, 2]]}, options=[0, 0, 0, 0, 1]
            ),
            "too small",
        ),
        (arrays(components=[[[1], [1]]], component_values=[0]), "first move wins"),
        (arrays(numerators=[2], exponents=[1]), "lowest terms"),
        (arrays(numerators=[1], exponents=[5000]), "lowest terms"),
        (arrays(**STAR, options=[0], negatives=[-1, -1]), "are missing"),
        (
            arrays(**{**STAR, "counts": [[0, 0], [-1, 1]]}, options=[0], negatives=[-1, -1]),
            "are missing",
        ),
        (
            arrays(**{**STAR, "counts": [[0, 0], [1, -1]]}, options=[0], negatives=[-1, -1]),
            "are missing",
        ),
        (arrays(sums=[[0, 0, 0]]), "needs no row"),
        (
            msgspec.structs.replace(arrays(), sums=np.zeros((2, 2), dtype=np.int64)),
            "needs three games",
        ),
    ],
)
def test_small_forgeries_and_why_they_fail(proof: Games, reason: str) -> None:
    position = Position.parse("snort path . red")
    for answer in ("*", "0", "^*", "v*"):
        with pytest.raises(Rejected, match=reason):
            check(position, "value", answer, proof)


BENT = Position.parse("snort path .... red")  # the value is ±{2|1}


def bent(**changes: Any) -> Games:
    """The certificate of P_4 by the solver, changed."""
    found = VALUE.run(BENT, Limits(), Options()).certificate
    assert isinstance(found, Games)
    return msgspec.structs.replace(found, **changes)


def test_images_of_rows_need_no_rows() -> None:
    """P_4 turned round: without the symmetry, rows are missing."""
    proof = bent()
    assert proof.symmetries.tolist() == [[3, 2, 1, 0]]
    assert check(BENT, "value", "±{2|1}", proof)
    with pytest.raises(Rejected, match="no value for the component"):
        check(BENT, "value", "±{2|1}", bent(symmetries=np.zeros((0, 0), dtype=np.int64)))


@pytest.mark.parametrize(
    ("symmetries", "reason"),
    [
        ([[1, 0, 2, 3]], "not an automorphism"),
        ([[1, 2, 3, 0]], "not an automorphism"),
        ([[3, 2, 1, 0], [3, 1, 2, 0]], "not an automorphism"),
        ([[0, 0, 0, 0]], "not a permutation"),
        ([[3, 2, 2, 0]], "not a permutation"),
        ([[0, 1, 2, 4]], "not a permutation"),
        ([[-1, 2, 1, 0]], "not a permutation"),
        ([[2, 1, 0]], "do not fit"),
        ([[3, 2, 1, 0, 4]], "do not fit"),
    ],
)
def test_what_is_no_automorphism_is_refused(symmetries: list[list[int]], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        check(BENT, "value", "±{2|1}", bent(symmetries=np.array(symmetries, dtype=np.int64)))


def test_images_are_not_without_number() -> None:
    many = np.zeros((1 << 22, 4), dtype=np.int64)
    with pytest.raises(Rejected, match="images of components"):
        check(BENT, "value", "±{2|1}", bent(symmetries=many))


def test_a_wrong_row_hides_behind_no_image() -> None:
    """A row that is wrong is looked at even where another row's image has the same sets."""
    proof = bent()
    rows, values = proof.components, proof.component_values
    at = next(  # a component that the turn does not leave where it is
        i for i, ((red,), (blue,)) in enumerate(rows.tolist()) if (red & 9) in (1, 8) or
        (blue & 9) in (1, 8)
    )  # fmt: skip
    turned = np.array([[[int(f"{s:04b}"[::-1], 2) for s in words] for words in rows[at].tolist()]])
    for wrong in range(len(proof.numerators)):
        if wrong == values[at]:
            continue
        other = np.array([wrong])
        for pairs in (((rows, turned), (values, other)), ((turned, rows), (other, values))):
            changed = bent(
                components=np.concatenate(pairs[0]), component_values=np.concatenate(pairs[1])
            )
            with pytest.raises(Rejected):
                check(BENT, "value", "±{2|1}", changed)


def test_a_game_that_is_not_canonical_is_as_good() -> None:
    """{1,0|-1,0} equals ±1."""
    proof = arrays(
        numerators=[-1, 0, 1, 0],
        exponents=[0, 0, 0, -1],
        counts=[[0, 0]] * 3 + [[2, 2]],
        options=[2, 1, 0, 1],
        negatives=[-1] * 4,
        components=[[[3], [3]]],
        component_values=[3],
    )
    assert check(PAIR, "equals", "yes", proof, game="±1")
    assert check(PAIR, "equals", "no", proof, game="±2")
    assert check(PAIR, "value", "±1", proof)
    with pytest.raises(Rejected):
        check(PAIR, "value", "±2", proof)


@pytest.mark.parametrize("dtype", [bool, float, np.uint8, object, "U4"])
def test_other_types_of_numbers(dtype: Any) -> None:
    """Unsigned numbers are numbers; nothing else is read as one."""
    for name in FIELDS:
        array = np.zeros_like(getattr(proof(), name), dtype=dtype)
        with pytest.raises(Rejected):
            check(POSITION, "value", ANSWER, msgspec.structs.replace(proof(), **{name: array}))


def test_an_option_listed_twice_changes_no_value() -> None:
    """±{2,2|1} is equal to ±{2|1}, and to nothing else."""
    counts, options = bent().counts, bent().options
    accepted, at = set(), 0
    for g, sizes in enumerate(counts.tolist()):
        for side, size in enumerate(sizes):
            if size:
                more = counts.copy()
                more[g, side] += 1
                forged = bent(counts=more, options=np.insert(options, at, options[at]))
                for answer in ("±{2|1}", "±{2,2|1}", "±{2|1,1}", "±{2|0}", "±2", "{2|1}", "0"):
                    with suppress(Rejected):
                        check(BENT, "value", answer, forged)
                        accepted.add(answer)
            at += size
    assert accepted <= {"±{2|1}", "±{2,2|1}", "±{2|1,1}"}
    assert accepted
