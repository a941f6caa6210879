"""What stands in files of positional games: set families in JSON, ``.pg`` files."""
