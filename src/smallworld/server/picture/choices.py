"""Every legal action as a choice for a person: the label of its button, and its possible outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import State, percent
from smallworld.engine.world.world import NONE
from smallworld.presentation import PIPS_AT_ALL, Choice, Effect, Waste, choices_of, effects, wastes

from .text_cache import Data, Words


def all_choices(s: State, codes: Sequence[int], words: Words, players: Sequence[str]) -> list[Data]:
    """One for each legal action; of placings only the largest for each region (see `count` of a `Choice`)."""
    tried, wasted, known = effects(s, codes), wastes(s, codes), frozenset(codes)
    return [
        shown(one, words, players, tried.get(one.code), wasted.get(one.code))
        for one in choices_of(s, codes)
        if one.kind != "place" or one.code + 64 not in known
    ]


def shown(
    one: Choice,
    words: Words,
    players: Sequence[str],
    effect: Effect | None = None,
    waste: Waste | None = None,
) -> Data:
    if one.kind in ("pick", "gamble", "choose"):  # seldom equal, or contains players' names: not cached
        return _made(one, words, players, effect, waste)
    # All that is shown depends on this: the rest of a choice follows from its code, or is not shown.
    numbers = (one.cost, one.hand, one.short)
    key = ("choice", one.code, one.topic, one.receipt, *numbers, one.spare, effect, waste)
    return words.recall(key, lambda: words.numbered(_made(one, words, players, effect, waste)))


def _made(
    one: Choice, words: Words, players: Sequence[str], effect: Effect | None, waste: Waste | None
) -> Data:
    thing = None if one.thing is None else words.thing(one.thing)
    used = [thing] if thing is not None and one.kind == "use" else []
    return {
        "action": words.action(one.code),
        "kind": one.kind,
        "label": _label(one, words, players),
        "region": one.region,
        "seat": one.seat,
        "slot": one.slot,
        "count": one.tokens,
        "tools": [words.thing(help) for help in one.helps] or used,
        "spare": one.spare,
        "marker": thing if one.kind == "put" else None,
        "cost": None if one.receipt is None else one.cost,
        "receipt": None if one.receipt is None else words.receipt(one.receipt),
        "chance": None if one.odds is None else float(one.odds),
        "either_way": _either_way(one, words),
        "brings": "" if effect is None else _brings(effect, words),
        "waste": "" if waste is None else _wasted(waste, words),
    }


def _label(one: Choice, words: Words, players: Sequence[str]) -> str:
    kind, region = one.kind, one.region
    if kind == "end":
        return words(f"end.{one.topic}")
    if kind == "pick":
        return words("choice.pick", combo=words.combo(one.race, one.power))
    if kind == "choose":
        if one.seat != NONE:
            return players[one.seat]
        if one.slot != NONE:
            return words.combo(one.race, one.power)
        return words("choice.yes") if one.topic == "yes" else words("choice.region", region=region)
    if kind == "put" and one.thing is not None:
        return words("choice.put", marker=words.thing(one.thing)["name"], region=region)
    if tools := one.helps or ((one.thing,) if one.thing is not None else ()):
        return words(
            "choice.roll_means" if kind == "roll" else "choice.means",
            means=words.catalogue.tools(tools),
            region=region,
        )
    return words(f"choice.{kind}", **({} if region == NONE else {"region": region}))


def _either_way(one: Choice, words: Words) -> list[str]:
    """What happens if the die succeeds, and if it fails."""
    if one.kind == "gamble":
        chances = percent(PIPS_AT_ALL), percent(1 - PIPS_AT_ALL)
        return [words("die.cheaper", percent=chances[0]), words("die.zero", percent=chances[1])]
    if one.odds is None:
        return []
    if one.topic == "sure":
        return [words("die.sure", region=one.region)]
    wins, fails = _DIE[one.topic]
    hand: dict[str, int] = {} if one.topic == "goes_on" else {"hand": one.hand}
    faces = words(f"die.from_{one.short}")
    return [
        words(wins, faces=faces, percent=percent(one.odds), region=one.region, **hand),
        words(fails, percent=percent(1 - one.odds), region=one.region),
    ]


_DIE = {
    "goes_on": ("die.cheap", "die.ends"),
    "party": ("die.wins_party", "die.fails_party"),
    "last": ("die.wins", "die.fails"),
}


def _brings(effect: Effect, words: Words) -> str:
    return ", ".join(
        words(f"brings.{key}", amount=abs(change), sign="+" if change > 0 else "−")
        for key, change in zip(effect._fields, effect, strict=True)
        if change
    )


def _wasted(waste: Waste, words: Words) -> str:
    """What it throws away; in the same breath, what this turn would bring."""
    coins, regions, hand, lost = waste[1:]
    return words(f"waste.{waste.kind}", coins=coins, regions=regions, hand=hand, lost=lost)
