"""Rules in words, generated from the data of a piece: for pieces without texts of their own, in any language.

Each effect, marker and means has a phrase in the tables `says`, `says_marker` and `says_means`; numbers and
regions are filled in.
"""

from __future__ import annotations

from typing import Final, Protocol

from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Marker, Means, Piece
from smallworld.engine.effects import ALWAYS, DECLINED, Effect
from smallworld.engine.words.region_sets import Where, everywhere

from .regions import regions_phrase
from .templates import capital, inside


class Speaker(Protocol):
    """What is needed of a catalogue: phrases by key, and names as written inside a sentence."""

    lang: str

    def phrase(self, table: str, key: str, **facts: object) -> str: ...
    def common(self, kind: str, id: str) -> str: ...


def sentence(piece: type[Piece], speaker: Speaker) -> str:
    """All rules of a piece that needs no code."""
    said = [effect_sentence(effect, speaker) for effect in piece.effects]
    said += [marker_sentence(marker, speaker) for marker in piece.markers]
    said += [means_sentence(means, speaker) for means in piece.means]
    return " ".join(said) or speaker.phrase("says", "plain")


def things_of(pack: Pack) -> dict[tuple[str, str], type[Piece] | Marker | Means]:
    """The things of a pack whose rules can be generated, by kind and id."""
    found: dict[tuple[str, str], type[Piece] | Marker | Means] = {}
    for piece in pack.pieces:
        found[piece.kind, piece.id] = piece
        found |= {("marker", marker.id): marker for marker in piece.markers}
        found |= {("means", means.id): means for means in piece.means}
    return found


def effect_sentence(effect: Effect, speaker: Speaker) -> str:
    key, facts = effect.says()
    where = facts.pop("where", None)
    if where is not None:
        said = _regions(where, speaker)
        facts |= {"where": said, "Where": capital(said)}
    for kind in ("marker", "counter"):
        if kind in facts:
            facts["name"] = speaker.common(kind, facts.pop(kind))
    if "gained" in facts:
        gained = f"gained_{facts.pop('gained')}"
        facts["what"] = speaker.phrase("says", gained, coins=facts.pop("coins"), tokens=facts.pop("tokens"))
    said = speaker.phrase("says", key, **facts)
    if facts.get("most") and key not in _SAYS_MOST:
        said = speaker.phrase("says", "most", said=said, most=facts["most"])
    if effect.life == ALWAYS:
        return speaker.phrase("says", "life_always", said=said)
    if effect.life == DECLINED and effect.says_life():
        return speaker.phrase("says", "life_declined", said=inside(said, speaker.lang))
    return said


def _regions(where: Where, speaker: Speaker) -> str:
    return regions_phrase(where, lambda key, **facts: speaker.phrase("regions", key, **facts), speaker.common)


_SAYS_MOST: Final = ("auxiliaries",)  # phrases that already contain the maximum


# --- parts of a piece -------------------------------------------------------------------------------------

# Yes or no, in the order of the sentences.
_MARKER_FLAGS: Final = ("moves", "must", "returns", "lasts", "shields", "stays", "never_doubled")
_MEANS_FLAGS: Final = ("as_if_empty", "spares", "rolls")


def marker_sentence(marker: Marker, speaker: Speaker) -> str:
    rules: list[str] = []

    def tell(key: str, **facts: object) -> None:
        rules.append(speaker.phrase("says_marker", key, **facts))

    if marker.placed == "redeploy":
        if isinstance(marker.per_turn, Where):
            tell("per_turn_where", where=_regions(marker.per_turn, speaker))
        elif marker.per_turn:
            tell("per_turn", count=marker.per_turn)
        else:
            tell("redeploy")
    if marker.per_region:
        tell("per_region", count=marker.per_region)
    if marker.defence:
        tell("defence", amount=marker.defence)
    if marker.immune:
        tell("immune")
    for flag in _MARKER_FLAGS:
        if getattr(marker, flag):
            tell(flag)
    name = capital(speaker.common("marker", marker.id))
    if not rules:
        tell("plain")
    return speaker.phrase("says_marker", "head", count=marker.count, name=name, rules=_listed(rules, speaker))


def _listed(rules: list[str], speaker: Speaker) -> str:
    return speaker.phrase("says", "between").join(rules)


def means_sentence(means: Means, speaker: Speaker) -> str:
    rules: list[str] = []

    def tell(key: str, **facts: object) -> None:
        rules.append(speaker.phrase("says_means", key, **facts))

    if means.reach is everywhere:
        tell("reach_all")
    elif means.reach is not None:
        tell("reach", where=_regions(means.reach, speaker))
    if means.where is not None and means.where is not everywhere:
        tell("where", where=_regions(means.where, speaker))
    if means.price:
        tell("price", tokens=means.price)
    if means.discount:
        tell("discount", tokens=means.discount)
    if means.replaces:
        tell("replaces_hand" if means.or_from_hand else "replaces")
    for flag in _MEANS_FLAGS:
        if getattr(means, flag):
            tell(flag)
    if means.carries:
        tell("carries", name=speaker.common("marker", means.carries))
    if not means.first_conquest:
        tell("not_first")
    if not rules:
        tell("plain")
    head = "victim" if means.per_victim else "any" if means.unlimited else "once"
    name = capital(speaker.common("means", means.id))
    return speaker.phrase("says_means", f"head_{head}", name=name, rules=_listed(rules, speaker))
