"""Proofs in a browser: the page of a proof, its second checker, and the local server."""
