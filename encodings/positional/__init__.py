"""Positional games: winning sets over the cells of a board."""
