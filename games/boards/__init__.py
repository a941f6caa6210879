"""Boards of positional games: families of sets, how grids are listed and their cells written."""
