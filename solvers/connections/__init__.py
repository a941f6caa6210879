"""Connection games on graphs with two terminals: virtual connections and their proofs."""
