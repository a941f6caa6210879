"""Engines that answer standard problems and know no game."""
