"""Strategies inside zones of a board, whatever lies outside."""
