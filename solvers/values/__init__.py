"""Values of games: short games and their canonical forms, Grundy values."""
