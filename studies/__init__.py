"""Studies: maps and atlases of results, experiments of the literature, their plots."""
