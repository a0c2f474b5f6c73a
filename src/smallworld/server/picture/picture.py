"""The table as one seat, or a spectator, may see it. Everything is made from a view of the engine, so hidden
information is not even present here.

Pictures are made for every seat after every move. They are plain data with the keys of a wire `Picture`,
built from parts cached in `Words`; `picture` makes a validated model where speed does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic_core import to_json

from smallworld.engine import Game, State, score_receipt, view, winners
from smallworld.engine.position import state as st
from smallworld.presentation import cards

from ..tables.journal import Note
from ..wire.base import SPECTATOR
from ..wire.position import Picture
from .game_story import story
from .holdings import SeatFacts, holding, offers, player, standings
from .log import event_lines
from .parties import party_aims
from .question import ask, now, trail
from .regions import all_finds, all_regions
from .text_cache import Data, Words, words

__all__ = ["Note", "PictureOptions", "SeatFacts", "picture", "picture_data", "picture_json", "position_data"]


@dataclass(frozen=True, kw_only=True)
class PictureOptions:
    """Which seat a picture is for, and what the table adds to the game."""

    version: int
    seat: int  # SPECTATOR: no seat
    lang: str
    seats: Sequence[SeatFacts]
    undo: int = 0
    redo: int = 0
    wall: str = "start"  # reason of `Game.wall`
    first_event: int = 0  # the log starts at this entry
    notes: Sequence[Note] = ()  # notes in the log about people
    fresh: bool = False
    open_coins: bool = False  # nothing is hidden: a replay
    addressed: bool = False  # only one person sees it, who is addressed as "you"


def picture_json(game: Game, options: PictureOptions) -> bytes:
    """The message itself, ready to be sent."""
    return to_json(picture_data(game, options))


def picture(game: Game, options: PictureOptions) -> Picture:
    """The same as a model, for a welcome or a replay."""
    return Picture.model_validate(picture_data(game, options))


def picture_data(game: Game, options: PictureOptions) -> Data:
    everything = options.open_coins or game.over
    lines = event_lines(
        game,
        options.first_event,
        options.seat,
        words(options.lang, game.world),
        [facts.name for facts in options.seats],
        open_coins=everything,
        notes=options.notes,
        addressed=options.addressed,
    )
    data = position_data(game.state, options, lines)
    if game.over:
        names = [facts.name for facts in options.seats]
        data["story"] = story(game, winners(game.state), words(options.lang, game.world), names)
    return data


def position_data(state: State, options: PictureOptions, events: list[Data]) -> Data:
    """A picture of any position, with its lines of the log."""
    spoken = words(options.lang, state.world)
    names = [facts.name for facts in options.seats]
    seen = view(state, options.seat)
    s = seen.state
    if options.open_coins:
        s.coins = list(state.coins)
    asked = ask(seen, spoken, names) if seen.legal is not None else None
    scores = options.seat != SPECTATOR and not s.over
    shared, held = _for_everybody(state, spoken, names)
    if s.over and options.addressed:
        shared = shared | {"now": now(state, spoken, names, options.seat)}
    return {
        "type": "picture",
        "version": options.version,
        "you": options.seat,
        **shared,
        "cards": _cards(s, spoken),
        "offers": offers(seen, spoken, names),
        "players": [player(s, seat, facts, spoken, held[seat]) for seat, facts in enumerate(options.seats)],
        "ask": asked,
        "undo": {
            "undo": options.undo,
            "redo": options.redo,
            "wall": spoken.recall(("wall", options.wall), lambda: spoken.catalogue.wall(options.wall)),
            "wall_id": options.wall,
        },
        "income": spoken.receipt(score_receipt(s, options.seat)) if scores else None,
        "first": options.first_event,
        "events": events,
        "fresh": options.fresh,
        "story": None,
        "score": None,
        "tasks": [],
        "scratchpad": None,
    }


def _cards(s: State, spoken: Words) -> Data | None:
    """The row of cards as the viewer knows it."""
    row = cards(s)
    if row is None:
        return None
    return {
        "open": spoken.thing(row.open) if row.open is not None else None,
        "turned": [spoken.thing(card) for card in row.turned],
        "next": spoken.thing(row.next) if row.next is not None else None,
        "seers": list(row.seers),
    }


def _for_everybody(s: State, spoken: Words, names: Sequence[str]) -> tuple[Data, list[Data]]:
    """The parts that are the same for all viewers: of the position, and of each player.

    Pictures of one position are made one after the other, so the last result is cached.
    """
    if spoken.kept is not None and spoken.kept[0] is s and spoken.kept[1] == names:
        return spoken.kept[2]
    data = {
        "round": s.round,
        "rounds": s.world.rounds,
        "turn": s.turn,
        "decides": s.seat,
        "step": st.STEP_NAMES[s.step],
        "now": now(s, spoken, names),
        "spots": all_regions(s, spoken, names),
        "finds": all_finds(s, spoken),
        "aims": party_aims(s, spoken, names),
        "trail": trail(s, spoken),
        "result": standings(s) if s.over else [],
    }
    made = data, [holding(s, seat, spoken) for seat in range(len(names))]
    spoken.kept = (s, names, made)
    return made
