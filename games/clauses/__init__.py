"""Questions in clauses: what a refutation refutes, written from the rules."""
