"""Every legal action as something a person can choose: words for a button, cost, receipt, chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from smallworld.engine import State, conquest_receipt, price_receipt
from smallworld.engine import actions as ac
from smallworld.engine import state as st
from smallworld.engine.bits import regions
from smallworld.engine.steps import conquer, question
from smallworld.engine.world import DIE, DIE_MAX, NONE
from smallworld.texts.catalogue import KINDS as NAMED

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
}


# How "no" is said to a question, by what it is about.
_NO: Final = {"seat": "nobody", "combo": "none", "region": "not_now"}
# Things on the map that can be used without conquering. An engine that has no such action never offers one.
USE: Final = getattr(ac, "USE", NONE)


def all_choices(s: State, codes: Sequence[int], words: Words, players: Sequence[str]) -> list[Data]:
    """One for each legal action; of placings only the largest for each region (see `count` of a `Choice`)."""
    out = []
    for code in codes:
        if code >> ac.SHIFT == ac.PLACE and code + 64 in codes:
            continue
        out.append(choice(s, code, words, players))
        if code >> ac.SHIFT == ac.CHOOSE and out[-1]["region"] != NONE:
            out[-1]["brings"] = brings(s, code, codes, words)
    return out


def choice(s: State, code: int, words: Words, players: Sequence[str]) -> Data:
    kind = code >> ac.SHIFT
    data: Data = {
        "action": words.action(code),
        "kind": "use" if kind == USE else KINDS[kind],
        "label": "",
        "region": NONE,
        "count": 0,
        "means": None,
        "marker": None,
        "cost": None,
        "receipt": None,
        "chance": None,
        "either_way": [],
        "brings": "",
    }
    _FILL[kind](data, s, code, words, players)
    return data


# --- each kind -----------------------------------------------------------------------------------------


def _pick(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    slot = code & 63
    receipt = price_receipt(s, slot)
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
    cost = _target(data, s, code, words, "roll", "roll_means")
    hand, region = s.hand[s.acting], code & 63
    short = cost - hand
    data["chance"] = chance_of(short)
    faces = words(f"die.from_{short}")
    data["either_way"] = [
        words("die.wins", faces=faces, percent=percent(data["chance"]), hand=hand, region=region),
        words("die.fails", percent=percent(1 - data["chance"]), region=region),
    ]


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
    data["chance"] = chance_of(cheapest(s) - s.hand[s.acting])
    lucky = percent(chance_of(1))
    data["either_way"] = [words("die.cheaper", percent=lucky), words("die.zero", percent=100 - lucky)]


def _end(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    key = st.STEP_NAMES[s.step]
    if s.step == st.QUESTION:
        key = _NO[question.asked(s)[1].about]
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
    about, number = question.asked(s)[1].about, code & 63
    if about == "seat":
        data["label"] = players[number - 1]
    elif about == "combo":
        data["label"] = words.combo(s.col_race[number - 1], s.col_badge[number - 1])
    else:
        data["region"] = number
        data["label"] = words("choice.region", region=number)


def _use(data: Data, s: State, code: int, words: Words, players: Sequence[str]) -> None:
    """`u9.id`: what is used is named by the action itself."""
    region, id = code & 63, str(data["action"]).partition(".")[2]
    data["region"], data["means"] = region, words.named("use" if "use" in NAMED else "marker", id)
    data["label"] = words("choice.means", means=data["means"]["name"], region=region)


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
    USE: _use,
}


# --- the die -------------------------------------------------------------------------------------------


def chance_of(short: int) -> float:
    """That the die shows at least so much."""
    return sum(1 for face in DIE if face >= short) / len(DIE)


def percent(chance: float) -> int:
    return int(100 * chance + 0.5)


def cheapest(s: State) -> int:
    """The lowest cost of any region in reach, by any means a roll helps; more than a die can do if none."""
    found = [conquer.cost_of(s, region) for region in regions(s.reach & s.open & ~s.mask[s.acting])]
    for index in conquer.usable_means(s, s.combo):
        means = s.world.means[index]
        if means.pays_its_way:
            found += [
                conquer.cost_of(s, region, means)
                for region in regions(conquer.means_targets(s, means, index))
            ]
    return min(found, default=s.hand[s.acting] + DIE_MAX + 1)
