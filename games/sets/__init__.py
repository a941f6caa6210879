"""Sets of vertices, many positions at once."""
