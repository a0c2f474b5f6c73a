"""The languages that every text is written in. English is first: it is used where another one has no text."""

from __future__ import annotations

from typing import Final, Literal, get_args

Lang = Literal["en", "de", "nl", "fr", "es"]

LANGUAGES: Final[tuple[str, ...]] = get_args(Lang)
