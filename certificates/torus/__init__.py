"""Blocking sets on boards with glued edges."""
