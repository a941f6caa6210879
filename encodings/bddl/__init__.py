"""Games on a grid that are written in BDDL."""
