"""Rules of games: positions, moves, results, notation. The trusted base."""
