"""Wins by force whose steps say what they rely on: fours, threes and quiet moves."""
