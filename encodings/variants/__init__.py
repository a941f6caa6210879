"""Positional games under rules of their own: sets to avoid, stones that fall."""
