"""The reduction's board and its intended play, drawn as any other Tetris."""

from __future__ import annotations

from gameproof.pictures.tetris import draw as draw
