"""Looks at a bot before the first game: that it can be made, and started if it is outside this process."""

from __future__ import annotations

from smallworld.engine import SmallWorldError

from .external import ExternalBot
from .registry import make_bot, split_label
from .safe_bot import BotFault


def try_bot(spec: str) -> str:
    """The name of a bot that can play: the one it was given, the one it says itself, or empty."""
    bot = make_bot(spec)
    try:
        if isinstance(bot, ExternalBot):
            bot.start()
        name = getattr(bot, "name", "")
        return split_label(spec)[0] or (name if isinstance(name, str) else "")
    except BotFault as fault:
        raise SmallWorldError(f"bot {spec!r}: {fault.detail}") from fault
    finally:
        close(bot)


def close(bot: object) -> None:
    """Some bots must be closed."""
    tell = getattr(bot, "close", None)
    if tell is not None:
        tell()
