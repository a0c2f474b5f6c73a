"""Attacks on a server of one's own, and many people at once: what a stranger could do to it, what it bears.

python -m tools.siege                     all attacks, ten seconds each, and what a bystander waited
python -m tools.siege --seconds 60 deaf   one of them, for longer

Everything is on this machine (127.0.0.0/8) and ends by itself. The attacker comes from another address than
the bystander, who plays one game after the other and wants an answer some fifteen times a second.
"""

from .attacks import ATTACKS
from .besieged import Besieged, besieged
from .outcome import Outcome, suffer

__all__ = ["ATTACKS", "Besieged", "Outcome", "besieged", "suffer"]
