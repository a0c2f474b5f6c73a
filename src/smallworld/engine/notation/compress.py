"""Texts inside strings: compressed, in letters that are safe in a link, with a limit on the length."""

from __future__ import annotations

import base64
import binascii
import zlib
from functools import lru_cache
from typing import Final

from ..errors import NotationError

MOST_BYTES: Final = 100_000  # of a text, before it is compressed
_ALPHABET: Final = b"._"  # instead of + and /; `-` and `~` separate the parts of strings
_RAW: Final = -15  # no header and no checksum: a missing end is found without them


@lru_cache(maxsize=64)
def compressed(text: str) -> str:
    data = text.encode()
    if len(data) > MOST_BYTES:
        raise NotationError(f"a text of {len(data)} bytes is too long: at most {MOST_BYTES}")
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    return base64.b64encode(packer.compress(data) + packer.flush(), _ALPHABET).rstrip(b"=").decode()


@lru_cache(maxsize=64)
def decompressed(text: str) -> str:
    """Unpack a text. One that was cut, changed, or is longer than the limit is refused."""
    unpacker = zlib.decompressobj(_RAW)
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), _ALPHABET, validate=True)
        data = unpacker.decompress(packed, MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise NotationError(f"a text in a string is longer than {MOST_BYTES} bytes")
        if not unpacker.eof or unpacker.unused_data:
            raise NotationError(f"a text in a string is cut off or damaged: {text[-20:]!r} is not its end")
        return data.decode()
    except (zlib.error, binascii.Error, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"a text in a string is cut off or damaged ({error})") from error
