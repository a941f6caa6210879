"""Heaps as columns of tokens."""

from __future__ import annotations

from gameproof.pictures.heaps.heap_rows import PICTURE

__all__ = ["PICTURE"]
