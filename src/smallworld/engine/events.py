"""Events: what happened, for logs, animation and statistics. Made only when somebody wants a log."""

from __future__ import annotations

from dataclasses import dataclass

from .verbs.receipt_types import Receipt, Term


@dataclass(frozen=True)
class Stage:
    """One stage of a party's order: the best key, and the regions that have it."""

    rule: str
    best: int
    regions: tuple[int, ...]


@dataclass(frozen=True)
class Why:
    """Why a party takes a region: the whole cost, what each stage left, who chose at the end."""

    cost: int
    stages: tuple[Stage, ...]
    way: int = -1  # the region it takes first to get there; -1: none
    chosen_by: int = -1  # the seat that chose among equal targets; -1: only one was left
    rolls: bool = False  # too few tokens: the die must help


@dataclass(frozen=True)
class Event:
    """`kind` says which fields are used; -1 and None mean nothing."""

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
    why: Why | None = None
    lines: tuple[Term, ...] = ()  # of a scoring: each coin with its piece, and its region where it has one


Log = list[Event] | None

# Every kind and its English sentence. Catalogues translate by id.
KINDS: dict[str, str] = {
    "round": "Round {amount} begins.",
    "turn": "It's {seat}'s turn.",
    "picked": "{seat} picks {combo} for {amount} coins.",
    "mustered": "{seat} takes {amount} tokens: {race}.",
    "readied": "{seat} readies {amount} tokens: {race}.",
    "abandoned": "{seat} abandons region {region}.",
    "conquered": "{race} conquer region {region} with {amount} tokens.",
    "converted": "{race} take region {region} from within.",
    "aimed": "{race} target region {region}: {why}.",
    "swept": "{combo} is swept away.",
    "lost": "{race} lose {amount} tokens in region {region}.",
    "displaced": "{race}: {amount} tokens flee from region {region}.",
    "joined": "{marker} joins the {race}.",
    "captured": "{other} captures the {marker} of the {race} in region {region}.",
    "freed": "{other} lets the {marker} of the {race} go.",
    "departed": "The {marker} of the {race} leaves.",
    "withdrawn": "{race}: a token withdraws from region {region}.",
    "attempt": "{race} roll the die for region {region}.",
    "repelled": "The attack on region {region} fails.",
    "rolled": "The die shows {amount}.",
    "recruited": "{race}: {amount} new tokens join.",
    "given_up": "{race} give up region {region}.",
    "placed": "{race}: {amount} tokens go to region {region}.",
    "marked": "Placed in region {region}: {marker}.",
    "unmarked": "Removed from region {region}: {marker}.",
    "truce": "{seat} makes peace with {other}.",
    "swapped": "{seat} swaps badges: {combo}.",
    "scored": "{seat} scores {amount}.",
    "earned": "{race} receive {amount} coins.",
    "settled_up": "{seat} receives {amount} coins at the end of the game.",
    "gained": "{seat} receives {amount} coins.",
    "declined": "{race} go into decline.",
    "vanished": "{race} are gone; their banner goes back to the pile.",
    "drawn_race": "{race} appear in the column.",
    "drawn_badge": "{power} joins them.",
    "reshuffled": "The discarded badges are shuffled.",
    "found": "{seat} finds {marker} in region {region}.",
    "bound": "{power} now belongs to region {region}.",
    "struck": "{race} are driven out of region {region}.",
    "paid": "{seat} pays {amount} coins to {other}.",
    "reborn": "{race} rise in region {region}.",
    "equipped": "{race} gain {amount} × {helper}.",
    "settled": "{race}: {amount} tokens in region {region}.",
    "over": "The game is over.",
}
