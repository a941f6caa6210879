"""Impartial games and Hackenbush: Nim and its kin, heaps, digraphs, sums."""
