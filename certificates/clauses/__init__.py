"""Refutations of clauses, lemma by lemma."""
