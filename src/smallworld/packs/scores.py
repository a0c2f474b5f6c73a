"""What a score sheet says about a finished game, and how a series with a party goes on from it.

The terminal keeps such rows in a file, a browser in its own storage; both read and write the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from smallworld.engine import Game
from smallworld.engine.making import option_value
from smallworld.engine.notation import world_key

from .find import find_packs, party_among


@dataclass(frozen=True)
class Row:
    """One finished game. Lists go by seat; a party's score comes last and has no name."""

    date: str
    names: list[str]
    packs: list[str]
    board: str
    tokens: int  # of the party; 0: there was none
    races: list[list[str]]  # of each player, in the order in which they were picked
    scores: list[int]
    winners: list[int]
    record: str = ""  # the file of the game, or an address, for a replay
    daily: str = ""  # the day, if it was the Crusade of one

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
    """The options of the game after one that ended like this; none: the usual ones."""
    known = find_packs()
    party = party_among(known[name] for name in packs if name in known)
    if party is None or not party.tokens_option or len(scores) < 2:
        return {}
    return party.next_options(scores, {party.tokens_option: str(tokens)})


def series_step(
    packs: Sequence[str], tokens: int = 0, scores: Sequence[int] = ()
) -> tuple[dict[str, str], int]:
    """How a series goes on after such a game, or begins: options that name the number of tokens, and it.

    Without a party there is nothing to go on with, and the number is 0.
    """
    known = find_packs()
    found = [known[name] for name in packs if name in known]
    party = party_among(found)
    if party is None or not party.tokens_option:
        return {}, 0
    options = next_options(packs, tokens, scores)
    value = option_value(found, options, party.tokens_option)
    return {**options, party.tokens_option: value}, int(value)
