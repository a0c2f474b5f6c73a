"""Every legal action as something a person can choose: words for a button, cost, receipt, chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from smallworld.engine import State, asked, conquest_receipt, odds, price_receipt
from smallworld.engine import actions as ac
from smallworld.engine import state as st
from smallworld.engine.bits import regions
from smallworld.engine.gates import targets
from smallworld.engine.steps import conquer, price
from smallworld.engine.steps.aims import party_cost
from smallworld.engine.world import DIE_MAX, NONE

from .brings import brings
from .phrasebook import Data, Words

KINDS: Final = {
    ac.PICK: "pick",
    ac.DECLINE: "decline",
    ac.ABANDON: "abandon",
    ac.CONQUER: "conquer",
    ac.ROLL: "roll",
    ac.GAMBLE: "gamble",
    ac.END: "end",
    ac.GIVE_UP: "give_up",
    ac.PLACE: "place",
    ac.PUT: "put",
    ac.CHOOSE: "choose",
    ac.USE: "use",
}
_PLAIN: Final = {ac.DECLINE, ac.ABANDON, ac.GIVE_UP, ac.PLACE, ac.PUT, ac.USE}
# How "no" is said to a question, by what it is about.
_NO: Final = {"seat": "nobody", "combo": "none", "region": "not_now", "yes": "no"}


def all_choices(s: State, codes: Sequence[int], words: Words, players: Sequence[str]) -> list[Data]:
    """One for each legal action; of placings only the largest for each region (see `count` of a `Choice`)."""
    out, worth = [], brings(s, codes, words)
    for code in codes:
        if code >> ac.SHIFT == ac.PLACE and code + 64 in codes:
            continue
        out.append(choice(s, code, words, players, worth.get(code, "")))
    return out


def choice(s: State, code: int, words: Words, players: Sequence[str], brings: str = "") -> Data:
    """What depends on nothing but the action, or the action and its receipt, is made once."""
    kind = code >> ac.SHIFT
    key: tuple[object, ...]
    if kind in _PLAIN:
        key = ("choice", code, brings)
    elif kind == ac.CONQUER or (kind == ac.ROLL and not s.combo.led):  # what a party rolls for has more to it
        way = code >> 6 & 63
        receipt = words.receipt(conquest_receipt(s, code & 63, s.world.means[way - 1] if way else None))
        key = ("against", code, brings, id(receipt))  # which stays as it is as long as the choice holds it
        if kind == ac.ROLL:
            key += (price.have_for(s, code & 63), s.hand[s.acting])
    else:
        return _made(s, code, words, players, brings)
    return words.recall(key, lambda: words.numbered(_made(s, code, words, players, brings)))


def _made(s: State, code: int, words: Words, players: Sequence[str], brings: str) -> Data:
    kind = code >> ac.SHIFT
    data: Data = {
        "action": words.action(code),
        "kind": KINDS[kind],
        "label": "",
        "region": NONE,
        "seat": NONE,
        "slot": NONE,
        "count": 0,
        "means": None,
        "marker": None,
        "cost": None,
        "receipt": None,
        "chance": None,
        "either_way": [],
        "brings": brings,
    }
    _FILL[kind](data, s, code, words, players)
    return data


# --- each kind -----------------------------------------------------------------------------------------


def _pick(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    slot = code & 63
    receipt = price_receipt(s, slot)
    data["slot"] = slot
    data["label"] = words("choice.pick", combo=words.combo(s.col_race[slot], s.col_badge[slot]))
    data["cost"], data["receipt"] = receipt.total, words.receipt(receipt)


def _decline(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    data["label"] = words("choice.decline")


def _at_region(key: str) -> Callable[[Data, State, int, Words, Sequence[str]], None]:
    def fill(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
        data["region"] = code & 63
        data["label"] = words(f"choice.{key}", region=code & 63)

    return fill


def _conquer(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    _target(data, s, code, words, "conquer", "means")


def _roll(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    """The final die; or a means that rolls for its region, and may be followed by others."""
    cost = _target(data, s, code, words, "roll", "roll_means")
    region, way = code & 63, code >> 6 & 63
    goes_on = way > 0 and s.world.means[way - 1].rolls
    if s.combo.led:  # with what lies on the way
        cost = data["cost"] = party_cost(s, code)
    short = cost - price.have_for(s, region)
    data["chance"] = chance_of(short)
    if short <= 0:
        data["either_way"] = [words("die.sure", region=region)]
        return
    facts: dict[str, str | int] = {"faces": words(f"die.from_{short}"), "percent": percent(data["chance"])}
    failed = percent(1 - data["chance"])
    if goes_on:
        wins, fails = (
            words("die.cheap", region=region, **facts),
            words("die.ends", percent=failed, region=region),
        )
    elif s.combo.led:
        wins = words("die.wins_party", hand=s.hand[s.acting], region=region, **facts)
        fails = words("die.fails_party", percent=failed, region=region)
    else:
        wins = words("die.wins", hand=s.hand[s.acting], region=region, **facts)
        fails = words("die.fails", percent=failed, region=region)
    data["either_way"] = [wins, fails]


def _target(data: Data, s: State, code: int, words: Words, plain: str, special: str) -> int:
    region, way = code & 63, code >> 6 & 63
    data["region"] = region
    means = None
    if way:
        means = s.world.means[way - 1]
        data["means"] = words.means(way - 1)
        data["label"] = words(f"choice.{special}", means=data["means"]["name"], region=region)
    else:
        data["label"] = words(f"choice.{plain}", region=region)
    receipt = conquest_receipt(s, region, means)
    data["cost"], data["receipt"] = receipt.total, words.receipt(receipt)
    return receipt.total


def _gamble(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    """A first roll succeeds if some region can be taken afterwards."""
    data["label"] = words("choice.gamble")
    data["chance"] = chance_of(shortfall(s))
    lucky = percent(chance_of(1))
    data["either_way"] = [words("die.cheaper", percent=lucky), words("die.zero", percent=100 - lucky)]


def _end(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    key = st.STEP_NAMES[s.step]
    if s.step == st.QUESTION:
        question = asked(s).question
        assert question is not None
        key = _NO[question.about]
    elif s.step == st.READY and s.is_active(s.acting) and not s.mask[s.acting]:
        key = "enter"
    data["label"] = words(f"end.{key}")


def _place(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    data["region"], data["count"] = code & 63, code >> 6 & 63
    data["label"] = words("choice.place", region=code & 63)


def _put(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    data["region"], data["marker"] = code & 63, words.marker(code >> 6 & 63)
    data["label"] = words("choice.put", marker=data["marker"]["name"], region=code & 63)


def _choose(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    question, number = asked(s).question, code & 63
    assert question is not None
    if question.about == "seat":
        data["seat"], data["label"] = number - 1, players[number - 1]
    elif question.about == "combo":
        data["slot"] = number - 1
        data["label"] = words.combo(s.col_race[number - 1], s.col_badge[number - 1])
    elif question.about == "yes":
        data["label"] = words("choice.yes")
    else:
        data["region"] = number
        data["label"] = words("choice.region", region=number)


def _use(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    data["region"] = code & 63
    data["means"] = words.named("use", s.world.uses[code >> 6 & 63].id)
    data["label"] = words("choice.means", means=data["means"]["name"], region=code & 63)


_FILL: Final[dict[int, Callable[[Data, State, int, Words, Sequence[str]], None]]] = {
    ac.PICK: _pick,
    ac.DECLINE: _decline,
    ac.ABANDON: _at_region("abandon"),
    ac.CONQUER: _conquer,
    ac.ROLL: _roll,
    ac.GAMBLE: _gamble,
    ac.END: _end,
    ac.GIVE_UP: _at_region("give_up"),
    ac.PLACE: _place,
    ac.PUT: _put,
    ac.CHOOSE: _choose,
    ac.USE: _use,
}


# --- the die -------------------------------------------------------------------------------------------


def chance_of(short: int) -> float:
    """That the die shows at least so much."""
    return float(odds(short))


def percent(chance: float) -> int:
    return int(100 * chance + 0.5)


def shortfall(s: State) -> int:
    """Tokens missing for the easiest region in reach, by any means a roll helps; more than a die if none."""
    found = [price.cost_of(s, region) - price.have_for(s, region) for region in regions(targets(s))]
    for index in conquer.usable_means(s, s.combo):
        means = s.world.means[index]
        if means.pays_its_way:
            found += [
                price.cost_of(s, region, means) - price.have_for(s, region)
                for region in regions(conquer.means_targets(s, means, index))
            ]
    return min(found, default=DIE_MAX + 1)
