"""Certificate files made again, of models, and written for public checkers."""
