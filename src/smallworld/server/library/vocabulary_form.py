"""The vocabulary as a form: every word a pack file may use, in the reader's language.

A word without a text is named by its id and explained with the engine's description. So a new word of the
engine is in the workshop at once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from smallworld.engine import SmallWorldError
from smallworld.engine.content.pack import MOST_SUPPLY, MOST_TOKENS
from smallworld.engine.effects import CONQUEST
from smallworld.packs.choosing import land
from smallworld.packs.files import data_only, effect_words, part_words, read_regions, region_words
from smallworld.packs.files.limits import MOST_LETTERS, MOST_OF
from smallworld.packs.files.words import Field, Word
from smallworld.texts import Catalogue
from smallworld.texts.templates import capital

from ..picture.looks import looks_of
from ..picture.world_choices import worlds
from ..wire.base import Named
from ..wire.workshop import FormChoice, FormField, FormPart, FormWord, RegionName, RegionWord, Vocabulary

# In the order in which people look for them; a word without a group comes last.
GROUPS: Final = ("coins", "cost", "defence", "tokens", "reach", "decline")
OTHER: Final = "other"
USUAL: Final = {"tokens": 5, "supply": 10}  # values of a new piece


@lru_cache(maxsize=8)
def vocabulary(lang: str) -> Vocabulary:
    return _Forms(lang).vocabulary()


class _Forms:
    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.packs = land()
        self.texts = Catalogue(lang, self.packs)

    def vocabulary(self) -> Vocabulary:
        words = effect_words()
        return Vocabulary(
            effects=[
                self.word(word, self.say(f"group.{group}", otherwise=group))
                for group in (*GROUPS, OTHER)
                for word in words.values()
                if (word.group or OTHER) == group
            ],
            most_effects=MOST_OF["effects"],
            parts=[
                FormPart(
                    id=id,
                    name=self.say(f"part.{id}.name", otherwise=id),
                    text=self.say(f"part.{id}.text", otherwise=word.says),
                    most=MOST_OF[id],
                    word=self.word(word),
                )
                for id, word in part_words().items()
            ],
            numbers={
                "race": [self.number("tokens", 1, MOST_TOKENS), self.number("supply", 1, MOST_SUPPLY)],
                "power": [self.number("tokens", 0, MOST_TOKENS)],
            },
            names=[*self.sets(), *self.names()],
            before=[
                RegionWord(
                    id=id,
                    name=self.say(f"before.{id.replace(' ', '_')}", otherwise=id),
                    fixed=read_regions(f"{id} everywhere").static,
                )
                for id in region_words()["before"]
            ],
            letters=dict(MOST_LETTERS),
            boards=list({board.id: board for world in worlds(self.lang) for board in world.boards}.values()),
            printed=[
                Named(kind=piece.kind, id=piece.id, name=self.texts.name(piece.kind, piece.id))
                for pack in self.packs
                for pieces in (pack.races.values(), pack.powers.values())
                for piece in data_only(pieces)
            ],
            looks=looks_of(self.packs),
        )

    def say(self, *keys: str, otherwise: str) -> str:
        """The first of these texts that exists; else one made from an id."""
        for key in keys:
            try:
                return self.texts.say(f"server.workshop.{key}")
            except SmallWorldError:
                continue
        return capital(otherwise.replace("_", " "))

    def word(self, word: Word, group: str = "") -> FormWord:
        return FormWord(
            id=word.name,
            name=self.say(f"word.{word.name}.name", otherwise=word.name),
            text=self.say(f"word.{word.name}.text", otherwise=word.says),
            group=group,
            fields=[self.field(word, field) for field in word.fields],
        )

    def field(self, word: Word, field: Field) -> FormField:
        """A field may have its own name in one word."""
        choices = (CONQUEST,) if field.kind == "per" else field.choices
        return FormField(
            id=field.name,
            name=self.say(f"own.{word.name}.{field.name}", f"field.{field.name}", otherwise=field.name),
            kind=field.kind,
            required=field.required,
            default=field.default,
            low=field.low,
            high=field.high,
            choices=[FormChoice(id=id, name=self.value(field.name, id)) for id in choices],
            fixed=field.fixed,
        )

    def value(self, field: str, id: str) -> str:
        """A value may have another meaning in another field."""
        return self.say(f"value_of.{field}.{id}", f"value.{id}", otherwise=id)

    def number(self, id: str, low: int, high: int) -> FormField:
        name, usual = self.say(f"field.{id}", otherwise=id), USUAL[id]
        return FormField(id=id, name=name, kind="number", required=True, default=usual, low=low, high=high)

    def sets(self) -> list[RegionName]:
        """The sets every board has."""
        return [
            RegionName(id=id, kind="set", icon=id, name=self.say(f"set.{id}", otherwise=id), world="")
            for id in region_words()["sets"]
        ]

    def names(self) -> list[RegionName]:
        """Symbols and terrains of each world; a terrain with the name of a symbol is written with its
        kind."""
        found: dict[str, RegionName] = {}
        symbols = {name for pack in self.packs for name in pack.symbols}
        for pack in self.packs:
            world = self.texts.name("pack", pack.id)
            for kind, ids in (("terrain", pack.terrains), ("symbol", pack.symbols)):
                for id in ids:
                    written = f"terrain {id}" if kind == "terrain" and id in symbols else id
                    name = self.texts.name(kind, id)
                    one = RegionName(id=written, kind=kind, icon=id, name=name, world=world)
                    found.setdefault(written, one)
        return list(found.values())
