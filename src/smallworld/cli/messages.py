"""All messages of the terminal program, in five languages; in plain terminals, in ASCII."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache

from smallworld.engine import Denial, Event, Pack, Receipt, Term, World
from smallworld.lab.worlds import BOTH_PACKS
from smallworld.languages import LANGUAGES
from smallworld.packs import find_packs
from smallworld.texts.catalogue import Catalogue
from smallworld.texts.fault_sentences import fault_in
from smallworld.texts.locale import labelled, parted
from smallworld.texts.names import Name
from smallworld.texts.templates import Place

from .ascii import to_ascii

__all__ = ["Messages", "default_language"]


def default_language() -> str:
    """The language of the system's locale, if there are texts in it."""
    for name in ("SMALLWORLD_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(name, "")[:2].lower()
        if wanted in LANGUAGES:
            return wanted
    return "en"


@cache
def _catalogue(lang: str, packs: tuple[Pack, ...], places: tuple[str, ...]) -> Catalogue:
    """Cached: reading the tables is slow, and typed words are understood in all languages."""
    return Catalogue(lang, packs, places=places)


class Messages:
    """A catalogue whose texts are made printable. `messages("hello")` returns the text `cli.hello`."""

    def __init__(
        self,
        lang: str,
        *,
        plain: bool = False,
        packs: Iterable[Pack] | None = None,
        places: Sequence[str] = (),
    ) -> None:
        self.lang = lang
        self.plain = plain
        self.packs = tuple(packs) if packs is not None else tuple(find_packs().values())
        self.places = tuple(places)
        self.catalogue = _catalogue(lang, self.packs, self.places)

    def in_language(self, lang: str) -> Messages:
        return Messages(lang, plain=self.plain, packs=self.packs, places=self.places)

    def on(self, world: World) -> Messages:
        """The same messages, with the names of this board's regions and the pieces in play."""
        names = [region.name for region in world.board.regions]
        packs = (*self.packs, *(pack for pack in world.packs if pack not in self.packs))
        return Messages(self.lang, plain=self.plain, packs=packs, places=names)

    def place(self, region: int) -> Place:
        return self.catalogue.place(region)

    def clean(self, text: str) -> str:
        if not self.plain:
            return text
        said = to_ascii(text, self.lang)
        return text.renamed(said) if isinstance(text, Name) else said

    def __call__(self, key: str, **facts: str | int) -> str:
        return self.clean(self.catalogue.say(f"cli.{key}", **facts))

    def labelled(self, label: str, text: str) -> str:
        return self.clean(labelled(self.lang, label, text))

    def parted(self, clauses: Sequence[str]) -> str:
        return self.clean(parted(self.lang, clauses))

    def name(self, kind: str, id: str) -> str:
        return self.clean(self.catalogue.name(kind, id))

    def short(self, kind: str, id: str) -> str:
        return self.clean(self.catalogue.short(kind, id))

    def text(self, kind: str, id: str) -> str:
        return self.clean(self.catalogue.text(kind, id))

    def common(self, name: str) -> str:
        """A name as a common noun in a sentence: German nouns keep their capital."""
        return name if self.lang == "de" else name[:1].lower() + name[1:]

    def bare(self, name: str) -> str:
        """A name without its article, where space is short: `Schwert …` says more than `Das Sc…`."""
        first, _, rest = name.partition(" ")
        return rest if rest and self.lang == "de" and first in ("Der", "Die", "Das") else name

    def combo(self, world: World, race: int, power: int) -> str:
        if power < 0:  # a race without a power: declined, or of a party
            return self.race(world, race)
        return self.clean(self.catalogue.combo(world.race_ids[race], world.power_ids[power]))

    def race(self, world: World, race: int) -> str:
        return self.name("neutral" if world.is_native(race) else "race", world.race_ids[race])

    def world(self, packs: Sequence[str]) -> str:
        """The name of a world; the base game's is that of the whole game."""
        if tuple(packs) == BOTH_PACKS:
            return self("world.both")
        below = {
            need for pack in find_packs().values() if pack.id in packs and pack.boards for need in pack.needs
        }
        return " + ".join(
            self("title") if pack == "base" else self.name("pack", pack)
            for pack in packs
            if pack not in below
        )

    def question(self, id: str) -> str:
        return self.name("question", id)

    def term(self, term: Term) -> str:
        return self.clean(self.catalogue.term(term))

    def inside(self, kind: str, id: str) -> str:
        """A name as it is written inside a sentence."""
        return self.clean(self.catalogue.common(kind, id))

    def receipt(self, receipt: Receipt) -> str:
        return self.clean(self.catalogue.receipt(receipt))

    def sentence(self, denial: Denial, players: Sequence[str]) -> str:
        return self.clean(self.catalogue.sentence(denial, players))

    def remedy(self, denial: Denial, players: Sequence[str]) -> str:
        return self.clean(self.catalogue.remedy(denial, players))

    def event(self, event: Event, world: World, players: Sequence[str]) -> str:
        return self.clean(self.catalogue.event(event, world, players))

    def fault(self, said: str) -> str:
        return self.clean(fault_in(self.lang, said))

    def wall(self, reason: str) -> str:
        return self.clean(self.catalogue.wall(reason))
