"""NoGo for gameproof."""

from gameproof.games.plugins import Plugin

NOGO = Plugin(
    rules="gameproof_nogo.nogo",
    encoding="gameproof_nogo.nogo_methods",
    picture="gameproof_nogo.picture",
    instances="gameproof_nogo",
)
