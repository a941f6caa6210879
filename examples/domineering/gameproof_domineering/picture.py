"""The board, covered squares dark."""

from gameproof.pictures.picture import Depiction
from gameproof.pictures.squares import draw_squares

PICTURE = Depiction(draw_squares)
