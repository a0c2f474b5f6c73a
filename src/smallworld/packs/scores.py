"""The score sheet's row for a finished game, and how a series with a party continues after it.

The terminal stores such rows in a file, a browser in its own storage; both use the same format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from smallworld.engine import Game
from smallworld.engine.notation.strings import world_key
from smallworld.engine.world.building import option_value

from .find import find_packs, party_among


@dataclass(frozen=True)
class Row:
    """One finished game. Lists are by seat; a party's score comes last and has no name."""

    date: str
    names: list[str]
    packs: list[str]
    board: str
    tokens: int  # of the party; 0: no party
    races: list[list[str]]  # of each player, in the order of the picks
    scores: list[int]
    winners: list[int]
    record: str = ""  # the file of the game, or an address, for a replay
    daily: str = ""  # the day of a daily game

    @property
    def party(self) -> bool:
        return len(self.scores) > len(self.names)


def row_of(game: Game, names: Sequence[str], day: str, record: str = "", daily: str = "") -> Row:
    """The row of a finished game that was played on that day."""
    world = game.world
    races: list[list[str]] = [[] for _ in range(world.players)]
    for event in (event for events in game.events for event in events if event.kind == "picked"):
        races[event.seat].append(f"{world.power_ids[event.power]} {world.race_ids[event.race]}")
    tokens = 0
    if world.party is not None and world.party.tokens_option:
        tokens = int(option_value(world.packs, world.options, world.party.tokens_option))
    return Row(
        day,
        list(names[: world.players]),
        [pack.id for pack in world.packs],
        str(world_key(world)).split(".")[0],
        tokens,
        races,
        list(game.state.coins),
        list(game.winners),
        record,
        daily,
    )


def next_options(packs: Sequence[str], tokens: int, scores: Sequence[int]) -> Mapping[str, str]:
    """The options for the game after one with this result; empty: the defaults."""
    known = find_packs()
    party = party_among(known[name] for name in packs if name in known)
    if party is None or not party.tokens_option or len(scores) < 2:
        return {}
    return party.next_options(scores, {party.tokens_option: str(tokens)})


def series_step(
    packs: Sequence[str], tokens: int = 0, scores: Sequence[int] = ()
) -> tuple[dict[str, str], int]:
    """How a series continues after such a game, or begins: the options for the tokens, and their number.

    Without a party there is no series, and the number is 0.
    """
    known = find_packs()
    found = [known[name] for name in packs if name in known]
    party = party_among(found)
    if party is None or not party.tokens_option:
        return {}, 0
    options = next_options(packs, tokens, scores)
    value = option_value(found, options, party.tokens_option)
    return {**options, party.tokens_option: value}, int(value)
