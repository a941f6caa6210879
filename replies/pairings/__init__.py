"""Answers inside pairs, regions and matchings."""
