"""Slow, obvious twins of the engines."""
