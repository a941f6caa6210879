"""Moves of zones and threats."""
