"""Certificates as numbers, for the checker that is proved in Coq (``formal/``).

The modules here are believed by nobody. They write what a certificate file says as one list of
numbers: the instance, what is claimed of it, and for each step the number of its rule and its
evidence, in the order in which ``formal/Check.v`` reads them. The program (``gameproof check
--formal``, and the page of a proof) says, from what it read, what was proved.
"""
