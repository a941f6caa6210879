"""Tables of positions."""
