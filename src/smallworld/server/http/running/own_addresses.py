"""The addresses of this machine in its networks, for invitations."""

from __future__ import annotations

import socket
from typing import Final

# Documentation addresses: nothing is sent, the system only says which of its own addresses it would use.
_FAR: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def own_addresses() -> list[str]:
    """As they are written in a URL; none without a network."""
    found = []
    for family, far in _FAR:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                own = str(probe.getsockname()[0])
        except OSError:
            continue
        found.append(f"[{own}]" if family == socket.AF_INET6 else own)
    return found
