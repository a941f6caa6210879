"""Linear algebra over GF(2), homology of glued surfaces, covering spaces."""
