"""Heaps, graphs and sums in Sprague-Grundy theory, and Hackenbush."""
