"""Region sets in words: `hill or farmland`, `region with cavern beside water`.

A set is divided into kinds of regions, each written as one noun with its attributes, so that no language
needs brackets. Names bring their articles.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final, NamedTuple

from smallworld.engine.words.region_sets import Where, coast

Say = Callable[..., str]  # a key of the table `regions`, and facts
Name = Callable[[str, str], str]  # kind and id, as inside a sentence

_MOST: Final = 12  # kinds of regions; more make no readable sentence
_SPECIAL: Final = "special"


class Trait(NamedTuple):
    """One property that a kind of regions has or lacks."""

    word: str
    holds: bool
    name: str = ""
    of: tuple[Trait, ...] = ()  # the kind of regions it is beside


Sort = tuple[Trait, ...]  # a kind of regions: all of these hold


def sorts_of(where: Where, holds: bool = True) -> list[Sort]:
    """The kinds of regions a set consists of."""
    word, parts = where.word, list(getattr(where, "parts", ()))
    if repr(where) == repr(coast):
        return [(Trait("coast", holds),)]
    if word == "everywhere":
        return [()] if holds else []
    if word in ("terrain", "symbol"):
        return [(Trait(word, holds, where.names()[0][1]),)]
    if word == "not":
        return sorts_of(parts[0], not holds)
    if word in ("or", "and"):
        sides = [sorts_of(part, holds) for part in parts]
        if (word == "or") == holds:
            return [sort for side in sides for sort in side]
        return [tuple(dict.fromkeys(left + right)) for left, right in product(*sides)]
    if word in ("beside", "beside held"):
        inner = sorts_of(parts[0])
        if holds:
            return [(Trait(word, True, of=sort),) for sort in inner]
        return [tuple(Trait(word, False, of=sort) for sort in inner)]
    return [(Trait(word or _SPECIAL, holds),)]


def regions_phrase(where: Where, say: Say, name: Name) -> str:
    """The set in words, as written inside a sentence."""
    sorts = list(dict.fromkeys(sorts_of(where)))
    if not sorts:
        return say("none")
    if len(sorts) > _MOST:
        return say(_SPECIAL)
    said = [_sort(sort, say, name) for sort in sorts]
    if len(said) == 1:
        return said[0]
    return say("or", first=", ".join(said[:-1]), last=said[-1])


def _sort(sort: Sort, say: Say, name: Name, beside: bool = False) -> str:
    """One noun with its attributes; `beside`: as what another region is beside of."""
    nouns = [trait for trait in sort if trait.holds and trait.word not in ("symbol", "beside", "beside held")]
    noun = next((trait for trait in nouns if trait.word == "terrain"), nouns[0] if nouns else None)
    word = "any" if noun is None else noun.word
    if noun is not None and word == "terrain":
        said: str = name("terrain", noun.name)
        said = say("next_to_terrain", name=said) if beside else said
    else:
        said = say(f"next_to_{word}" if beside else word)
    return " ".join([said, *(_trait(trait, say, name) for trait in sort if trait is not noun)])


def _trait(trait: Trait, say: Say, name: Name) -> str:
    negated = "" if trait.holds else "not_"
    if trait.word in ("beside", "beside held"):
        if trait.word == "beside" and trait.of == (Trait("water", True),):
            return say(f"{negated}beside_water")
        return say(f"{negated}{trait.word.replace(' ', '_')}", it=_sort(trait.of, say, name, beside=True))
    if trait.word == "symbol":
        return say(f"{negated}with", name=name("symbol", trait.name))
    said = name("terrain", trait.name) if trait.word == "terrain" else say(trait.word)
    return say("also" if trait.holds else "other", name=said)
