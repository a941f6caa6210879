"""Exact counts: exact covers and two-colourings."""
