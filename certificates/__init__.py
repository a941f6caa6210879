"""Certificates and their checkers, which trust nothing but the rules."""
