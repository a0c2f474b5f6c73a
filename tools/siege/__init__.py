"""Attacks on a local server, and many users at once: what a stranger could do to it, what load it can take.

    python -m tools.siege                     all attacks, ten seconds each, and how long a bystander waited
    python -m tools.siege --seconds 60 deaf   one of them, for longer

Everything runs on this machine (127.0.0.0/8) and ends by itself. The attacker has another address than the
bystander, who plays one game after the other and needs an answer about fifteen times a second.
"""

from .attacks import ATTACKS
from .besieged import Besieged, besieged
from .outcome import Outcome, suffer

__all__ = ["ATTACKS", "Besieged", "Outcome", "besieged", "suffer"]
