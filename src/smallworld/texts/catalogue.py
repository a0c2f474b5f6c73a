"""A catalogue turns the ids and numbers of engine and packs into texts of one language.

Texts are looked up in the language, then in English; names of homebrew pieces fall back to their docstrings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Marker, Means, Piece
from smallworld.engine.errors import SmallWorldError, choices
from smallworld.engine.events import Event, Stage, Why
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.verbs.denials import Denial
from smallworld.engine.verbs.receipt_types import Receipt, Term
from smallworld.engine.world.world import NONE, World
from smallworld.languages import LANGUAGES
from smallworld.presentation import Thing, decided

from .locale import MINUS, parted
from .names import Name, name_of, person_name
from .rule_sentences import marker_sentence, means_sentence, sentence, things_of
from .sources import CLIENTS, OWN, Tables, engine_english, find, inventory, over, read
from .templates import Filler, Place, capital, inside, parts, placeholders, with_places

__all__ = ["Catalogue"]

KINDS: Final = (
    "race",
    "power",
    "neutral",
    "relic",
    "place",
    "card",
    "rule",
    "marker",
    "means",
    "use",
    "counter",
    "terrain",
    "symbol",
    "deck",
    "board",
    "pack",
    "question",
    "option",
    "aim",
)
# An id may belong to several kinds (a power and a terrain called forest): the first of these counts.
_PIECES: Final = KINDS[: KINDS.index("terrain") + 1]
# Names that keep their capital inside a sentence.
_PROPER: Final = ("race", "power", "neutral", "relic", "place")

# The facts of a denial that are ids and not numbers.
_NAMED_FACTS: Final = {
    "terrain": ("terrain",),
    "marker": ("relic", "place", "marker"),
    "wanted": ("relic", "place", "marker"),
    "means": ("means", "use"),
    "use": ("use",),
    "race": ("race", "neutral"),
}
_LISTS: Final = ("neighbours", "entries", "regions", "options")
_REGIONS: Final = ("neighbours", "entries", "regions")
_FEW: Final = 6
# Events whose `other` is a race, not a seat.
OTHER_IS_RACE: Final = ("reborn",)

# Tables that replace the sentences of `event` for some readers.
_EVENT_TABLES: Final = ("hidden", "free", "you_free", "you", "to_you", "party", "by_party")

_HIDDEN: Final = "?"


class Catalogue:
    """`extra` names packages with further tables for `say`, one TOML file for each language.

    `places` are the names of a board's regions in order; sentences about a region then use its name too.
    """

    def __init__(
        self,
        lang: str,
        packs: Iterable[Pack] = (),
        extra: Sequence[str] = CLIENTS,
        places: Sequence[str] = (),
    ) -> None:
        if lang not in LANGUAGES:
            raise SmallWorldError(choices("language", lang, LANGUAGES))
        packs = tuple(packs)
        self.lang = lang
        self._places = [Place(region, name) for region, name in enumerate(places)]
        self._filler = Filler(lang)
        self._english_filler = Filler("en")
        self._mine = _merged(lang, (OWN, *extra), {})
        self._english = _merged("en", (OWN, *extra), engine_english())
        homes = [pack.texts for pack in packs if pack.texts]
        self._pieces = (_merged(lang, homes, {}), _merged("en", homes, {}))
        self._known: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
        self._event_tables = {voice: self._english.get(voice, {}).keys() for voice in _EVENT_TABLES}
        # A cache: the same few names are used again and again.
        self._names: dict[tuple[str, str], Name] = {}
        self._lines: dict[tuple[str, str], tuple[str, Filler, list[str]]] = {}
        self._messages: dict[str, tuple[str, Filler]] = {}  # found by `say`
        self._files: dict[tuple[str, str], type[Piece] | Marker | Means] = {}
        self._only: set[str] = set()  # markers of which there is just one
        for pack in packs:
            if pack.source:
                self._files |= things_of(pack)
            self._only |= {mark.id for piece in pack.pieces for mark in piece.markers if mark.count == 1}
            for kind, docs in inventory(pack).items():
                self._known[kind] = docs | self._known[kind]

    def __repr__(self) -> str:
        return f"<Catalogue {self.lang}>"

    def place(self, region: int) -> Place:
        """A region as shown to people."""
        return self._places[region] if 0 <= region < len(self._places) else Place(region)

    # --- names and rules of pieces -------------------------------------------------------------------

    def name(self, kind: str, id: str) -> Name:
        """The name of a thing, with its grammar; for a question, its text."""
        found = self._names.get((kind, id))
        if found is None:
            found = self._name(kind, id)
            if id in self._known[kind]:  # unknown ids are not cached
                self._names[kind, id] = found
        return found

    def _name(self, kind: str, id: str) -> Name:
        if kind == "question":
            said = self._of_piece(kind, id, "ask") or self._doc(kind, id) or _titled(id)
            return name_of(kind, said, self.lang)
        mine = self._of_piece(kind, id, "name", tables=self._pieces[:1])
        if not mine:
            return name_of(kind, self._of_piece(kind, id, "name") or _titled(id), self.lang)
        thing = self._pieces[0][kind][id]
        only = kind == "marker" and id in self._only
        return name_of(kind, mine, self.lang, thing.get("grammar"), thing.get("forms"), only)

    def short(self, kind: str, id: str) -> str:
        """One line on what it does; may be empty."""
        return self._piece_text(kind, id, "short", "text").partition("\n")[0]

    def text(self, kind: str, id: str) -> str:
        """All its rules; may be empty."""
        return self._piece_text(kind, id, "text", "short")

    def _piece_text(self, kind: str, id: str, *fields: str) -> str:
        """In the reader's language, if need be generated; otherwise in English, otherwise the docstring."""
        mine = self._of_piece(kind, id, *fields, tables=self._pieces[:1])
        return mine or self.written(kind, id) or self._of_piece(kind, id, *fields) or self._doc(kind, id)

    def written(self, kind: str, id: str) -> str:
        """Generated rules of a piece that came as a file, or of one of its parts."""
        thing = self._files.get((kind, id))
        if isinstance(thing, Marker):
            return marker_sentence(thing, self)
        if isinstance(thing, Means):
            return means_sentence(thing, self)
        return sentence(thing, self) if thing is not None else ""

    def phrase(self, table: str, key: str, **facts: object) -> str:
        return self._fill((table, key), **facts)

    def common(self, kind: str, id: str) -> Name:
        """A name as it is written inside a sentence."""
        return self._inside(kind, id)

    def about(self, kind: str, id: str) -> str:
        """What the texts add to its name; empty if nothing, even if there is a docstring."""
        return self._of_piece(kind, id, "text")

    def option_value(self, option: str, value: str) -> str:
        """The name of a value of a table option: `no`."""
        return self._of_piece("option", option, value) or _titled(value)

    def pack_text(self, *path: str, **facts: object) -> str:
        """Other texts of the packs: `told("stage", "march", "title")`."""
        for tables, filler in zip(self._pieces, (self._filler, self._english_filler), strict=True):
            if text := find(tables, *path):
                return _filled(text, filler, facts)
        return _titled(path[-1])

    def combo(self, race: str, power: str) -> Name:
        """`Flying Orcs`; a race without a power is just the race."""
        if not power:
            return self.piece(race)
        people, badge = self.name("race", race), self.name("power", power)
        said = badge.forms.get("feminine", badge) if people.grammar.startswith("f") else badge
        return Name(self._fill(("combo", "both"), race=people, power=said), self.lang, people.grammar)

    def tools(self, tools: Sequence[Thing]) -> str:
        """What a region is taken or changed with. Their names are labels, not words of a sentence: "With the
        doormat + Crystal roll"."""
        return " + ".join(self.name(tool.kind, tool.id) for tool in tools)

    def piece(self, id: str) -> Name:
        """The name of the thing with this id, of any kind."""
        return self.name(self._kind_of(id), id)

    def person(self, marker: str, race: str) -> Name:
        """A marker that is a person of a race: by the person's own name, if a pack gives one."""
        for tables in self._pieces:
            if own := find(tables, "marker", marker, "of", race):
                woman = race in (find(tables, "marker", marker, "women") or "").split()
                pattern = find(tables, "marker", marker, "named_f" if woman else "named")
                said = pattern.format(name=own) if pattern else own
                return person_name(said, self.lang, woman)
        return self._inside("marker", marker)

    def _of_piece(self, kind: str, id: str, *fields: str, tables: Sequence[Tables] = ()) -> str:
        if kind not in KINDS:
            raise SmallWorldError(choices("kind", kind, KINDS))
        for shelf in tables or self._pieces:
            for field in fields:
                if text := find(shelf, kind, id, field):
                    return text
        return ""

    def knows(self, kind: str, id: str) -> bool:
        """Whether one of its packs has such a thing."""
        return id in self._known[kind]

    def _doc(self, kind: str, id: str) -> str:
        return self._known[kind].get(id, "")

    def _kind_of(self, id: str, kinds: Sequence[str] = _PIECES) -> str:
        return next((kind for kind in kinds if id in self._known[kind]), kinds[-1])

    def _inside(self, kind: str, id: str) -> Name:
        """A name as it is written inside a sentence."""
        name = self.name(kind, id)
        return name if kind in _PROPER else name.renamed(inside(name, self.lang))

    # --- receipts ------------------------------------------------------------------------------------

    def term(self, term: Term, amount: int = 2) -> str:
        """The name of a summand: a thing of some kind, or a word of the rules. `Harbours: 1 + 2 + 3`"""
        if not term.kind:
            return self._fill(("term", term.label), n=amount)
        name = self._inside(term.kind, term.label)
        return f"{name}: {' + '.join(map(str, term.steps))}" if len(term.steps) > 1 else name

    def receipt(self, receipt: Receipt) -> str:
        """`4 = 2 (base cost) + 1 (mountain) + 2 (Ghouls) − 1 (Commando)`; a single term: `2 (base cost)`"""
        parts = [] if len(receipt.terms) == 1 else [_number(receipt.total)]
        for place, term in enumerate(receipt.terms):
            amount = abs(term.amount)
            sign = f"{MINUS} " if term.amount < 0 else "+ "
            if place == 0:
                sign = f"{'= ' if parts else ''}{MINUS if term.amount < 0 else ''}"
            parts.append(f"{sign}{amount} ({self.term(term, amount)})")
        return " ".join(parts)

    # --- refusals ------------------------------------------------------------------------------------

    def sentence(self, denial: Denial, players: Sequence[str] = ()) -> str:
        """What is wrong."""
        return self._of_rule(denial, "sentence", denial.words[0], players)

    def remedy(self, denial: Denial, players: Sequence[str] = ()) -> str:
        """What would make it legal."""
        if denial.advice:
            return self._fill(("advice", denial.advice), **self._facts(denial, players))
        return self._of_rule(denial, "remedy", denial.words[1], players)

    def _of_rule(self, denial: Denial, field: str, own: str, players: Sequence[str]) -> str:
        """A rule of the engine; or one of a piece, with its own English if its pack has no other text."""
        facts = self._facts(denial, players)
        if not denial.words[0]:
            return self._fill(("rule", denial.rule, field), **facts)
        for tables, filler in zip(self._pieces, (self._filler, self._english_filler), strict=True):
            if text := find(tables, "rule", denial.rule, field):
                return _filled(text, filler, facts)
        return _filled(with_places(own), self._english_filler, facts)

    def _facts(self, denial: Denial, players: Sequence[str]) -> dict[str, object]:
        facts: dict[str, object] = dict(denial.facts)
        for key, value in denial.facts.items():
            if key == "region" and isinstance(value, int):
                facts[key] = self.place(value)
            if not isinstance(value, str):
                continue
            if key == "seat":
                facts[key] = _player(SEATS.index(value), players)
            elif key == "asked":
                facts[key] = inside(self.step(value).rstrip("."), self.lang)
            elif key in _NAMED_FACTS:
                kinds = _NAMED_FACTS[key]
                names = [self._inside(self._kind_of(id, kinds), id) for id in value.split(", ")]
                facts[key] = names[0] if len(names) == 1 else ", ".join(names)
            elif key in _LISTS and value == "none":
                facts[key] = self._fill(("word", "none"))
            elif key in _REGIONS:
                facts[key] = self._listed(value)
        return facts

    def _listed(self, regions: str) -> str:
        """Some regions by name and number; many only by number, to save space."""
        numbers = regions.split(", ")
        if len(numbers) > _FEW or not all(number.isdigit() for number in numbers):
            return regions
        return ", ".join(str(self.place(int(number))) for number in numbers)

    # --- events and questions ------------------------------------------------------------------------

    def event(self, event: Event, world: World, players: Sequence[str] = (), listener: int = NONE) -> str:
        """One line, without what the listener may not know; a listening seat is addressed as "you"."""
        other = NONE if event.kind in OTHER_IS_RACE else event.other
        path = (self._table_for(event, other, listener, world.players), event.kind)
        said = self._lines.get(path)
        if said is None:
            text, filler = self._text(path)
            said = self._lines[path] = text, filler, sorted(placeholders(text))
        text, filler, wanted = said
        return _filled(text, filler, {name: self._event_fact(event, name, world, players) for name in wanted})

    def _event_fact(self, event: Event, fact: str, world: World, players: Sequence[str]) -> object:
        """One fact of an event, computed on demand: most sentences need few."""
        race, power = event.race, event.power
        if fact == "seat":
            return _player(event.seat, players)
        if fact == "region":
            return self.place(event.region)
        if fact == "amount":
            return event.amount if event.amount != NONE else _HIDDEN
        if fact == "other":
            return _player(NONE if event.kind in OTHER_IS_RACE else event.other, players)
        if fact == "race":
            kind = "neutral" if race != NONE and world.is_native(race) else "race"
            return self.name(kind, world.race_ids[race]) if race != NONE else _HIDDEN
        if fact == "power":
            return self.name("power", world.power_ids[power]) if power != NONE else _HIDDEN
        if fact == "combo":
            badge = world.power_ids[power] if power != NONE else ""
            return self.combo(world.race_ids[race], badge) if race != NONE else _HIDDEN
        if fact == "marker":
            return self._marker_of(event, world) if event.marker != NONE else ""
        if fact == "card":
            return self._inside("card", world.row_cards[event.card].id) if event.card != NONE else _HIDDEN
        if fact == "helper":
            return self._helper(world, race, power) if race != NONE else ""
        if fact == "why":
            return self.why(event.why, players) if event.why is not None else ""
        raise KeyError(fact)

    def _table_for(self, event: Event, other: int, listener: int, players: int) -> str:
        """The table with the sentence: to the seat that acts or is affected, or about a party or others."""
        kind, seat, known = event.kind, event.seat, self._event_tables
        if event.amount == NONE and kind in known["hidden"]:
            return "hidden"
        if event.amount == 0 and kind in known["free"]:
            return "you_free" if seat == listener else "free"
        if seat == listener != NONE and kind in known["you"]:
            return "you"
        if other == listener != NONE and kind in known["to_you"]:
            return "to_you"
        if seat >= players and kind in known["party"]:
            return "party"
        return "by_party" if other >= players and kind in known["by_party"] else "event"

    def _helper(self, world: World, race: int, power: int) -> str:
        """What fights beside the tokens of a race."""
        helpers = None if world.is_native(race) else world.combo(race, power).auxiliaries
        return "" if helpers is None else self._inside("counter", helpers.owned)

    def why(self, why: Why, players: Sequence[str] = ()) -> str:
        """Why a party chose a region: the stages of its order that decided, then who broke the tie."""
        pack_text = [self.stage(stage) for stage, counted in decided(why) if counted]
        if why.way >= 0:
            pack_text.append(self._fill(("why", "way"), way=self.place(why.way)))
        if why.chosen_by >= 0:
            pack_text.append(self._fill(("why", "chosen"), seat=_player(why.chosen_by, players)))
        if why.rolls:
            pack_text.append(self._fill(("why", "rolls")))
        return parted(self.lang, pack_text)

    def stage(self, stage: Stage) -> str:
        """One stage of a party's order, as a part of a sentence."""
        id, facts = stage.rule, {"best": abs(stage.best)}
        for tables, filler in zip(self._pieces, (self._filler, self._english_filler), strict=True):
            if text := find(tables, "aim", id, "told"):
                return filler.fill(text, facts)
        return _titled(id).lower()

    def _marker_of(self, event: Event, world: World) -> str:
        marker = world.markers[event.marker]
        if marker.token and event.race != NONE:
            return self.person(marker.id, world.race_ids[event.race])
        return self._inside(world.marker_kinds[event.marker], marker.id)

    def step(self, step: str) -> str:
        """The question of a step."""
        return self._fill(("step", step))

    def wall(self, reason: str) -> str:
        """Why undo stops here."""
        return self._fill(("wall", reason))

    def say(self, key: str, /, **facts: object) -> str:
        """Any other message, by table and key: `say("cli.welcome", name="Ada")`.

        A client without its own text uses the common one: for `cli.ask.pick`, `ask.pick`.
        """
        found = self._messages.get(key)
        if found is None:
            path = tuple(key.split("."))
            if find(self._english, *path) is None and find(self._english, *path[1:]) is not None:
                path = path[1:]
            found = self._messages[key] = self._text(path)
        return _filled(*found, facts)

    def says(self, key: str) -> bool:
        """Whether there is such a message."""
        return find(self._english, *key.split(".")) is not None

    def _fill(self, path: tuple[str, ...], /, **facts: object) -> str:
        text, filler = self._text(path)
        return _filled(text, filler, facts)

    def _text(self, path: tuple[str, ...]) -> tuple[str, Filler]:
        """The sentence, in this language or else in English, and its fill function."""
        mine = find(self._mine, *path)
        text = mine if mine is not None else find(self._english, *path)
        if text is None:
            raise SmallWorldError(f"there is no text {'.'.join(path)!r}")
        return text, self._filler if mine is not None else self._english_filler


def _merged(lang: str, packages: Sequence[str | Mapping[str, Tables]], base: Tables) -> Tables:
    """The tables of several packages; where two have the same key, the earlier package counts."""
    tables: Tables = {}
    for package in packages:
        tables = over(read(package, lang) or {}, tables)
    return over(base, tables)


def _filled(text: str, filler: Filler, facts: dict[str, object]) -> str:
    first = parts(text)[0] if text else None
    if first is not None and first.name in _NAMED_FACTS and not first.before and not first.spec:
        fact = facts[first.name]  # it begins the sentence after all
        facts[first.name] = fact.capital if isinstance(fact, Name) else capital(str(fact))
    return filler.fill(text, facts)


def _titled(id: str) -> str:
    return " ".join(capital(word) for word in id.split("_"))


def _number(number: int) -> str:
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def _player(seat: int, players: Sequence[str]) -> str:
    if seat < 0:
        return _HIDDEN
    return players[seat] if seat < len(players) else SEATS[seat]
