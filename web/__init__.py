"""Proofs in a browser: the page of a proof, which holds the proved checker; the local server."""
