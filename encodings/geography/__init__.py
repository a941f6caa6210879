"""Geography in all its forms, on graphs and on words."""
