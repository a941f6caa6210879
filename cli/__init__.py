"""The gameproof command."""
