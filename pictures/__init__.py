"""Pictures of positions and certificates, one module per game."""
