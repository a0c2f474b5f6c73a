"""Checks a piece made in the workshop: how it would work at a table, and all its faults.

No code of a client is run: a pack file can only use words of the vocabulary. Worlds built here are not
cached, so that they do not push worlds of real tables out of a cache.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from smallworld.engine import (
    Receipt,
    SmallWorldError,
    State,
    World,
    conquest_receipt,
    legal,
    score_receipt,
    state_from,
)
from smallworld.engine import actions as ac
from smallworld.engine.bits import regions
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Piece, Power, Race
from smallworld.engine.errors import PackError, choices
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.verbs.receipts import defence_receipt, muster_receipt
from smallworld.packs import board_named, find_packs
from smallworld.packs.choosing import brewed_pack, chosen_world, companions
from smallworld.packs.files import Fault, PackFileError, data_of, data_only, read_data, write_data
from smallworld.packs.find import packs_of_board
from smallworld.presentation import suits

from ..picture.board import board_wire
from ..picture.text_cache import Words, passing_words
from ..picture.world_choices import absences
from ..wire.board import Board
from ..wire.workshop import Checked, CheckedPiece, Example, Opened
from .fault_texts import spoken_faults
from .lessons import BOARD_PLAYERS, Stage, plainest

HELD: Final = 3  # regions of an example


def opened(text: str, lang: str = "en") -> Opened:
    """A file as data. It may have faults of content: the workshop shows them at their fields."""
    try:
        data = read_data(text)
    except PackFileError as error:
        return Opened(faults=spoken_faults(error.found, lang))
    return Opened(pack=json.dumps(data, default=str, ensure_ascii=False))


def checked(text: str, board: str, lang: str) -> Checked:
    try:
        pack = brewed_pack(text)
    except PackFileError as error:
        return Checked(faults=spoken_faults(error.found, lang))
    try:
        world = _world(pack, board)
    except SmallWorldError as error:
        return Checked(faults=spoken_faults([Fault("", fault) for fault in error.faults], lang))
    spoken = passing_words(lang, world)
    shown = [_Piece(spoken, piece).wired() for piece in (*pack.races.values(), *pack.powers.values())]
    return Checked(toml=write_data(data_of(pack)), pieces=shown)


def shown_board(board: str, lang: str) -> Board:
    """To show the regions that suit a piece."""
    return board_wire(chosen_world(None, board, players=BOARD_PLAYERS), lang)


def copied(kind: str, id: str) -> Opened:
    """A built-in piece to start from. What is unique in a game gets another name."""
    for pack in find_packs().values():
        pieces: Mapping[str, type[Piece]] = pack.races if kind == "race" else pack.powers
        piece = pieces.get(id)
        if piece is not None and data_only([piece]):
            data = data_of(pack, only=lambda one, wanted=piece: one is wanted)  # type: ignore[misc]
            return Opened(pack=json.dumps(_renamed(data, piece), ensure_ascii=False))
    known = [id for pack in find_packs().values() for id in (pack.races if kind == "race" else pack.powers)]
    raise PackError(choices(kind, id, known))


def _renamed(data: dict[str, Any], piece: type[Piece]) -> dict[str, Any]:
    parts = [part.id for shelf in (piece.markers, piece.means, piece.counters) for part in shelf]
    names = {name: f"{name}_2" for name in parts}

    def again(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(key, key): again(one) for key, one in value.items()}
        if isinstance(value, list):
            return [again(one) for one in value]
        return names.get(value, value) if isinstance(value, str) else value

    body = again(data[piece.kind][piece.id])
    # Its name is taken, and its texts would be wrong after the first change: new ones are generated.
    texts = {
        lang: {key: said for key, said in kept.items() if key not in ("name", "short", "text")}
        for lang, kept in body.pop("texts", {}).items()
    }
    if texts := {lang: kept for lang, kept in texts.items() if kept}:
        body["texts"] = texts
    return {"id": f"my_{piece.id}_2"[:30], "version": 1, piece.kind: {f"{piece.id}_2"[:24]: body}}


def _world(pack: Pack, board: str) -> World:
    """A built-in board with all its pieces, and the pack."""
    packs = find_packs()
    board = board or chosen_world(None, players=BOARD_PLAYERS).board.id
    printed = packs_of_board(board)
    names = [*printed, *companions([pack], printed)]
    return World(board_named(board, packs.values()), [*(packs[name] for name in names), pack])


class _Piece:
    """One race or power with the simplest built-in partner."""

    def __init__(self, words: Words, piece: type[Piece]) -> None:
        self.words, self.piece = words, piece
        self.world = world = words.world
        printed = {one for pack in world.packs if not pack.source for one in pack.pieces}
        partners: Iterable[type[Any]] = world.powers if piece.kind == "race" else world.races
        self.partner: type[Any] = plainest(one for one in partners if one in printed)
        self.race: type[Race] = piece if issubclass(piece, Race) else self.partner
        self.power: type[Power] = piece if issubclass(piece, Power) else self.partner

    def wired(self) -> CheckedPiece:
        words, piece = self.words, self.piece
        catalogue = words.catalogue
        out = next((one.reason for one in absences(words) if one.thing.id == piece.id), "")
        made = catalogue.written(piece.kind, piece.id)
        data: dict[str, Any] = {
            "thing": words.piece(piece),
            "partner": words.piece(self.partner),
            "combo": catalogue.combo(self.race.id, self.power.id),
            "short": made,
            "text": made,
            "absent": out,
        }
        if not out:
            data |= self.at_the_table()
        return CheckedPiece.model_validate(data)

    def at_the_table(self) -> dict[str, Any]:
        world = self.world
        race, power = world.race_index(self.race.id), world.power_index(self.power.id)
        wanted = suits(world.combo(race, power))
        examples = [Example.model_validate(one) for one in self.examples(wanted)]
        return {"loves": wanted, "examples": examples, "tokens": self.tokens()}

    def tokens(self) -> dict[str, Any] | None:
        state = self.state({})
        return None if state is None else self.words.receipt(muster_receipt(state, state.active[0]))

    def state(self, held: Mapping[int, int]) -> State | None:
        """A position in which the first player has the piece; None: none can be made."""
        mine = {"race": self.race.id, "power": self.power.id, "hand": 1, "regions": dict(held)}
        others: dict[str, Any] = {seat: {} for seat in SEATS[1 : self.world.players]}
        data = {"board": self.world.board.id, "players": {SEATS[0]: {"active": mine}, **others}}
        try:
            return state_from(data, lambda _: self.world)
        except (SmallWorldError, ValueError, IndexError):
            return None

    def examples(self, wanted: list[int]) -> Iterator[dict[str, Any]]:
        """Numbers the piece affects: what it pays, what it earns, what others pay."""
        homes = wanted[:HELD] or [region.id for region in self.world.board.regions if region.border][:HELD]
        state = self.state(dict.fromkeys(homes, 1))
        for staged in (self.staged(), state):
            if staged is not None and (found := self.conquest(staged)):
                yield found
                break
        if state is not None:
            yield from self.receipt_lines("score", score_receipt(state, 0), n=len(homes))
            yield from self.receipt_lines(
                "defence", defence_receipt(state, homes[0]), self.brought, region=homes[0]
            )

    @property
    def brought(self) -> set[str]:
        """Names that appear in receipts because of the piece, beside its own."""
        named = {name for effect in self.piece.effects if (name := getattr(effect, "name", ""))}
        return {*named, *(marker.id for marker in self.piece.markers)}

    def receipt_lines(
        self, key: str, receipt: Receipt, names: Collection[str] | None = None, **facts: int
    ) -> Iterator[dict[str, Any]]:
        names = {self.piece.id, *self.brought} if names is None else names
        if any(term.label in names for term in receipt.terms):
            title = self.words(f"workshop.example.{key}", **facts)
            yield {"title": title, "receipt": self.words.receipt(receipt)}

    def staged(self) -> State | None:
        """The position of its lesson: with neighbours, which make receipts richer."""
        try:
            return Stage(self.world, self.piece).build()[0]
        except (SmallWorldError, ValueError, IndexError):
            return None

    def conquest(self, state: State) -> dict[str, Any] | None:
        """The first region whose cost the piece changes; if possible one that can be conquered."""
        if state.acting != state.active[0]:
            return None
        near = [code & 63 for code in legal(state).codes if code >> ac.SHIFT == ac.CONQUER]
        open_land = regions(state.combo.settle & ~state.mask[state.acting])
        for region in dict.fromkeys((*near, *open_land)):
            for found in self.receipt_lines("conquest", conquest_receipt(state, region), region=region):
                return found
        return None
