"""One hard question, divided: a tree of places, pieces of work for many workers, one certificate.

Job-level proof-number search (Saffidine, Jouandeau, Cazenave, *Solving Breakthrough with race
patterns and job-level proof number search*, ACG 13, 2011; Wu, Lin, Sun et al., *Job-level
proof-number search*, IEEE TCIAIG 5, 2013): the client keeps the tree, workers search below its
leaves. Nothing here knows a game: what a place is, and how the pieces fit together, is declared
by the encodings (``gameproof.encodings.division``).
"""
