"""Pairs and regions that hold a board: by matching, by SAT, repeated over the plane."""
