"""``gameproof schema``: JSON Schemas, made from the records that the code itself uses."""

from __future__ import annotations

import json
from inspect import cleandoc

import click
import msgspec


@click.command(name="schema")
@click.argument("name", type=click.Choice(["instance", "answer", "certificate", "claim"]))
def command(name: str) -> None:
    """Print the JSON Schema of instance, answer, certificate or claim files."""
    click.echo(json.dumps(schema(name), indent=1))


def schema(name: str) -> dict[str, object]:
    """The JSON Schema of ``instance``, ``answer``, ``certificate`` or ``claim`` files."""
    if name == "instance":
        from gameproof.instances.instance import Instance

        document: dict[str, object] = msgspec.json.schema(Instance)
    elif name == "answer":
        from gameproof.prover.answer import Answer

        document = msgspec.json.schema(Answer)
    elif name == "claim":
        from gameproof.instances.claim_files import ClaimRecord

        document = msgspec.json.schema(list[ClaimRecord])
    else:
        document = _certificate()
    shapes = document["$defs"]
    assert isinstance(shapes, dict)
    for shape in shapes.values():  # releases of msgspec differ in what they make of its margin
        if "description" in shape:
            shape["description"] = cleandoc(shape["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"gameproof {name}",
        **document,
    }


def _certificate() -> dict[str, object]:
    from gameproof.certificates.certificate import SCHEMA
    from gameproof.certificates.kinds import kinds

    records = [kind.record for _, kind in sorted(kinds().items())]
    found, components = msgspec.json.schema_components(
        records, schema_hook=_array, ref_template="#/$defs/{name}"
    )
    for record in records:
        properties = components[record.__name__]["properties"]
        properties["about"] = ABOUT
        if "uses" in properties:
            properties["uses"] = USES
    for name in ("Use", "Certificate"):
        components.pop(name, None)
    return {
        "type": "object",
        "required": ["type", "schema", "instance", "answer", "steps"],
        "properties": {
            "type": {"const": "certificate"},
            "schema": {"const": SCHEMA},
            "made_by": {"type": "string"},
            "instance": {"type": "object"},
            "answer": {"type": "string"},
            "steps": {"type": "array", "minItems": 1, "items": {"oneOf": list(found)}},
            "arrays": {"const": True},
        },
        "additionalProperties": False,
        "$defs": {**components, "array": ARRAY},
    }


USES = {"type": "array", "items": {"type": "integer", "minimum": 0}}
ABOUT = {
    "type": "array",
    "description": "the part of the goal, (kind, key) within (kind, key)",
    "items": {"type": "array", "prefixItems": [
        {"type": "string"}, {"type": ["string", "integer", "null"]}
    ], "minItems": 2, "maxItems": 2},
}  # fmt: skip

ARRAY: dict[str, object] = {
    "oneOf": [
        {
            "type": "object",
            "description": "the numbers row by row, the NumPy type, and the extents",
            "required": ["numbers", "dtype", "shape"],
            "properties": {
                "numbers": {"type": "array", "items": {"type": ["number", "boolean"]}},
                "dtype": {"type": "string"},
                "shape": {"type": "array", "items": {"type": "integer", "minimum": 0}},
            },
            "additionalProperties": False,
        },
        {
            "type": "object",
            "description": "the array of this name in the .npz beside the file",
            "required": ["array"],
            "properties": {"array": {"type": "string"}},
            "additionalProperties": False,
        },
    ]
}


def _array(kind: type) -> dict[str, object]:
    """How an array stands in a certificate's JSON, and what its checker reads by itself."""
    if kind.__name__ == "ndarray":
        return {"$ref": "#/$defs/array"}
    raise TypeError(f"no schema of {kind.__name__}")
