"""Games that are lost by completing a set."""
