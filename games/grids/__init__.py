"""Games on squares."""
