"""Certificates: typed records of evidence, and the exception of their checkers."""

from __future__ import annotations

import msgspec

SCHEMA = "gameproof/certificate/3"
INLINE = 2048
"""Arrays of more numbers stand in the ``.npz`` beside the JSON."""


class Rejected(Exception):
    """The certificate does not prove what is asked; the message is the first reason."""

    exit_status = 1


class Certificate(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of all certificate records. Fields are JSON values or NumPy arrays."""
