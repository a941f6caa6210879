"""Values of games, Grundy numbers, and laws for them."""
