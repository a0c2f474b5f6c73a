"""Pieces made up by chance: any words of the vocabulary, any numbers it allows, sound or not."""

from __future__ import annotations

import random
import re
from typing import Any

from smallworld.engine import Pack
from smallworld.packs.files import PackFileError, effect_words, pack_from, part_words, region_words
from smallworld.packs.files.words import Field, Word

_NAMES = region_words()
_PLACE = re.compile(r"(race|power)\.(\w+)\.(\w+)\[(\d+)\]")


class Inventor:
    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def pack(self) -> Pack:
        """Two races and two powers; what is at fault is taken out until the rest is sound."""
        data: dict[str, Any] = {
            "id": "invented",
            "race": {"rrr": self.piece("race"), "sss": self.piece("race")},
            "power": {"ppp": self.piece("power"), "qqq": self.piece("power")},
        }
        while True:
            try:
                return pack_from(data)
            except PackFileError as error:
                place = _PLACE.match(error.found[0].path)
                if place is None:
                    raise
                data[place[1]][place[2]][place[3]].pop(int(place[4]))

    def piece(self, kind: str) -> dict[str, Any]:
        chance = self.random
        tokens = chance.choice([1, 5, 20])
        piece: dict[str, Any] = {"tokens": tokens}
        if kind == "race":
            piece["supply"] = chance.choice([tokens, 60, chance.randint(tokens, 60)])
        piece["counters"] = [{"id": self.name("c"), "span": span} for span in ("race", "turn")]
        for shelf, most in (("markers", 2), ("means", 2)):
            word = part_words()[shelf]
            rows = range(chance.randint(0, most))
            piece[shelf] = [{**self.row(word, piece, 0.3), "id": self.name(shelf[:2])} for _ in rows]
        words = chance.choices(list(effect_words().values()), k=chance.randint(0, 5))
        piece["effects"] = [{"kind": word.name, **self.row(word, piece, 0.5)} for word in words]
        return piece

    def row(self, word: Word, piece: dict[str, Any], often: float) -> dict[str, Any]:
        said = [field for field in word.fields if field.required or self.random.random() < often]
        return {field.name: self.value(field, piece) for field in said}

    def value(self, field: Field, piece: dict[str, Any]) -> Any:
        chance = self.random
        if field.kind in ("number", "number or regions") and chance.random() < 0.7:
            return chance.choice([field.low, field.high, chance.randint(field.low, field.high)])
        if field.kind == "number":
            return field.low
        if field.kind == "yes":
            return chance.random() < 0.5
        if field.kind == "choice":
            return chance.choice(field.choices)
        if field.kind in ("regions", "number or regions"):
            return self.regions(field.fixed)
        markers = [row["id"] for row in piece.get("markers", ())]
        if field.kind == "per":
            return chance.choice(["conquest", self.regions(False), *markers])
        if field.kind == "marker":
            return chance.choice(markers or ["none"])
        if field.kind == "counter":
            return chance.choice(piece["counters"])["id"]
        return self.name("n")

    def regions(self, fixed: bool, depth: int = 2) -> str:
        chance = self.random
        if depth and chance.random() < 0.5:
            inner = self.regions(fixed, depth - 1)
            ways = [f"not {inner}", f"beside {inner}"] + ([] if fixed else [f"beside held {inner}"])
            between = chance.choice(["and", "or"])
            return chance.choice([*ways, f"({inner} {between} {self.regions(fixed, depth - 1)})"])
        return str(chance.choice(_NAMES["sets"] + 2 * (_NAMES["terrains"] + _NAMES["symbols"])))

    def name(self, letters: str) -> str:
        self.count += 1
        return f"{letters}_{self.count}"
