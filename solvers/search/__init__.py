"""Search of games: proof numbers, threats, walks, retrograde analysis, several players."""
