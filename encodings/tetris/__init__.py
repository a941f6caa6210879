"""Offline Tetris and 3-PARTITION."""
