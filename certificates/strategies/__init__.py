"""Arguments by a strategy: what to answer to every move."""
