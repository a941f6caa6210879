"""Cycle games on the torus and on other glued boards."""
