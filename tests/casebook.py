"""Reading and playing rule cases; the format is in tests/cases/README.md."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from smallworld.engine import (
    Event,
    Game,
    SmallWorldError,
    State,
    World,
    asked,
    check,
    conquest_receipt,
    defence_receipt,
    legal,
    outcomes,
    parse_action,
    percent,
    score_receipt,
    state_from,
    view,
    winners,
)
from smallworld.engine.actions import way_of
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.notation.strings import SEATS, action_string
from smallworld.engine.position.state import STEP_NAMES
from smallworld.presentation.laws import broken_numbers
from tests.showing import expected, wrongly_shown

Case = dict[str, Any]


def load_cases(folder: Path) -> list[Case]:
    cases: list[Case] = []
    for path in sorted(folder.rglob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            cases.append({**case, "file": path.relative_to(folder).as_posix()})
    return cases


class Expect:
    """Checks one `expect` table; each key is a method."""

    def __init__(self, game: Game, start: State, events: Sequence[Event] = ()) -> None:
        self.game, self.start, self.events = game, start, events
        self.s, self.world = game.state, game.world

    def race(self, name: str) -> int:
        return self.world.race_index(name)

    def tokens(self, want: dict[str, str]) -> object:
        got = {}
        for key in want:
            race, count = self.s.occ[int(key)], self.s.tokens[int(key)]
            got[key] = "-" if race < 0 else f"{self.world.race_ids[race]} {count}"
        return got

    def hand(self, want: dict[str, int]) -> object:
        return {name: self.s.hand[self.race(name)] for name in want}

    def tray(self, want: dict[str, int]) -> object:
        return {name: self.s.tray[self.race(name)] for name in want}

    def coins(self, want: dict[str, int]) -> object:
        return {seat: self.s.coins[SEATS.index(seat)] for seat in want}

    def gained(self, want: dict[str, int]) -> object:
        return {seat: self.s.coins[SEATS.index(seat)] - self.start.coins[SEATS.index(seat)] for seat in want}

    def markers(self, want: dict[str, dict[str, int]]) -> object:
        got: dict[str, dict[str, int]] = {name: {} for name in want}
        for entry in self.s.markers:
            name, region = self.world.markers[entry >> 6].id, str(entry & 63)
            if name in got:
                got[name][region] = got[name].get(region, 0) + 1
        return got

    def defence(self, want: dict[str, int]) -> object:
        return {key: defence_receipt(self.s, int(key)).total for key in want}

    def _receipt(self, action: str) -> Any:
        code = parse_action(self.world, action)
        way = way_of(code)
        return conquest_receipt(self.s, code & 63, self.world.ways[way - 1] if way else None)

    def cost(self, want: dict[str, int]) -> object:
        return {action: self._receipt(action).total for action in want}

    def receipt(self, want: dict[str, str]) -> object:
        return {action: str(self._receipt(action)) for action in want}

    def card(self, want: str) -> object:
        """The open card of the row."""
        return self.world.row_cards[self.s.card].id if self.s.card >= 0 else "-"

    def foreseen(self, want: dict[str, str]) -> object:
        """The next card as each seat knows it."""
        cards = self.world.row_cards
        known = {seat: view(self.s, SEATS.index(seat)).state.foreseen for seat in want}
        return {seat: cards[card].id if card >= 0 else "-" for seat, card in known.items()}

    def left_out(self, want: dict[str, str]) -> object:
        """Pieces that are not in play, each with the rule that leaves it out."""
        rules = {absent.piece.id: absent.rule.id if absent.rule else "" for absent in self.world.left_out}
        return {name: rules.get(name) for name in want}

    def score(self, want: dict[str, str]) -> object:
        return {seat: str(score_receipt(self.s, SEATS.index(seat))) for seat in want}

    def legal(self, want: list[str]) -> object:
        now = set(legal(self.s))
        return [action for action in want if action in now]

    def illegal(self, want: dict[str, list[str]]) -> object:
        got = {}
        for action, reasons in want.items():
            found = {denial.rule for denial in check(self.s, action)}
            if not found:
                got[action] = ["(it is legal)"]
            else:
                got[action] = reasons if not reasons or set(reasons) == found else sorted(found)
        return got

    def only(self, want: list[str]) -> object:
        now = list(legal(self.s))
        return want if sorted(now) == sorted(want) else now

    def step(self, want: str) -> object:
        return STEP_NAMES[self.s.step]

    def question(self, want: str) -> object:
        found = asked(self.s).question
        return found.id if found is not None else "-"

    def badges(self, want: dict[str, str]) -> object:
        return {str(entry & 63): self.world.power_ids[entry >> 6] for entry in self.s.lying}

    def seat(self, want: str) -> object:
        return SEATS[self.s.seat] if self.s.seat >= 0 else "-"

    def chance(self, want: dict[str, float]) -> object:
        got = {action_string(self.world, code): probability for code, probability in outcomes(self.s)}
        return {
            name: value
            if abs(got.get(name, Fraction(0)) - Fraction(value)) < Fraction(1, 1000)
            else float(got.get(name, 0))
            for name, value in want.items()
        }

    def active(self, want: dict[str, str]) -> object:
        got = {}
        for seat in want:
            race = self.s.active[SEATS.index(seat)]
            got[seat] = (
                "-" if race < 0 else f"{self.world.race_ids[race]} {self.world.power_ids[self.s.badge[race]]}"
            )
        return got

    def declined(self, want: dict[str, list[str] | str]) -> object:
        got: dict[str, object] = {}
        for seat, wanted in want.items():
            names = [self.world.race_ids[race] for race in self.s.declined[SEATS.index(seat)]]
            got[seat] = "-" if wanted == "-" and not names else names
        return got

    def column(self, want: list[str]) -> object:
        return [
            f"{self.world.power_ids[power]} {self.world.race_ids[race]}"
            for race, power in zip(self.s.col_race, self.s.col_badge, strict=False)
        ]

    def column_coins(self, want: list[int]) -> object:
        return self.s.col_coins

    def returned(self, want: list[str]) -> object:
        return [self.world.race_ids[race] for race in self.s.returned]

    def discards(self, want: list[str]) -> object:
        found = {name for index, name in enumerate(self.world.power_ids) if self.s.discards >> index & 1}
        return want if found == set(want) else sorted(found)

    def rounds(self, want: int) -> object:
        return self.world.rounds

    def round(self, want: int) -> object:
        return self.s.round

    def over(self, want: bool) -> object:
        return self.s.over

    def winners(self, want: list[str]) -> object:
        return [SEATS[seat] for seat in winners(self.s)]

    def aimed(self, want: list[dict[str, Any]]) -> object:
        """What a party turned to in this part, in order; only what the case asks about."""
        got: list[dict[str, Any]] = []
        for event in self.events:
            if event.kind != "aimed" or event.why is None:
                continue
            why = event.why
            sizes = [len(stage.regions) for stage in why.stages]
            deciding = [
                stage.rule for n, stage in enumerate(why.stages) if n == 0 or sizes[n] != sizes[n - 1]
            ]
            got.append(
                {
                    "region": event.region,
                    "cost": why.cost,
                    "by": deciding,
                    "way": why.way,
                    "chosen": SEATS[why.chosen_by] if why.chosen_by >= 0 else "-",
                    "rolls": why.rolls,
                }
            )
        if len(got) != len(want):
            return got
        return [{key: found[key] for key in wanted} for wanted, found in zip(want, got, strict=True)]

    def shown(self, want: dict[str, str]) -> object:
        """What everybody is told of an attempt with the die: tokens that count, tokens short, percent."""
        right = expected(view(self.s, self.s.seat))
        assert not wrongly_shown(self.s), wrongly_shown(self.s)
        told = {action: right[action] for action in want}
        return {
            action: f"{one.have} of {one.cost}, {percent(one.odds or Fraction(0))} %"
            for action, one in told.items()
        }

    def counters(self, want: dict[str, int]) -> object:
        return {name: self.s.counters[self.world.counter_index(name)] for name in want}


def run_case(case: Case, find_world: Callable[[Mapping[str, Any]], World]) -> None:
    start = state_from(case["given"], find_world)
    game = Game(start.world, start=start)
    assert not broken_laws(game.state) + broken_numbers(game.state)
    asserted = 0
    for number, part in enumerate(case["play"]):
        events: list[Event] = []
        for action in part.get("do", "").split():
            try:
                events += game.play(action)
            except SmallWorldError as error:
                pytest.fail(f"part {number}, action {action}: {error}\nlegal: {game.legal!r}")
            assert not broken_laws(game.state) + broken_numbers(game.state)
        for key, want in part.get("expect", {}).items():
            got = getattr(Expect(game, start, events), key)(want)
            assert got == want, f"part {number}, {key}: expected {want}, got {got}; legal: {game.legal!r}"
            asserted += 1
    assert asserted, "a case without expectations proves nothing"
