"""Moves to positions of the right value."""
