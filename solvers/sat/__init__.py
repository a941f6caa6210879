"""Boolean models and constraint problems: their engines, file formats and proofs."""
