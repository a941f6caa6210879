"""Heaps as columns of tokens."""

from __future__ import annotations

from gameproof.pictures.heap_rows import draw

__all__ = ["draw"]
