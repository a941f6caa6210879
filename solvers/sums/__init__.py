"""Who wins a sum: reservation games and bounds by star packing and thermostrat."""
