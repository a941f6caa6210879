"""Tables of positions, every entry checked."""
