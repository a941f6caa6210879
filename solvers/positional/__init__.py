"""Positional games on families of sets: threats, pairs, proof numbers, wins and holds."""
