"""Random homebrew: pieces made of any words of the vocabulary with any allowed numbers, and worlds with them.

The same seed makes the same pieces. Everything a file may contain can occur here, however odd.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from smallworld.engine import Pack, PackError, World
from smallworld.engine.notation.strings import WorldKey
from smallworld.engine.world.opening_column import OPENING
from smallworld.packs import world_from_key
from smallworld.packs.files import PackFileError, effect_words, pack_from, part_words, region_words
from smallworld.packs.files.words import Field, Word

PIECES: Final = 3  # races, and as many powers, in a random pack
FEW: Final = 12  # races and powers left in a world where homebrew meets homebrew
_PLACE: Final = re.compile(r"(race|power)\.(\w+)\.(\w+)(?:\[(\d+)\])?")


def random_pack(seed: str) -> Pack:
    """A pack of a few races and powers, as if read from a file."""
    return _PackMaker(seed).pack()


def random_world(key: WorldKey, seed: str) -> World:
    """The world of this key with a random pack added.

    One of the new combos is on top of the column. In every second world most of the other races and powers
    are left out, so that new pieces meet each other.
    """
    pack = random_pack(seed)
    chance = random.Random(f"{seed}/world")
    few = chance.random() < 0.5
    with_pack = replace(
        key, packs=(*key.packs, (pack.id, pack.version)), sources=(*key.sources, (pack.id, pack.source))
    )
    whole = world_from_key(with_pack)
    races = [race for race in pack.races if race in whole.race_ids]
    powers = [power for power in pack.powers if power in whole.power_ids]
    if few:
        with_pack = replace(
            with_pack,
            races=_some(races, whole.race_ids[: len(whole.races)], chance),
            powers=_some(powers, whole.power_ids, chance),
        )
    first = {name: ids[0] for name, ids in zip(OPENING, (races, powers), strict=True) if ids}
    for options in ({**dict(key.options), **first}, dict(key.options)):
        try:
            return world_from_key(replace(with_pack, options=tuple(sorted(options.items()))))
        except PackError:  # the combo on top would be left out there, or too few are left
            continue
    return whole


def _some(wanted: Sequence[str], known: Sequence[str], chance: random.Random) -> tuple[str, ...]:
    """The wanted ones and a few of the others."""
    others = [name for name in known if name not in wanted]
    return tuple(sorted([*wanted, *chance.sample(others, min(len(others), FEW - len(wanted)))]))


class _PackMaker:
    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def pack(self) -> Pack:
        """Faulty parts are removed until the rest is valid."""
        data: dict[str, Any] = {
            "id": "invented",
            "race": {f"race_{number}": self.piece("race") for number in range(PIECES)},
            "power": {f"power_{number}": self.piece("power") for number in range(PIECES)},
        }
        while True:
            try:
                return pack_from(data)
            except PackFileError as error:
                place = _PLACE.match(error.found[0].path)
                if place is None:
                    raise
                rows = data[place[1]][place[2]][place[3]]
                rows.pop(int(place[4] or -1))

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
        names = region_words()
        return str(chance.choice(names["sets"] + 2 * (names["terrains"] + names["symbols"])))

    def name(self, letters: str) -> str:
        self.count += 1
        return f"{letters}_{self.count}"
