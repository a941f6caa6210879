"""The proved move in a position, read from a certificate. Believed by nobody."""
