"""Words for one reader: names, receipts, reasons and sentences in the reader's language, in wire form.

Everything here is plain data with the keys of the models in `wire`, made once and shared: a picture is mostly
things that were said before. Whoever gets such data must not change it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from smallworld.engine import Denial, Event, Receipt, State, Term, World, action_string
from smallworld.engine.pack import Pack
from smallworld.engine.pieces import Piece
from smallworld.engine.world import NONE
from smallworld.texts.catalogue import OTHER_IS_RACE, Catalogue
from smallworld.texts.filling import capital, inside

from ..wire.base import Reason

Data = dict[str, Any]
Answer = TypeVar("Answer")

MEMORY: Final = 8_000  # things in each of the two halves of a memory
PASSING: Final = 400  # sentences about what happened just now
NUMBERS: Final = 40_000  # given before everything starts anew: readers have a bit for each
WORLDS: Final = 48  # in one language each; tables with pieces of their own choice have worlds of their own


@lru_cache(maxsize=64)
def _catalogue(lang: str, packs: tuple[Pack, ...], places: tuple[str, ...]) -> Catalogue:
    return Catalogue(lang, packs, places=places)


def _places(world: World) -> tuple[str, ...]:
    return tuple(region.name for region in world.board.regions)


def passing_words(lang: str, world: World) -> Words:
    """For a world that is thrown away again: nothing of it is remembered anywhere."""
    return Words(lang, world, Catalogue(lang, world.packs, places=_places(world)))


@lru_cache(maxsize=WORLDS)
def words(lang: str, world: World) -> Words:
    """The words of a language for a world: one object for all tables that play it."""
    return Words(lang, world)


class Words:
    def __init__(self, lang: str, world: World, catalogue: Catalogue | None = None) -> None:
        self.lang = lang
        self.world = world
        self.catalogue = catalogue or _catalogue(lang, world.packs, _places(world))
        # What was used since the younger half was last full, and what was used before: what nobody asked for
        # in between is forgotten, and what is said again and again stays.
        self._young: dict[Hashable, Any] = {}
        self._old: dict[Hashable, Any] = {}
        self._passing: dict[Hashable, str] = {}
        self._named: dict[tuple[str, str], Data] = {}
        # Names and receipts by number, so that a message need not repeat them: see `rooms.changes`.
        self.numbers: dict[int, int] = {}
        self.brought: dict[
            int, tuple[Data, dict[int, Data]]
        ] = {}  # as a message brings them, with what is inside
        self.first_number = self._next_number = 1
        self.kept: tuple[State, Sequence[str], tuple[Data, list[Data]]] | None = None  # see `picture`

    def __repr__(self) -> str:
        return f"<Words {self.lang} for {self.world.board.id}>"

    def recall(self, key: Hashable, make: Callable[[], Answer]) -> Answer:
        """What was made under this key before, or made now. No two uses have keys of one shape."""
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
        """Numbers are never given twice, or a reader would take one thing for another."""
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
        """Something that will be said again: whoever makes it keeps it with `recall`."""
        self.numbers[id(thing)] = self._next_number
        self._next_number += 1
        return thing

    def __call__(self, key: str, /, **facts: str | int) -> str:
        """A sentence of the server: `words("ask.pick", coins=5)`. A `region` is told by its name, too."""
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

    def race(self, race: int) -> Data:
        return self.piece(self.world.all_races[race])

    def piece(self, piece: type[Piece]) -> Data:
        return self.named(piece.kind, piece.id)

    def power(self, power: int) -> Data:
        return self.named("power", self.world.power_ids[power])

    def marker(self, marker: int) -> Data:
        return self.lying(self.world.markers[marker].id)

    def lying(self, id: str) -> Data:
        """Whatever lies in a region, by the name of the relic or place that it stands for."""
        return self.named(*self.catalogue.marker(id))

    def person(self, marker: int, race: int) -> Data:
        """Somebody of a race who is a marker himself, by his own name if he has one."""
        return self.recall(("person", marker, race), lambda: self._person(marker, race))

    def _person(self, marker: int, race: int) -> Data:
        name = self.catalogue.person(self.world.markers[marker].id, self.world.race_ids[race])
        return {**self.marker(marker), "name": capital(name)}

    def means(self, means: int) -> Data:
        return self.named("means", self.world.means[means].id)

    def combo(self, race: int, power: int = NONE) -> str:
        """`Flying Orcs`; a race without a badge is just the race."""
        return self.recall(("combo", race, power), lambda: self._combo(race, power))

    def _combo(self, race: int, power: int) -> str:
        if power == NONE:
            return str(self.race(race)["name"])
        return self.catalogue.combo(self.world.race_ids[race], self.world.power_ids[power])

    def common(self, kind: str, id: str) -> str:
        """A name as it stands inside a sentence: "mountain"."""
        return self.recall(("common", kind, id), lambda: inside(str(self.named(kind, id)["name"]), self.lang))

    def ground(self, region: int) -> str:
        """Terrain and symbols: "mountain, mine, cavern"."""
        return self.recall(("ground", region), lambda: self._ground(region))

    def _ground(self, region: int) -> str:
        place = self.world.board.regions[region]
        signs = [self.common("symbol", sign) for sign in place.symbols]
        return ", ".join([self.common("terrain", place.terrain), *signs])

    def action(self, code: int) -> str:
        """An action as a message carries it."""
        return self.recall(("action", code), lambda: action_string(self.world, code))

    # --- numbers and refusals ------------------------------------------------------------------------

    def term(self, term: Term) -> Data:
        return self.recall((term.amount, term.label, term.region), lambda: self._term(term))

    def _term(self, term: Term) -> Data:
        kind = self.catalogue.kind_of(term.label)
        return {
            "amount": term.amount,
            "label": self.catalogue.term(term.label),
            "region": term.region,
            "kind": kind,
            "id": term.label if kind else "",
        }

    def receipt(self, receipt: Receipt) -> Data:
        """Without the region, which whoever shows a sum knows: the same sum is one thing everywhere."""
        sums = [(term.amount, term.label) for term in receipt.terms]
        return self.recall(("receipt", receipt.total, *sums), lambda: self._receipt(receipt))

    def _receipt(self, receipt: Receipt) -> Data:
        text = self.catalogue.receipt(receipt)
        terms = [self.term(Term(term.amount, term.label)) for term in receipt.terms]
        return self.numbered({"total": receipt.total, "text": text, "terms": terms})

    def reason(self, denial: Denial, players: Sequence[str] = ()) -> Data:
        return {
            "rule": denial.rule,
            "sentence": self.catalogue.sentence(denial, players),
            "remedy": self.catalogue.remedy(denial, players),
        }

    def reasons(self, denials: Iterable[Denial], players: Sequence[str] = ()) -> list[Reason]:
        """Refusals as a message carries them."""
        return [Reason.model_validate(self.reason(denial, players)) for denial in denials]

    # --- what happened ---------------------------------------------------------------------------------

    def event(self, event: Event, players: Sequence[str], listener: int = NONE) -> str:
        if event.kind == "drawn_badge":  # said of the pair, not of its second half
            return self("event.new_combo", combo=self.combo(event.race, event.power))
        key = (
            event.kind,
            event.region,
            event.race,
            event.power,
            event.marker,
            event.means,
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
