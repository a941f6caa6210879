"""Clauses written from the rules, and refutations of them."""
