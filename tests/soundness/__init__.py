"""Attacks on the checkers, against an oracle from the rules alone."""
