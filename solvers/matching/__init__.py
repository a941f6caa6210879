"""Matchings, flows, Hall's theorem, and pairings after opening moves."""
