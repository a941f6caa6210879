"""Short games: their order, their notation, and what is asked of them."""
