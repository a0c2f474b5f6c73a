"""The encyclopedia: everything that has a name, what it does, its numbers; lessons for races and powers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from smallworld.engine import World
from smallworld.engine.content.board import Terrain
from smallworld.engine.content.pieces import Piece
from smallworld.engine.effects import AttackOnly, Auxiliaries, Defence
from smallworld.engine.words.region_sets import Where, water
from smallworld.packs.choosing import chosen_world

from ..picture.looks import looks_of
from ..picture.text_cache import Data, Words, words
from ..picture.world_choices import left_out, pack_options
from ..wire.pages import Library
from .lessons import BOARD_PLAYERS, lesson_in, lesson_of

STEPS: Final = ("goal", "pick", "ready", "conquer", "die", "lose", "redeploy", "score", "decline", "end")


@lru_cache(maxsize=40)
def library(
    lang: str,
    packs: tuple[str, ...] | None = None,
    board: str = "",
    options: tuple[tuple[str, str], ...] = (),
    homebrew: tuple[str, ...] = (),
) -> Library:
    """The encyclopedia of one world; without a board, of its smallest. Unknown names raise
    `SmallWorldError`."""
    world = chosen_world(packs, board, players=BOARD_PLAYERS, options=dict(options), homebrew=homebrew)
    return _Shelves(world, lang).library()


class _Shelves:
    def __init__(self, world: World, lang: str) -> None:
        self.world = world
        self.words: Words = words(lang, world)
        self.packs = tuple(pack.id for pack in world.packs if not pack.source)

    def library(self) -> Library:
        others = (
            *self.natives(),
            *self.terrains(),
            *self.symbols(),
            *self.markers(),
            *self.means(),
            *self.uses(),
            *self.helpers(),
        )
        return Library.model_validate(
            {
                "races": list(self.races()),
                "powers": list(self.powers()),
                "relics": list(self.found("relic")),
                "places": list(self.found("place")),
                "others": list(others),
                "steps": [self.step(id) for id in STEPS],
                "left_out": left_out(self.world, self.words.lang),
                "options": pack_options(self.world, self.words.lang),
                "looks": looks_of(self.world.packs),
            }
        )

    def entry(
        self, kind: str, id: str, numbers: Iterable[tuple[int, str]], *more: str, lessons: Iterable[Data] = ()
    ) -> Data:
        """`more`: sentences derived from the data, after the pack's own text."""
        text = " ".join(part for part in (self.words.catalogue.text(kind, id), *more) if part)
        counted = [{"amount": amount, "label": self.words(f"library.{key}")} for amount, key in numbers]
        thing = self.words.named(kind, id)
        return {"thing": thing, "text": text, "numbers": counted, "lessons": list(lessons)}

    # --- races and powers --------------------------------------------------------------------------------

    def races(self) -> Iterator[Data]:
        for race in self.world.races:
            extra = sum(effect.tokens for effect in race.effects if isinstance(effect, AttackOnly))
            numbers = [(race.tokens + extra, "tokens"), (race.supply, "supply")]
            if extra:
                numbers.insert(1, (extra, "attack_only"))
            yield self.entry("race", race.id, numbers, lessons=self.lessons("race", race.id))

    def powers(self) -> Iterator[Data]:
        for power in self.world.powers:
            numbers = [(power.tokens, "badge_tokens")]
            yield self.entry("power", power.id, numbers, lessons=self.lessons("power", power.id))

    def lessons(self, kind: str, id: str) -> Iterator[Data]:
        brewed = next(
            (piece for pack in self.world.packs if pack.source for piece in pack.pieces if piece.id == id),
            None,
        )
        made = lesson_of(kind, id, self.packs) if brewed is None else lesson_in(self.world, brewed)
        if made is None:
            return
        short = str(self.words.named(kind, id)["short"])
        yield {
            "id": f"{kind}-{id}",
            "title": self.words("lesson.title", combo=self.words.catalogue.combo(made.race, made.power)),
            "text": self.words(f"lesson.text_{made.topic}", short=short, hand=made.hand),
            "start": made.start,
        }

    def found(self, kind: str) -> Iterator[Data]:
        """Pieces that lie on the map."""
        for piece in self.world.found:
            if piece.kind == kind:
                yield self.entry(kind, piece.id, [])

    # --- everything else ---------------------------------------------------------------------------------

    def natives(self) -> Iterator[Data]:
        for native in self.world.natives:
            if supply := self.world.supply[self.world.race_index(native.id)]:
                yield self.entry("neutral", native.id, [(supply, "supply")])

    def terrains(self) -> Iterator[Data]:
        for terrain in self.world.terrains.values():
            numbers = [(terrain.cost + terrain.defence, "cost")]
            sentences = (*self.ground(terrain), self.matters(terrain.id, terrain.water))
            yield self.entry("terrain", terrain.id, numbers, *sentences)

    def ground(self, terrain: Terrain) -> Iterator[str]:
        yield self.words("library.land", cost=terrain.cost + terrain.defence)
        if terrain.defence:
            yield self.words("library.hard", amount=terrain.defence)
        for key in ("barred", "closed", "transit"):
            if getattr(terrain, key):
                yield self.words(f"library.{key}")

    def symbols(self) -> Iterator[Data]:
        for symbol in dict.fromkeys(symbol for pack in self.world.packs for symbol in pack.symbols):
            yield self.entry("symbol", symbol, [], self.matters(symbol) or self.words("library.idle"))

    def matters(self, id: str, wet: bool = False) -> str:
        """Which pieces use a terrain or symbol."""
        found = [
            self.words.named(piece.kind, piece.id)["name"]
            for piece in self.world.pieces
            if piece.kind != "rule"
            and any(_speaks_of(where, id, wet) for effect in piece.effects for where in effect.wheres())
        ]
        return self.words("library.matters", pieces=", ".join(found)) if found else ""

    def markers(self) -> Iterator[Data]:
        for marker, piece in zip(self.world.markers, self.world.marker_piece, strict=True):
            if marker.joins:
                continue  # what it stands for has a page of its own
            numbers = [(marker.count, "count")] + ([(marker.defence, "defence")] if marker.defence else [])
            yield self.entry("marker", marker.id, numbers, self.brings(piece))
        for piece in self.world.pieces:
            for effect in piece.effects:
                if isinstance(effect, Defence):
                    yield self.entry("marker", effect.name, [(effect.amount, "defence")], self.brings(piece))

    def means(self) -> Iterator[Data]:
        for piece in self.world.pieces:
            for means in piece.means:
                numbers = [(means.price, "cost")] if means.price else []
                yield self.entry("means", means.id, numbers, self.brings(piece))

    def uses(self) -> Iterator[Data]:
        for piece in self.world.pieces:
            for use in piece.uses:
                yield self.entry("use", use.id, [], self.brings(piece))

    def helpers(self) -> Iterator[Data]:
        for piece in self.world.pieces:
            for effect in piece.effects:
                if isinstance(effect, Auxiliaries):
                    yield self.entry("counter", effect.owned, [(effect.most, "count")], self.brings(piece))

    def brings(self, piece: type[Piece]) -> str:
        if piece.kind == "rule":
            return ""
        return self.words("library.brings", pieces=self.words.piece(piece)["name"])

    def step(self, id: str) -> Data:
        thing = {"kind": "step", "id": id, "name": self.words(f"rules.{id}.name"), "short": ""}
        return {"thing": thing, "text": self.words(f"rules.{id}.text"), "numbers": [], "lessons": []}


def _speaks_of(where: Where, id: str, wet: bool) -> bool:
    if wet and where is water:
        return True
    parts: tuple[Where, ...] = getattr(where, "parts", ())
    return any(name == id for _, name in where.names()) or any(_speaks_of(part, id, wet) for part in parts)
