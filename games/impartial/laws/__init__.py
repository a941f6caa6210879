"""Values of impartial games and of Hackenbush by published laws: pure mathematics."""
