"""Witnesses that something exists."""
