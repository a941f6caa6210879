"""Paper soccer."""
