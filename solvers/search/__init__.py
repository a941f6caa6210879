"""Search of games by their moves: walks, retrograde analysis, several players, plies."""
