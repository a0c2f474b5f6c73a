"""Keys give access to a seat, to joining or to watching. The server stores only hashes.

The keys to join and to watch are derived from the owner's key, so the owner can see them again although they
are stored nowhere.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

_BYTES: Final = 18  # 144 bits, 24 characters


def new_key() -> str:
    return secrets.token_urlsafe(_BYTES)


def new_table_id() -> str:
    return secrets.token_urlsafe(9)


def key_hash(key: str) -> str:
    """What is stored of a key. Keys are long and random, so a plain hash is safe."""
    return hashlib.sha256(key.encode()).hexdigest()


def join_key(owner: str) -> str:
    return _derived(owner, "join")


def watch_key(owner: str) -> str:
    return _derived(owner, "watch")


def _derived(owner: str, purpose: str) -> str:
    digest = hmac.digest(owner.encode(), purpose.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:_BYTES]).decode("ascii")


def same(one: str, other: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
