"""Positional questions divided into pieces."""
