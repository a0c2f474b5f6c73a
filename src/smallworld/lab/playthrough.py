"""A whole game as text to read: what was asked of whom, what there was to choose from, what came of it.

`python -m smallworld.lab.playthrough docs/playthroughs` writes one game of each world. They are compared in
the tests: a change of the rules or of the bots shows there as a change of the story.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import wrap
from typing import Final

from smallworld.bots.registry import make_bot
from smallworld.engine import (
    Event,
    Receipt,
    Seeded,
    State,
    World,
    asked,
    conquest_receipt,
    new_state,
    odds,
    outcomes,
    price_receipt,
    view,
    winners,
)
from smallworld.engine import actions as ac
from smallworld.engine.events import KINDS, Why
from smallworld.engine.notation import SEATS, parse_action
from smallworld.engine.turn import codes, play
from smallworld.engine.world import NONE
from smallworld.packs import load_world

WIDTH: Final = 100
BOT: Final = "greedy"
BOTH: Final = ("base", "underground")
# File, board, packs.
GAMES: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("base_2p", "base_2p", ("base",)),
    ("crusade_alone", "base_2p", ("base", "crusade")),
    ("crusade_rivals", "base_3p", ("base", "crusade")),
    ("crusade_underground", "underground_2p", ("underground", "crusade")),
    ("underground_2p", "underground_2p", ("underground",)),
    ("underground_3p", "underground_3p", ("underground",)),
    ("both_on_base_2p", "base_2p", BOTH),
    ("both_on_underground_2p", "underground_2p", BOTH),
    ("leaders_2p", "base_2p", ("base", "leaders")),
)

# What each step asks for. The acting race and its numbers follow.
STEPS: Final = {
    "pick": "pick a combo",
    "ready": "begin the turn",
    "conquer": "conquer on, or stop",
    "rolled": "use the roll, or stop",
    "give_up": "give up regions taken this turn",
    "redeploy": "redeploy",
    "markers": "put something out",
    "fade": "say whether the race goes into decline after scoring",
    "victims": "bring back what was driven out",
}
END: Final = {
    "ready": "conquer nothing",
    "conquer": "stop conquering",
    "rolled": "stop conquering",
    "markers": "keep the rest",
    "victims": "keep the rest",
    "question": "none",
    "fade": "stay active",
}
# Kinds of actions that are told with all their regions in one line: what is said before them.
VERBS: Final = {
    ac.CONQUER: "conquer",
    ac.ROLL: "try with the die",
    ac.ABANDON: "leave",
    ac.GIVE_UP: "give up",
}


def words(id: str) -> str:
    return id.replace("_", " ")


def name(id: str) -> str:
    return " ".join(part[:1].upper() + part[1:] for part in id.split("_"))


def percent(share: Fraction) -> str:
    return f"{round(100 * share)} %"


class Teller:
    """Tells a game line by line while it is played."""

    def __init__(self, world: World) -> None:
        self.world = world

    # --- things ------------------------------------------------------------------------------------------

    def place(self, region: int) -> str:
        return f"region {region} ({words(self.world.board.regions[region].terrain)})"

    def combo(self, race: int, power: int) -> str:
        badge = f"{name(self.world.power_ids[power])} " if power != NONE else ""
        return badge + name(self.world.race_ids[race])

    # --- what is asked -----------------------------------------------------------------------------------

    def question(self, s: State) -> str:
        """`A is asked to conquer on, or stop: Flying Orcs, 5 in hand.`"""
        now = asked(s)
        if now.question is not None:
            piece = self.world.question_piece[now.number]
            about = f"{name(piece.id)}: choose {_CHOICE[now.question.about]} for “{words(now.question.id)}”"
            return f"{SEATS[now.seat]} is asked by {about}."
        told = f"{SEATS[now.seat]} is asked to {STEPS[now.step]}"
        if now.step == "pick":
            return f"{told}, with {s.coins[now.seat]} coins."
        if now.race == NONE:
            return f"{told}."
        told += f": {self.combo(now.race, s.badge[now.race])}"
        if now.places_markers:
            return f"{told}, {now.amount} × {words(self.world.markers[now.marker].id)}."
        if now.step in ("redeploy", "victims", "give_up"):
            return f"{told}, {_tokens(now.amount)}."
        if now.step == "rolled":
            told += f", the die shows {s.bonus}"
        return f"{told}, {s.hand[now.race]} in hand."

    def options(self, s: State, legal: Sequence[int]) -> list[str]:
        """Everything that can be done, a line for each kind of action."""
        groups: dict[tuple[int, int], list[int]] = {}
        for code in legal:
            kind, way = code >> ac.SHIFT, code >> 6 & 63
            groups.setdefault((kind, way if kind in (ac.CONQUER, ac.ROLL, ac.USE) else 0), []).append(code)
        return [self._group(s, kind, way, group) for (kind, way), group in groups.items()]

    def _group(self, s: State, kind: int, way: int, group: list[int]) -> str:
        places = [code & 63 for code in group]
        if kind in VERBS:
            by = f" by {words(self.world.means[way - 1].id)}" if way else ""
            return f"{VERBS[kind]}{by}: " + ", ".join(self._offer(s, kind, way, region) for region in places)
        if kind == ac.USE:
            return f"use {words(self.world.uses[way].id)} on " + ", ".join(map(self.place, places))
        if kind == ac.PLACE:
            most = max(code >> 6 & 63 for code in group)
            where = ", ".join(str(region) for region in dict.fromkeys(places))
            return f"put {'1' if most == 1 else f'1 to {most}'} into region {where}"
        if kind == ac.PUT:
            what = words(self.world.markers[group[0] >> 6 & 63].id)
            return f"put {what} into region {', '.join(map(str, places))}"
        return "; ".join(self.deed(s, code) for code in group)

    def _offer(self, s: State, kind: int, way: int, region: int) -> str:
        if kind in (ac.ABANDON, ac.GIVE_UP):
            return str(region)
        cost = conquest_receipt(s, region, self.world.means[way - 1] if way else None).total
        if kind == ac.ROLL:
            return f"{region} ({percent(odds(cost - s.hand[s.acting]))})"
        return f"{region} for {cost}"

    # --- what is done ------------------------------------------------------------------------------------

    def deed(self, s: State, code: int) -> str:
        kind, a, b = code >> ac.SHIFT, code & 63, code >> 6 & 63
        if kind == ac.PICK:
            return f"{self.combo(s.col_race[a], s.col_badge[a])} ({_price(price_receipt(s, a).total)})"
        if kind in (ac.CONQUER, ac.ROLL):
            by = f" by {words(self.world.means[b - 1].id)}" if b else ""
            if kind == ac.CONQUER:
                return f"conquer {self.place(a)}{by}"
            return f"try {self.place(a)} with the die{by}"
        if kind == ac.PLACE:
            return f"put {_tokens(b)} into {self.place(a)}"
        if kind == ac.PUT:
            return f"put {words(self.world.markers[b].id)} into {self.place(a)}"
        if kind == ac.USE:
            return f"use {words(self.world.uses[b].id)} on {self.place(a)}"
        if kind == ac.CHOOSE:
            return self._choice(s, a)
        if kind == ac.END:
            return END[asked(s).step]
        if kind in (ac.ABANDON, ac.GIVE_UP):
            return f"{VERBS[kind]} {self.place(a)}"
        return {ac.DECLINE: "go into decline", ac.GAMBLE: "roll first"}[kind]

    def _choice(self, s: State, option: int) -> str:
        question = asked(s).question
        assert question is not None
        if question.about == "seat":
            return f"player {SEATS[option - 1]}"
        if question.about == "combo":
            return self.combo(s.col_race[option - 1], s.col_badge[option - 1])
        return "yes" if question.about == "yes" else self.place(option)

    def receipt(self, s: State, code: int) -> str:
        """What a conquest would cost, before the die."""
        kind, a, b = code >> ac.SHIFT, code & 63, code >> 6 & 63
        if kind not in (ac.CONQUER, ac.ROLL):
            return ""
        receipt = conquest_receipt(s, a, self.world.means[b - 1] if b else None)
        return f"It costs {told_receipt(receipt)}."

    def chance(self, s: State, code: int) -> str:
        """What could have come up, how likely it was, and what did."""
        possible = outcomes(s)
        if code >> ac.SHIFT == ac.FACE:
            faces = ", ".join(f"{outcome & 63} with {percent(share)}" for outcome, share in possible)
            return f"Chance: the die ({faces}). It shows {code & 63}."
        deck = code >> 6 & 63
        drawn = name(self.world.decks[deck][code & 63])
        odds_of_each = f"1 in {len(possible)}"
        return f"Chance: a {words(self.world.deck_ids[deck])} is drawn ({odds_of_each}): {drawn}."

    def event(self, event: Event) -> str:
        """The engine's own sentence, with names."""
        world = self.world
        seats = {
            "seat": SEATS[event.seat] if event.seat != NONE else "Nobody",
            "other": SEATS[event.other] if event.other != NONE and event.kind != "reborn" else "",
        }
        facts = {
            "region": event.region,
            "race": name(world.race_ids[event.race]) if event.race != NONE else "",
            "power": name(world.power_ids[event.power]) if event.power != NONE else "",
            "combo": self.combo(event.race, event.power) if event.race != NONE else "",
            "marker": name(world.markers[event.marker].id) if event.marker != NONE else "",
            "means": words(world.means[event.means].id) if event.means != NONE else "",
            "amount": event.amount,
            "why": told_why(event.why) if event.why is not None else "",
        }
        told = KINDS[event.kind].format(**seats, **facts)
        # A cost was told when the conquest was chosen, a price with the combos.
        if event.receipt is not None and event.kind not in ("conquered", "picked"):
            told += f" {told_receipt(event.receipt)}."
        return told


