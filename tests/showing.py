"""The numbers that each way to show a game tells of what can be done, read back from what it shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from smallworld.bots import protocol
from smallworld.cli.messages import Messages
from smallworld.cli.screen.answers import would_score
from smallworld.cli.screen.combos import combo_lines
from smallworld.cli.screen.listing import legal_lines
from smallworld.cli.screen.question import question_text
from smallworld.cli.screen.regions import rows
from smallworld.cli.screen.style import Style
from smallworld.engine import State, View, action_string, asked, muster_receipt, percent, price_receipt, view
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.turn.steps.score import income
from smallworld.lab.playthrough import PlaythroughWriter
from smallworld.lab.playthrough import words as spaced
from smallworld.presentation import Choice, chances, choices
from smallworld.server.picture.picture import PictureOptions, SeatFacts, position_data

MESSAGES: Final = Messages("en")


class Shown(NamedTuple):
    """None where it is not told."""

    cost: int | None = None
    percent: int | None = None


def expected(seen: View) -> dict[str, Choice]:
    return {action_string(seen.state.world, choice.code): choice for choice in choices(seen)}


def _percent(chance: float | None) -> int | None:
    return None if chance is None else percent(Fraction(chance).limit_denominator(60))


def in_protocol(seen: View) -> dict[str, Shown]:
    actions: list[dict[str, Any]] = protocol.decide(seen, 1, 1)["actions"]
    return {
        one["action"]: Shown(one.get("cost", one.get("price")), _percent(one.get("chance")))
        for one in actions
    }


def picture_of(seen: View) -> dict[str, Any]:
    seats = [SeatFacts(SEATS[seat]) for seat in range(seen.state.world.seats)]
    return position_data(seen.state, PictureOptions(version=1, seat=seen.seat, lang="en", seats=seats), [])


def in_picture(seen: View) -> dict[str, Shown]:
    data = picture_of(seen)
    found = {one["action"]: Shown(one["cost"], _percent(one["chance"])) for one in data["ask"]["choices"]}
    for one in data["ask"]["choices"]:
        for said in one["either_way"][:1]:
            percent = re.search(r"\((\d+)\s?%\)", said)
            if percent and one["kind"] == "roll":
                assert int(percent[1]) == found[one["action"]].percent, said
    return found


def in_terminal(seen: View) -> dict[str, Shown]:
    """What `?` lists."""
    text = "\n".join(line.plain for line in legal_lines(seen, MESSAGES.on(seen.state.world), SEATS))
    found: dict[str, Shown] = {}
    for action, facts in re.findall(r"\b([cr]\d+(?:\.\w+)*) \(([^)]*)\)", text):
        last = facts.rpartition(", ")[2]
        if last.endswith("%"):
            found[action] = Shown(percent=int(last.removesuffix("%")))
        elif last.isdigit():
            found[action] = Shown(cost=int(last))
    return found


def in_playthrough(seen: View) -> dict[str, Shown]:
    teller, found = PlaythroughWriter(seen.state.world), dict[str, Shown]()
    for line in teller.options(seen.state, choices(seen)):
        verb, _, rest = line.partition(": ")
        letter, _, means = verb.partition(" by ")
        if letter not in ("conquer", "try with the die"):
            continue
        ids = {" and ".join(map(spaced, one.id.split("."))): f".{one.id}" for one in seen.state.world.ways}
        for place in rest.split(", "):
            region, costs, cost = place.partition(" for ")
            if costs:
                found[f"c{region}{ids.get(means, '')}"] = Shown(cost=int(cost))
            else:
                region, chance = place.removesuffix("%)").split(" (")
                found[f"r{region}{ids.get(means, '')}"] = Shown(percent=int(chance))
    return found


WAYS: Final[dict[str, Callable[[View], dict[str, Shown]]]] = {
    "protocol": in_protocol,
    "picture": in_picture,
    "terminal": in_terminal,
    "playthrough": in_playthrough,
}


def wrongly_shown(s: State) -> list[str]:
    """Every number that one of the ways shows of an action, and that is not the one it has."""
    if s.over or s.is_chance:
        return []
    seen = view(s, s.seat)
    right, faults = expected(seen), []
    for way, read in WAYS.items():
        found = read(seen)
        for action, shown in found.items():
            choice = right[action]
            chance = None if choice.odds is None else percent(choice.odds)
            costs = (choice.cost, choice.receipt.total if choice.receipt is not None else None)
            if shown.cost is not None and shown.cost not in costs:
                faults.append(f"{way}: {action} is said to cost {shown.cost}, not {choice.cost}")
            if shown.percent is not None and shown.percent != chance:
                faults.append(f"{way}: {action} is said to have {shown.percent} %, not {chance}")
        rolls = {action for action, choice in right.items() if choice.kind == "roll"}
        with_chance = {action for action, shown in found.items() if shown.percent is not None}
        faults += [f"{way}: {action} has no chance" for action in sorted(rolls - with_chance)]
    return faults + _board(seen) + _questions(seen) + _belongings(seen)


def _board(seen: View) -> list[str]:
    """The column of prices in the terminal."""
    found, luck = choices(seen), chances(seen.state, choices(seen))
    faults = []
    for row in rows(seen, MESSAGES, Style(True)):
        here = [choice for choice in found if choice.region == row.region]
        if row.price.rstrip("*").endswith("%"):
            possible = [luck.get(row.region), *(choice.odds for choice in here)]
            right = max(percent(chance) for chance in possible if chance is not None)
            if int(row.price.rstrip("*%")) != right:
                faults.append(f"board: region {row.region} is said to have {row.price}, not {right} %")
        else:
            costs = [choice.cost for choice in here if choice.kind == "conquer"]
            if costs and row.group == "take" and int(row.price.rstrip("*")) not in costs:
                faults.append(f"board: region {row.region} is said to cost {row.price}, not {costs}")
    return faults


def _questions(seen: View) -> list[str]:
    """The numbers in the sentences that ask, and in the message to a bot."""
    s = seen.state
    now = asked(s)
    if now.question is not None:
        return []
    right = {1, now.amount, s.bonus, s.coins[s.seat], *([s.hand[now.race]] if now.race >= 0 else [])}
    sentences = {
        "terminal": question_text(seen, MESSAGES.on(s.world)),
        "picture": picture_of(seen)["ask"]["sentence"],
        "playthrough": PlaythroughWriter(s.world).question(s),
        "protocol": " ".join(str(value) for value in protocol.asked(s).values() if isinstance(value, int)),
    }
    return [
        f"{way}: {said}"
        for way, said in sentences.items()
        if not {int(number) for number in re.findall(r"\b\d+\b", said)} <= right
    ]


def _belongings(seen: View) -> list[str]:
    """Tokens, coins and combos, in the picture, in the message to a bot and on the screen."""
    s, data, sent, faults = seen.state, picture_of(seen), protocol.state(seen), list[str]()

    def same(what: str, *found: object) -> None:
        if any(one != found[0] for one in found):
            faults.append(f"{what}: {' / '.join(map(str, found))}")

    screen = rows(seen, MESSAGES, Style(True))
    for number, tokens in enumerate(s.tokens):
        stack = data["spots"][number]["stack"]
        shown = stack["tokens"] if stack else 0
        same(f"tokens in {number}", tokens, shown, sent["regions"][number]["tokens"], screen[number].tokens)
    for seat, player in enumerate(data["players"]):
        races = s.races_of(seat)
        coins = None if s.coins[seat] < 0 else s.coins[seat]
        same(f"coins of {seat}", coins, player["coins"], sent["players"][seat]["coins"])
        hands = [race["hand"] for race in sent["players"][seat]["races"]]
        same(
            f"hands of {seat}", [s.hand[race] for race in races], [t["hand"] for t in player["troops"]], hands
        )
        land = [s.mask[race].bit_count() for race in races]
        same(f"regions of {seat}", land, [troop["regions"] for troop in player["troops"]])
    lines = [str(line) for line in combo_lines(seen, MESSAGES, Style(True), 200, full=False)]
    for slot, combo in enumerate(sent["column"]):
        offer, race = data["offers"][slot], s.col_race[slot]
        brings = muster_receipt(s, race, s.world.combo(race, s.col_badge[slot])).total
        listed = int(re.findall(r"(\d+) tokens", lines[slot])[0])
        same(f"tokens of combo {slot}", brings, offer["tokens"], combo["tokens"], listed)
        same(f"price of combo {slot}", price_receipt(s, slot).total, offer["price"], combo["price"])
    scored = next(iter(would_score(seen, MESSAGES, Style(True))))
    score_shown = re.findall(r"score (\d+)", str(scored))[0]
    same("income", income(s, seen.seat), data["income"]["total"], int(score_shown))
    return faults
