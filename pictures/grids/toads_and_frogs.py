"""Toads and Frogs: the board of squares."""

from gameproof.pictures.grids.squares import draw_squares
from gameproof.pictures.picture import Depiction

PICTURE = Depiction(draw_squares)