def told_why(why: Why) -> str:
    """Stage by stage: what decided, and which regions were left."""
    stages = [
        f"{stage.rule} {abs(stage.best)} leaves {', '.join(map(str, stage.regions))}" for stage in why.stages
    ]
    stages += [f"through region {why.way}"] if why.way != NONE else []
    stages += [f"{SEATS[why.chosen_by]} chose"] if why.chosen_by != NONE else []
    return "; ".join([*stages, *(["by the die"] if why.rolls else [])])


_CHOICE: Final = {"seat": "a player", "combo": "a combo", "region": "a region", "yes": "yes or no"}


def _tokens(count: int) -> str:
    return f"{count} token" if count == 1 else f"{count} tokens"


def _price(coins: int) -> str:
    if coins == 0:
        return "free"
    return f"costs {coins}" if coins > 0 else f"brings {-coins}"


def told_receipt(receipt: Receipt) -> str:
    return words(str(receipt))


# --- a game ----------------------------------------------------------------------------------------------


def playthrough(world: World, seed: str, bot: str = BOT) -> Iterator[str]:
    """The lines of a game between bots."""
    teller, luck, state = Teller(world), Seeded(seed), new_state(world)
    bots = [make_bot(bot, f"{seed}/{seat}") for seat in range(world.players)]
    yield from _opening(world, seed, bot)
    turn = (0, NONE)
    while not state.over:
        if (state.round, state.turn) != turn and not state.is_chance:
            turn = (state.round, state.turn)
            yield ""
            yield f"Round {state.round}, turn of {SEATS[state.turn]}"
        if state.is_chance:
            code = luck.outcome(state)
            yield from _lines(teller.chance(state, code), 2)
        else:
            chosen = bots[state.seat].choose(view(state, state.seat))
            code = parse_action(world, chosen) if isinstance(chosen, str) else chosen
            yield from _decision(teller, state, code)
        events: list[Event] = []
        play(state, code, events)
        for event in events:
            if event.kind not in ("round", "turn", "rolled", "drawn_race", "drawn_badge"):
                yield from _lines(teller.event(event), 6)
    yield ""
    yield "The end"
    for seat, coins in enumerate(state.coins):
        yield f"  {SEATS[seat]}: {coins} coins, {state.tokens_on_map(seat)} tokens on the map"
    yield f"  Won by {' and '.join(SEATS[seat] for seat in winners(state))}."


