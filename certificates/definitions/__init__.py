"""Rules that stand on definitions: they are evaluated, exemplified, or refuted by clauses."""
