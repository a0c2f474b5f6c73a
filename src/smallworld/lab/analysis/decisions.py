"""Each turn as played compared with the best alternative, and when each race should have declined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from smallworld.engine import action_string
from smallworld.engine import actions as ac
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.world.world import NONE

from .alternatives import Plan, alternatives, can_decline, decisions_of
from .estimates import Row, Sample, amount, mean, minus, shift
from .luck import Ledger
from .report import Decision, Decline, DeclineTurn, Figure
from .rollouts import Rollouts
from .turn_text import coins, combo, percent, plan_words, played_words
from .turns import GameTurns, Turn

COIN = 0.01  # win chance that a coin of lead counts when alternatives are chosen
SCREEN = 4  # a quarter of the rollouts is used to choose alternatives


@dataclass
class Gain:
    """What an alternative would have gained for the owner of a turn."""

    win: Figure
    lead: Figure

    @property
    def back(self) -> Gain:
        return Gain(Figure(-self.win.value, self.win.error), Figure(-self.lead.value, self.lead.error))


class Judge:
    """Judges turns, without the luck of their own dice and draws."""

    def __init__(
        self, story: GameTurns, rollouts: Rollouts, ledger: Ledger, points: Mapping[int, Sample]
    ) -> None:
        self.story, self.rollouts, self.ledger = story, rollouts, ledger
        self.points = points  # after each turn, by number; 0 is before the first
        self.declining: dict[str, Gain] = {}  # by turn: declining compared with playing on

    def judge(self, number: int, turn: Turn) -> Decision | None:
        """None where there was no choice."""
        start = self.story.positions[turn.first]
        log = self.story.game.log[turn.first : turn.last]
        played = decisions_of(start, log)
        plans = alternatives(start, played, f"{self.rollouts.seed}/{turn.name}")
        wins, leads = self.as_played(number, turn)
        best = self.choose(turn, plans)
        gains = {plan: self.gain(turn, plan, wins, leads) for plan in ([best] if best else [])}
        if can_decline(start):
            self.note_decline(turn, played, plans, gains, wins, leads)
        return self.decision(turn, played, best, gains[best], len(plans)) if best else None

    def as_played(self, number: int, turn: Turn) -> tuple[Row, Row]:
        after, seat = self.points[number + 1], turn.seat
        return (
            minus(after.wins[seat], self.ledger.wins(seat, turn=turn.name)),
            minus(after.leads(seat), self.ledger.leads(seat, turn=turn.name)),
        )

    def choose(self, turn: Turn, plans: list[Plan]) -> Plan:
        """The most promising plan, by rollouts that are not used again."""
        if len(plans) < 2:
            return plans[0] if plans else ()
        start, count = self.story.positions[turn.first], max(2, self.rollouts.count // SCREEN)

        def promise(plan: Plan) -> float:
            sample = self.rollouts.sample(start, plan, screen=count)
            return mean(sample.wins[turn.seat]) + COIN * mean(sample.leads(turn.seat))

        return max(plans, key=promise)

    def gain(self, turn: Turn, plan: Plan, wins: Row, leads: Row) -> Gain:
        sample = self.rollouts.sample(self.story.positions[turn.first], plan)
        return Gain(shift(minus(sample.wins[turn.seat], wins)), amount(minus(sample.leads(turn.seat), leads)))

    def decision(self, turn: Turn, played: Plan, plan: Plan, gain: Gain, count: int) -> Decision:
        game, start = self.story.game, self.story.positions[turn.first]
        log = game.log[turn.first : turn.last]
        verdict = "sound"
        if gain.win.value > gain.win.error:
            verdict = "mistake"
        elif gain.lead.value > gain.lead.error and gain.win.value > 0:
            verdict = "slip"
        did, could = played_words(start, log, turn.seat), plan_words(start, plan)
        price = f"{percent(gain.win.value)} win chance, {coins(gain.lead.value)} coins"
        return Decision(
            turn=turn.name,
            seat=SEATS[turn.seat],
            played=" ".join(game.actions[turn.first : turn.last]),
            better=" ".join(action_string(game.world, code) for code in plan),
            win=gain.win,
            lead=gain.lead,
            verdict=verdict,
            considered=count,
            words=f"Played: {did}. {'Alternative' if verdict == 'sound' else 'Better'}: {could} ({price}).",
        )

    # --- declining -----------------------------------------------------------------------------------

    def note_decline(
        self, turn: Turn, played: Plan, plans: list[Plan], gains: dict[Plan, Gain], wins: Row, leads: Row
    ) -> None:
        """Declining at the start of this turn compared with playing on, as played or as the planner would."""
        decline: Plan = (ac.C_DECLINE,)
        if played[:1] != decline:
            gain = gains.get(decline) or self.gain(turn, decline, wins, leads)
        else:
            others = [plan for plan in gains if plan[:1] != decline] or plans[:1]
            if not others:
                return
            gain = (gains.get(others[0]) or self.gain(turn, others[0], wins, leads)).back
        self.declining[turn.name] = gain

    def declines(self, players: list[str]) -> list[Decline]:
        """Each race of each player, in the order of arrival."""
        story, found = self.story, list[Decline]()
        stays: dict[tuple[int, int, str], list[Turn]] = {}
        arrived: dict[int, tuple[int, str]] = {}  # seat: race, turn of its arrival
        for turn in story.turns:
            race = story.positions[turn.first].active[turn.seat]
            if race == NONE:  # picked in this turn
                race = self._race_after(turn)
                arrived[turn.seat] = (race, turn.name)
            if race != NONE:
                since = arrived.setdefault(turn.seat, (race, turn.name))[1]
                stays.setdefault((turn.seat, race, since), []).append(turn)
        for (seat, race, since), turns in stays.items():
            if race != NONE:
                found.append(self._decline(players[seat], seat, race, since, turns))
        return found

    def _race_after(self, turn: Turn) -> int:
        for place in range(turn.first, turn.last + 1):
            race = self.story.positions[place].active[turn.seat]
            if race != NONE:
                return race
        return NONE

    def _decline(self, name: str, seat: int, race: int, since: str, turns: list[Turn]) -> Decline:
        story, gone, rows = self.story, "", list[DeclineTurn]()
        for turn in turns:
            left = story.positions[turn.last].active[seat] != race and turn.whole
            gone = turn.name if left else gone
            gain = self.declining.get(turn.name)
            if gain is not None:
                rows.append(DeclineTurn(turn.name, gain.win, gain.lead, left))
        last = story.positions[turns[-1].last - 1]
        who = combo(last, race, last.badge[race])
        best, why = best_decline(rows, gone)
        return Decline(SEATS[seat], who, since, gone, best, rows, f"{name}, {who}: {why}")


def best_decline(rows: list[DeclineTurn], gone: str) -> tuple[str, str]:
    """The first turn in which declining was clearly better than playing on; otherwise the real one if no
    worse.
    """
    for row in rows:
        if row.win.value > row.win.error:
            if row.turn == gone:
                return gone, f"declined in {gone}, at the right time."
            was = f"not {gone}" if gone else "instead of never"
            return (
                row.turn,
                f"best declined in {row.turn}, {was} ({percent(row.win.value)} win chance there).",
            )
    if not gone:
        return "", "stayed active; no decline was clearly better."
    own = [row for row in rows if row.turn == gone]
    if own and own[0].win.value < -own[0].win.error:
        more = percent(-own[0].win.value, signed=False)
        return "", f"declined in {gone}, too early: playing on was worth {more} more."
    return gone, f"declined in {gone}; no other turn was clearly better."
