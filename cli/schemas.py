"""JSON Schemas made from the records that the code itself uses."""

from __future__ import annotations

from typing import Any

import msgspec


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of ``instance``, ``answer``, ``certificate`` or ``claim`` files."""
    if name == "instance":
        from gameproof.instances.instance import Instance

        document = msgspec.json.schema(Instance)
    elif name == "answer":
        from gameproof.prover.answer import Answer

        document = msgspec.json.schema(Answer)
    elif name == "claim":
        from gameproof.instances.claim_files import ClaimRecord

        document = msgspec.json.schema(list[ClaimRecord])
    else:
        document = _certificate()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"gameproof {name}",
        **document,
    }


def _certificate() -> dict[str, Any]:
    from gameproof.certificates.certificate import SCHEMA, kinds

    return {
        "type": "object",
        "required": ["schema", "instance", "claim", "certificate"],
        "properties": {
            "type": {"const": "certificate"},
            "schema": {"const": SCHEMA},
            "made_by": {"type": "string"},
            "instance": {"type": "object"},
            "claim": {
                "type": "object",
                "required": ["question", "answer"],
                "properties": {
                    "question": {"type": "string"},
                    "answer": {"type": "string"},
                    "arguments": {"type": "object"},
                },
            },
            "certificate": {
                "oneOf": [
                    {
                        "title": tag,
                        "description": (record.__doc__ or "").split("\n", 1)[0],
                        "type": "object",
                        "required": ["kind"],
                        "properties": {
                            "kind": {"const": tag},
                            **{field: {} for field in record.__struct_fields__},
                        },
                    }
                    for tag, (record, _) in sorted(kinds().items())
                ]
            },
            "arrays": {"type": "string"},
        },
    }
