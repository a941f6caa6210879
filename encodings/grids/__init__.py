"""Games on squares: tables of values, of parts where the board falls apart."""
