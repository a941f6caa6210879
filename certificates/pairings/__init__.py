"""Arguments by pairings and matchings."""
