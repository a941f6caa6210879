"""Boards drawn: cells and stones."""
