"""Snort and Col, for two players and for several."""
