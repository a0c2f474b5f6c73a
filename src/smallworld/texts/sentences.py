"""Rules in words, written from what a piece is: for pieces whose author has said nothing, in any language.

Each effect, marker and means has a phrase in the tables `says`, `says_marker` and `says_means`; numbers and
regions are filled in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from smallworld.engine.effects import (
    ALWAYS,
    DECLINED,
    AsIfEmpty,
    AttackOnly,
    Auxiliaries,
    Cheaper,
    Coins,
    Defence,
    Doubles,
    Effect,
    Enters,
    Gains,
    Linked,
    Losses,
    Passes,
    Plants,
    Reaches,
    Recruits,
    Settles,
    Toll,
)
from smallworld.engine.pack import Pack
from smallworld.engine.pieces import Marker, Means, Piece
from smallworld.engine.where import Where, everywhere

from .filling import capital, inside
from .regions import regions_phrase


class Speaker(Protocol):
    """What a catalogue lends: phrases by key, and names as they stand inside a sentence."""

    lang: str

    def phrase(self, table: str, key: str, **facts: object) -> str: ...
    def common(self, kind: str, id: str) -> str: ...


def sentence(piece: type[Piece], speaker: Speaker) -> str:
    """All rules of a piece that is data alone."""
    said = [effect_sentence(effect, speaker) for effect in piece.effects]
    said += [marker_sentence(marker, speaker) for marker in piece.markers]
    said += [means_sentence(means, speaker) for means in piece.means]
    return " ".join(said) or speaker.phrase("says", "plain")


def things_of(pack: Pack) -> dict[tuple[str, str], type[Piece] | Marker | Means]:
    """What of a pack can be told, by kind and id."""
    found: dict[tuple[str, str], type[Piece] | Marker | Means] = {}
    for piece in pack.pieces:
        found[piece.kind, piece.id] = piece
        found |= {("marker", marker.id): marker for marker in piece.markers}
        found |= {("means", means.id): means for means in piece.means}
    return found


def effect_sentence(effect: Effect, speaker: Speaker) -> str:
    key, facts = _KEYS[type(effect)](effect) if type(effect) in _KEYS else (getattr(effect, "flag", ""), {})
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
    # A flag that is about decline says so itself.
    if effect.life == ALWAYS:
        return speaker.phrase("says", "life_always", said=said)
    if effect.life == DECLINED and type(effect) in _KEYS:
        return speaker.phrase("says", "life_declined", said=inside(said, speaker.lang))
    return said


def _regions(where: Where, speaker: Speaker) -> str:
    return regions_phrase(where, lambda key, **facts: speaker.phrase("regions", key, **facts), speaker.common)


Facts = dict[str, Any]
Key = tuple[str, Facts]


def _placed(key: str, where: Where, **facts: Any) -> Key:
    """A phrase for all regions, or one for some of them."""
    return (f"{key}_all", facts) if where is everywhere else (key, {"where": where, **facts})


def _cheaper(effect: Any) -> Key:
    return _placed("cheaper" if effect.amount >= 0 else "dearer", effect.where, amount=abs(effect.amount))


def _enters(effect: Any) -> Key:
    return ("enters_only", {"where": effect.where}) if effect.only else _placed("enters", effect.where)


def _recruits(effect: Any) -> Key:
    if effect.per_conquests:
        return "recruits_conquests", {"tokens": effect.tokens, "every": effect.per_conquests}
    if effect.per is None:
        return "recruits", {"tokens": effect.tokens}
    return _placed("recruits_where", effect.per, tokens=effect.tokens)


def _loses(effect: Any) -> Key:
    return ("loses", {"tokens": effect.tokens}) if effect.tokens else ("loses_none", {})


def _coins(effect: Any) -> Key:
    amount = {"amount": effect.amount}
    if effect.once:
        return "coins_once", amount
    if effect.per is None:
        return "coins", amount
    if effect.per == "conquest":
        return "coins_conquest", amount
    if isinstance(effect.per, str):
        return "coins_marker", {"marker": effect.per, **amount}
    if effect.every > 1:
        return "coins_groups", {"where": effect.per, "every": effect.every, **amount}
    return _placed("coins_where", effect.per, **amount)


def _gains(effect: Any) -> Key:
    gained = "both" if effect.coins and effect.tokens else "coins" if effect.coins else "tokens"
    facts = {"coins": effect.coins, "tokens": effect.tokens, "most": effect.most, "gained": gained}
    if effect.where is everywhere:
        return f"gains_{effect.on}", facts
    return f"gains_{effect.on}_where", {"where": effect.where, **facts}


def _plants(effect: Any) -> Key:
    return _placed("plants", effect.where, marker=effect.marker, most=effect.most)


_KEYS: Final[dict[type[Effect], Callable[[Any], Key]]] = {
    Cheaper: _cheaper,
    AsIfEmpty: lambda effect: _placed("as_if_empty", effect.where),
    Defence: lambda effect: ("defence", {"amount": effect.amount, "marker": effect.name}),
    Toll: lambda effect: ("toll", {"coins": effect.coins}),
    Reaches: lambda effect: _placed("reaches", effect.where),
    Linked: lambda effect: ("linked_to" if effect.from_anywhere else "linked", {"where": effect.where}),
    Passes: lambda effect: ("passes", {"where": effect.where}),
    Enters: _enters,
    Settles: lambda effect: ("settles", {"where": effect.where}),
    AttackOnly: lambda effect: ("attack_only", {"tokens": effect.tokens}),
    Auxiliaries: lambda effect: (
        "auxiliaries",
        {"where": effect.per, "most": effect.most, "counter": effect.owned},
    ),
    Recruits: _recruits,
    Losses: _loses,
    Coins: _coins,
    Doubles: lambda effect: _placed("doubles", effect.where),
    Gains: _gains,
    Plants: _plants,
}


_SAYS_MOST: Final = ("auxiliaries",)  # what tells itself how many there can be


# --- what a piece brings ----------------------------------------------------------------------------------

# Yes or no, in the order in which it is told.
_MARKER_FLAGS: Final = ("moves", "returns", "lasts", "shields", "stays", "never_doubled")
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
