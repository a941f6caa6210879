"""The JSON Schemas that are printed hold for the files that are written and shipped."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from gameproof.certificates.kinds import kinds
from gameproof.cli.main import run

PROOFS = Path(__file__).parents[2] / "instances" / "proofs"


@pytest.mark.parametrize("name", ["instance", "answer", "certificate", "claim"])
def test_every_schema_is_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", name]) == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))


def test_certificates_follow_their_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "certificate"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert len(schema["properties"]["steps"]["items"]["oneOf"]) == len(kinds())
    check = jsonschema.Draft202012Validator(schema)
    for path in sorted(PROOFS.glob("*.json")):
        document = json.loads(path.read_bytes())
        check.validate(document)
        assert not check.is_valid({**document, "steps": [{"kind": "none"}]}), path.name
