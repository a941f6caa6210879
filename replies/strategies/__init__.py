"""Moves of strategies and tables of play."""
