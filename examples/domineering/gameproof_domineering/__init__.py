"""Domineering and Cram for gameproof."""

from gameproof.games.plugins import Plugin

DOMINEERING = Plugin(
    rules="gameproof_domineering.domineering",
    encoding="gameproof_domineering.domineering_methods",
    picture="gameproof_domineering.picture",
    instances="gameproof_domineering",
)
CRAM = Plugin(
    rules="gameproof_domineering.cram",
    encoding="gameproof_domineering.cram_methods",
    picture="gameproof_domineering.picture",
)
