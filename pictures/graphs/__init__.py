"""Graphs as pictures: where vertices stand, how edges run, what is marked."""
