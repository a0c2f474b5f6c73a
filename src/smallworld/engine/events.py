"""What happened, one line each: for logs, animation, statistics. Made only when somebody listens."""

from __future__ import annotations

from dataclasses import dataclass

from .terms import Receipt


@dataclass(frozen=True)
class Event:
    """`kind` says which fields mean something; -1 and None stand for nothing."""

    kind: str
    seat: int = -1
    region: int = -1
    race: int = -1
    power: int = -1
    marker: int = -1
    means: int = -1
    amount: int = -1
    other: int = -1  # another seat or race
    receipt: Receipt | None = None


Log = list[Event] | None

# Every kind, and what it says. Catalogues translate by id.
KINDS: dict[str, str] = {
    "round": "Round {amount} begins.",
    "turn": "{seat} is to move.",
    "picked": "{seat} picks {combo} for {amount} coins.",
    "mustered": "{seat} takes {amount} {race} tokens.",
    "readied": "{seat} readies {amount} {race} tokens.",
    "abandoned": "{seat} leaves region {region}.",
    "conquered": "{race} conquer region {region} with {amount} tokens.",
    "converted": "{race} take region {region} from within.",
    "lost": "{race} lose {amount} tokens in region {region}.",
    "displaced": "{amount} {race} tokens flee from region {region}.",
    "attempt": "{race} try region {region} with the die.",
    "repelled": "The attempt on region {region} fails.",
    "rolled": "The die shows {amount}.",
    "recruited": "{amount} new {race} tokens join.",
    "given_up": "{race} give up region {region}.",
    "placed": "{amount} {race} tokens go to region {region}.",
    "marked": "{marker} goes to region {region}.",
    "unmarked": "{marker} leaves region {region}.",
    "truce": "{seat} makes peace with {other}.",
    "swapped": "{seat} swaps the badge: {combo}.",
    "scored": "{seat} scores {amount}.",
    "gained": "{seat} receives {amount} coins.",
    "declined": "{race} go into decline.",
    "vanished": "{race} are gone; their banner returns.",
    "drawn_race": "{race} appear in the column.",
    "drawn_badge": "{power} joins them.",
    "reshuffled": "The discarded badges are shuffled.",
    "found": "{seat} finds {marker} in region {region}.",
    "bound": "{power} is bound to region {region}.",
    "struck": "{race} are driven from region {region}.",
    "paid": "{seat} pays {amount} coins to {other}.",
    "reborn": "{race} rise in region {region}.",
    "equipped": "{amount} helpers join the {race}.",
    "settled": "{amount} {race} tokens stand in region {region}.",
    "over": "The game is over.",
}
