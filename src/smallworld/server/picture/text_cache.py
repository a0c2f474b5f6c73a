"""Texts in one language for one world: names, receipts, reasons and sentences in wire form, cached.

Everything here is plain data with the keys of the models in `wire`, made once and shared: most of a picture
repeats earlier data. Callers must not change it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from smallworld.engine import Denial, Event, Receipt, State, Term, World, action_string
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Piece
from smallworld.engine.world.world import NONE
from smallworld.presentation import Thing
from smallworld.texts.catalogue import OTHER_IS_RACE, Catalogue
from smallworld.texts.templates import capital

from ..wire.base import Reason

Data = dict[str, Any]
Answer = TypeVar("Answer")

MEMORY: Final = 8_000  # things in each of the two halves of the cache
PASSING: Final = 400  # cached sentences about recent events
NUMBERS: Final = 40_000  # numbers given before all are dropped: viewers have a bit for each
WORLDS: Final = 48  # cached, per language; tables with their own choice of pieces have their own worlds


@lru_cache(maxsize=64)
def _catalogue(lang: str, packs: tuple[Pack, ...], places: tuple[str, ...]) -> Catalogue:
    return Catalogue(lang, packs, places=places)


def _places(world: World) -> tuple[str, ...]:
    return tuple(region.name for region in world.board.regions)


def passing_words(lang: str, world: World) -> Words:
    """For a world that is used once: nothing is cached."""
    return Words(lang, world, Catalogue(lang, world.packs, places=_places(world)))


@lru_cache(maxsize=WORLDS)
def words(lang: str, world: World) -> Words:
    """The texts of a world in a language: one object for all tables that play it."""
    return Words(lang, world)


class Words:
    def __init__(self, lang: str, world: World, catalogue: Catalogue | None = None) -> None:
        self.lang = lang
        self.world = world
        self.catalogue = catalogue or _catalogue(lang, world.packs, _places(world))
        # A cache in two halves: used since the young half was last full, and used before. When the young half
        # is full, the old one is dropped; what is used often stays.
        self._young: dict[Hashable, Any] = {}
        self._old: dict[Hashable, Any] = {}
        self._passing: dict[Hashable, str] = {}
        self._named: dict[tuple[str, str], Data] = {}
        # Names and receipts by number, so that messages need not repeat them: see `rooms.picture_diff`.
        self.numbers: dict[int, int] = {}
        self.brought: dict[int, tuple[Data, dict[int, Data]]] = {}  # their sent form, with the things inside
        self.first_number = self._next_number = 1
        self.kept: tuple[State, Sequence[str], tuple[Data, list[Data]]] | None = None  # see `picture`

    def __repr__(self) -> str:
        return f"<Words {self.lang} for {self.world.board.id}>"

    def recall(self, key: Hashable, make: Callable[[], Answer]) -> Answer:
        """The value cached under this key, or a new one. No two uses have keys of the same shape."""
        found: Answer | None = self._young.get(key)
        if found is None:
            if len(self._young) >= MEMORY:
                self._forget()
            found = self._old.pop(key, None)
            if found is None:
                found = make()
            self._young[key] = found
        return found

    def _forget(self) -> None:
        """Numbers are never reused, or a viewer would mistake one thing for another."""
        for thing in self._old.values():
            if (number := self.numbers.pop(id(thing), None)) is not None:
                self.brought.pop(number, None)
        self._old, self._young = self._young, {}
        if self._next_number - self.first_number > NUMBERS:
            self._start_anew()

    def _start_anew(self) -> None:
        self._old.clear()
        self.numbers.clear()
        self.brought.clear()
        self.first_number = self._next_number
        for thing in self._named.values():
            self.numbered(thing)

    def numbered(self, thing: Data) -> Data:
        """Give a number to data that will be sent again; the caller caches it with `recall`."""
        self.numbers[id(thing)] = self._next_number
        self._next_number += 1
        return thing

    def __call__(self, key: str, /, **facts: str | int) -> str:
        """A sentence of the server: `words("ask.pick", coins=5)`. A `region` gets its name, too."""
        if isinstance(region := facts.get("region"), int):
            facts["region"] = self.catalogue.place(region)
        return self.recall(("say", key, *facts.items()), lambda: self.catalogue.say(f"server.{key}", **facts))

    # --- things with a name --------------------------------------------------------------------------

    def named(self, kind: str, id: str) -> Data:
        found = self._named.get((kind, id))
        if found is None:
            name, short = self.catalogue.name(kind, id), self.catalogue.short(kind, id)
            found = self._named[kind, id] = {"kind": kind, "id": id, "name": name, "short": short}
            self.numbered(found)
        return found

    def thing(self, thing: Thing) -> Data:
        if thing.race:
            return self.person(self.world.marker_ids[thing.id], self.world.race_index(thing.race))
        return self.named(thing.kind, thing.id)

    def race(self, race: int) -> Data:
        return self.piece(self.world.all_races[race])

    def piece(self, piece: type[Piece]) -> Data:
        return self.named(piece.kind, piece.id)

    def power(self, power: int) -> Data:
        return self.named("power", self.world.power_ids[power])

    def marker(self, marker: int) -> Data:
        return self.named(self.world.marker_kinds[marker], self.world.markers[marker].id)

    def person(self, marker: int, race: int) -> Data:
        """A named person of a race who is a marker, by their own name if there is one."""
        return self.recall(("person", marker, race), lambda: self._person(marker, race))

    def _person(self, marker: int, race: int) -> Data:
        name = self.catalogue.person(self.world.markers[marker].id, self.world.race_ids[race])
        return {**self.marker(marker), "name": capital(name)}

    def combo(self, race: int, power: int = NONE) -> str:
        """`Flying Orcs`; a race without a badge is just the race."""
        return self.recall(("combo", race, power), lambda: self._combo(race, power))

    def _combo(self, race: int, power: int) -> str:
        if power == NONE:
            name: str = self.race(race)["name"]  # with its grammar
            return name
        return self.catalogue.combo(self.world.race_ids[race], self.world.power_ids[power])

    def common(self, kind: str, id: str) -> str:
        """A name as it is written inside a sentence: "mountain"."""
        return self.recall(("common", kind, id), lambda: self.catalogue.common(kind, id))

    def ground(self, region: int) -> str:
        """Terrain and symbols: "mountain, mine, cavern"."""
        return self.recall(("ground", region), lambda: self._ground(region))

    def _ground(self, region: int) -> str:
        place = self.world.board.regions[region]
        signs = [self.common("symbol", sign) for sign in place.symbols]
        return ", ".join([self.common("terrain", place.terrain), *signs])

    def action(self, code: int) -> str:
        """An action in its wire form."""
        return self.recall(("action", code), lambda: action_string(self.world, code))

    # --- numbers and refusals ------------------------------------------------------------------------

    def term(self, term: Term) -> Data:
        return self.recall((term.amount, term.label, term.region, term.kind), lambda: self._term(term))

    def _term(self, term: Term) -> Data:
        return {
            "amount": term.amount,
            "label": self.catalogue.term(term),
            "region": term.region,
            "kind": term.kind,
            "id": term.label if term.kind else "",
        }

    def receipt(self, receipt: Receipt) -> Data:
        """Without the region, which the context shows: so equal receipts are one thing everywhere."""
        sums = [(term.amount, term.label, term.kind, term.steps) for term in receipt.terms]
        return self.recall(("receipt", receipt.total, *sums), lambda: self._receipt(receipt))

    def _receipt(self, receipt: Receipt) -> Data:
        text = self.catalogue.receipt(receipt)
        terms = [self.term(term._replace(region=NONE)) for term in receipt.terms]
        return self.numbered({"total": receipt.total, "text": text, "terms": terms})

    def reason(self, denial: Denial, players: Sequence[str] = ()) -> Data:
        return {
            "rule": denial.rule,
            "sentence": self.catalogue.sentence(denial, players),
            "remedy": self.catalogue.remedy(denial, players),
        }

    def reasons(self, denials: Iterable[Denial], players: Sequence[str] = ()) -> list[Reason]:
        """Refusals in their wire form."""
        return [Reason.model_validate(self.reason(denial, players)) for denial in denials]

    # --- events ----------------------------------------------------------------------------------------

    def event(self, event: Event, players: Sequence[str], listener: int = NONE) -> str:
        if event.kind == "drawn_badge":  # told with the pair, not with its second half
            return self("offer.new", combo=self.combo(event.race, event.power))
        key = (
            event.kind,
            event.region,
            event.race,
            event.power,
            event.marker,
            event.card,
            event.amount,
            players[event.seat] if event.seat != NONE else "",
            event.other
            if event.kind in OTHER_IS_RACE
            else players[event.other]
            if event.other != NONE
            else "",
            listener != NONE and listener == event.seat,
            listener != NONE and listener == event.other,
            event.why,
            players[event.why.chosen_by] if event.why is not None and event.why.chosen_by != NONE else "",
        )
        said = self._passing.get(key)
        if said is None:
            if len(self._passing) >= PASSING:
                self._passing.clear()
            said = self._passing[key] = self.catalogue.event(event, self.world, players, listener)
        return said
