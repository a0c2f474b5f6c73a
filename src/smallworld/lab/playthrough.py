"""A whole game as readable text: each question, its options, the choice, and what happened.

`python -m smallworld.lab.playthrough docs/playthroughs` writes one game of each world. Tests compare them: a
change of the rules or of the bots shows as a change of the text.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
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
    new_state,
    outcomes,
    percent,
    view,
    winners,
)
from smallworld.engine import actions as ac
from smallworld.engine.events import Why
from smallworld.engine.notation.strings import SEATS, parse_action
from smallworld.engine.turn.turn import play
from smallworld.engine.verbs.event_sentences import KINDS
from smallworld.engine.world.world import NONE
from smallworld.packs import load_world
from smallworld.presentation import Choice, Thing, choices, decision

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

# The question of each step. The acting race and its numbers follow.
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
# Kinds of actions that are listed with all their regions in one line, and the words before them.
VERBS: Final = {
    "conquer": "conquer",
    "roll": "try with the die",
    "abandon": "leave",
    "give_up": "give up",
}


def words(id: str) -> str:
    return id.replace("_", " ")


def name(id: str) -> str:
    return " ".join(part[:1].upper() + part[1:] for part in id.split("_"))


class PlaythroughWriter:
    """Writes a game line by line while it is played."""

    def __init__(self, world: World) -> None:
        self.world = world

    # --- names -------------------------------------------------------------------------------------------

    def place(self, region: int) -> str:
        return f"region {region} ({words(self.world.board.regions[region].terrain)})"

    def combo(self, race: int, power: int) -> str:
        badge = f"{name(self.world.power_ids[power])} " if power != NONE else ""
        return badge + name(self.world.race_ids[race])

    # --- questions ---------------------------------------------------------------------------------------

    def question(self, s: State) -> str:
        """`A is asked to conquer on, or stop: Flying Orcs, 5 in hand.`"""
        now = decision(s)
        if now.piece is not None:
            about = f"{name(now.piece.id)}: choose {_CHOICE[now.about]} for “{words(now.question)}”"
            return f"{SEATS[now.seat]} is asked by {about}."
        text = f"{SEATS[now.seat]} is asked to {STEPS[now.step]}"
        if now.step == "pick":
            return f"{text}, with {now.coins} coins."
        if now.race == NONE:
            return f"{text}."
        text += f": {self.combo(now.race, s.badge[now.race])}"
        if now.marker is not None:
            return f"{text}, {now.amount} × {words(now.marker.id)}."
        if now.step == "give_up":
            return f"{text}, {_tokens(now.amount)}."
        if now.places_tokens:
            return f"{text}, {_tokens(now.hand)}."
        if now.step == "rolled":
            text += f", the die shows {now.amount}"
        return f"{text}, {now.hand} in hand."

    def options(self, s: State, found: Sequence[Choice]) -> list[str]:
        """All legal actions, one line for each kind."""
        groups: dict[tuple[str, Thing | None, tuple[Thing, ...]], list[Choice]] = {}
        for choice in found:
            groups.setdefault((choice.kind, choice.thing, choice.helps), []).append(choice)
        return [self._group(s, kind, thing, group) for (kind, thing, _), group in groups.items()]

    def _group(self, s: State, kind: str, thing: Thing | None, group: list[Choice]) -> str:
        if kind in VERBS:
            return f"{VERBS[kind]}{_by(group[0])}: " + ", ".join(map(_offer, group))
        if kind == "use" and thing is not None:
            return f"use {words(thing.id)} on " + ", ".join(self.place(choice.region) for choice in group)
        places = ", ".join(dict.fromkeys(str(choice.region) for choice in group))
        if kind == "place":
            most = max(choice.tokens for choice in group)
            return f"put {'1' if most == 1 else f'1 to {most}'} into region {places}"
        if kind == "put" and thing is not None:
            return f"put {words(thing.id)} into region {places}"
        return "; ".join(self.choice_text(s, choice) for choice in group)

    # --- actions -----------------------------------------------------------------------------------------

    def choice_text(self, s: State, choice: Choice) -> str:
        kind, thing = choice.kind, words(choice.thing.id) if choice.thing is not None else ""
        if kind == "pick":
            return f"{self.combo(choice.race, choice.power)} ({_price(choice.cost)})"
        if kind in ("conquer", "roll"):
            if kind == "conquer":
                return f"conquer {self.place(choice.region)}{_by(choice)}"
            return f"try {self.place(choice.region)} with the die{_by(choice)}"
        if kind == "place":
            return f"put {_tokens(choice.tokens)} into {self.place(choice.region)}"
        if kind == "put":
            return f"put {thing} into {self.place(choice.region)}"
        if kind == "use":
            return f"use {thing} on {self.place(choice.region)}"
        if kind == "choose":
            return self._answer(s, choice)
        if kind == "end":
            return END[asked(s).step]
        if kind in ("abandon", "give_up"):
            return f"{VERBS[kind]} {self.place(choice.region)}"
        return {"decline": "go into decline", "gamble": "roll first"}[kind]

    def _answer(self, s: State, choice: Choice) -> str:
        if choice.seat != NONE:
            return f"player {SEATS[choice.seat]}"
        if choice.slot != NONE:
            return self.combo(choice.race, choice.power)
        return "yes" if choice.topic == "yes" else self.place(choice.region)

    def chance(self, s: State, code: int) -> str:
        """The possible outcomes, the chance of this one, and the outcome."""
        possible = outcomes(s)
        if code >> ac.SHIFT == ac.FACE:
            faces = ", ".join(f"{outcome & 63} with {percent(share)} %" for outcome, share in possible)
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
            "card": name(world.row_cards[event.card].id) if event.card != NONE else "",
            "amount": event.amount,
            "why": why_text(event.why) if event.why is not None else "",
        }
        text = KINDS[event.kind].format(**seats, **facts)
        # The cost was written with the choice of the conquest, the price with the combos.
        if event.receipt is not None and event.kind not in ("conquered", "picked"):
            text += f" {receipt_text(event.receipt)}."
        return text


def _by(choice: Choice) -> str:
    return f" by {' and '.join(words(help.id) for help in choice.helps)}" if choice.helps else ""


def why_text(why: Why) -> str:
    """Stage by stage: what decided, and which regions were left."""
    stages = [
        f"{stage.rule} {abs(stage.best)} leaves {', '.join(map(str, stage.regions))}" for stage in why.stages
    ]
    stages += [f"through region {why.way}"] if why.way != NONE else []
    stages += [f"{SEATS[why.chosen_by]} chose"] if why.chosen_by != NONE else []
    return "; ".join([*stages, *(["by the die"] if why.rolls else [])])


_CHOICE: Final = {"seat": "a player", "combo": "a combo", "region": "a region", "yes": "yes or no"}


def _offer(choice: Choice) -> str:
    if choice.odds is not None:
        return f"{choice.region} ({percent(choice.odds)} %)"
    return f"{choice.region} for {choice.cost}" if choice.receipt is not None else str(choice.region)


def _tokens(count: int) -> str:
    return f"{count} token" if count == 1 else f"{count} tokens"


def _price(coins: int) -> str:
    if coins == 0:
        return "free"
    return f"costs {coins}" if coins > 0 else f"brings {-coins}"


def receipt_text(receipt: Receipt) -> str:
    return words(str(receipt))


# --- a game ----------------------------------------------------------------------------------------------


def playthrough(world: World, seed: str, bot: str = BOT) -> Iterator[str]:
    """The lines of a game between bots."""
    writer, luck, state = PlaythroughWriter(world), Seeded(seed), new_state(world)
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
            yield from _lines(writer.chance(state, code), 2)
        else:
            chosen = bots[state.seat].choose(view(state, state.seat))
            code = parse_action(world, chosen) if isinstance(chosen, str) else chosen
            yield from _decision(writer, state, code)
        events: list[Event] = []
        play(state, code, events)
        for event in events:
            if event.kind not in ("round", "turn", "rolled", "drawn_race", "drawn_badge"):
                yield from _lines(writer.event(event), 6)
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


def _decision(writer: PlaythroughWriter, state: State, code: int) -> Iterator[str]:
    found = choices(view(state, state.seat))
    chosen = next(choice for choice in found if choice.code == code)
    yield from _lines(writer.question(state), 2)
    for option in writer.options(state, found):
        yield from _lines(f"- {option}", 6)
    yield from _lines(f"{SEATS[state.seat]} chooses: {writer.choice_text(state, chosen)}.", 4)
    if chosen.region != NONE and chosen.receipt is not None:  # before the die
        yield from _lines(f"It costs {receipt_text(chosen.receipt)}.", 6)


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