def _opening(world: World, seed: str, bot: str) -> Iterator[str]:
    packs = " and ".join(name(pack.id) for pack in world.packs)
    yield f"A game on the board {world.board.id}, with what is in {packs}"
    yield f"{world.players} players, {world.rounds} rounds; bots: {bot}; seed: {seed}."
    for absent in world.left_out:
        why = f"by the rule of {name(absent.rule.id)}" if absent.rule is not None else ""
        why = why or f"for want of {', '.join(map(words, absent.needs))}"
        yield f"Left out: {name(absent.piece.id)}, {why}."
    yield ""
    yield "Before the first turn"


def _decision(teller: Teller, state: State, code: int) -> Iterator[str]:
    yield from _lines(teller.question(state), 2)
    for option in teller.options(state, codes(state)):
        yield from _lines(f"- {option}", 6)
    yield from _lines(f"{SEATS[state.seat]} chooses: {teller.deed(state, code)}.", 4)
    receipt = teller.receipt(state, code)
    if receipt:
        yield from _lines(receipt, 6)


def _lines(text: str, indent: int) -> list[str]:
    start = " " * indent
    return wrap(text, WIDTH, initial_indent=start, subsequent_indent=f"{start}  ", break_on_hyphens=False)


def text_of(board: str, packs: Sequence[str], seed: str) -> str:
    return "\n".join(playthrough(load_world(board, packs=packs), seed)) + "\n"


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("expected a folder: python -m smallworld.lab.playthrough docs/playthroughs", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for file, board, packs in GAMES:
        path = folder / f"{file}.txt"
        path.write_text(text_of(board, packs, file), encoding="utf-8")
        print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
