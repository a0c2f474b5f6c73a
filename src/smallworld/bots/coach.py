"""Advice for a person: what to do now, and the numbers that support it.

Plans are made as the search bot makes them: the planner proposes, rollouts compare. The advice is data;
whoever shows it writes the sentences. As long as the player follows a plan the coach keeps to it, so that no
step contradicts the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from smallworld.engine import View, asked
from smallworld.engine import actions as ac
from smallworld.engine.notation.position_string import position_string
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.steps.party_order import next_targets
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.asked import race_asked
from smallworld.engine.verbs.chance import Seeded, outcomes
from smallworld.engine.verbs.threats import Threat, threats_to

from .ends import End, only_coins_count, solve
from .greedy import greedy_action, worth_after
from .heuristics import imagine, leads_a_party, steady_coins
from .planner import best_turn, good_picks, good_turns, settle
from .plans import PLANNED, TurnPlan, bounded, carry_out, covered
from .rollouts import Effort, RolloutResult, compare, difference
from .search import CANDIDATES, SIEVE, after_reply, finish_turn, placement, shortlist

BEAM = 8
EFFORT = Effort(turns=640)
KEPT_TURNS = 64  # rollout turns when a plan is already being followed
ANSWERS = 6  # answers to a question that are compared
ACTING = (st.READY, st.CONQUER, st.ROLLED)
PLACING = (st.REDEPLOY, st.VICTIMS, st.MARKERS, st.GIVE_UP)


@dataclass(frozen=True)
class Denied:
    """Coins per turn that another seat loses."""

    seat: int
    coins: int


@dataclass(frozen=True)
class Other:
    """The second-best plan: how many coins it is worse, and the error of that figure."""

    plan: list[int]
    worse: float
    error: float


@dataclass(frozen=True)
class Waning:
    """Declining now compared with playing on: coins of this turn and the next ones."""

    stay: list[float]
    decline: list[float]
    gain: float  # total gain of declining now
    error: float


@dataclass(frozen=True)
class Advice:
    """What the deciding seat should do. `plan` ends where chance or another decision comes."""

    seat: int
    plan: list[int]
    coins: float  # of this turn if it goes as planned; expected value for a die roll
    ahead: list[float] = field(default_factory=list)  # of this turn and the next ones, from the rollouts
    then: list[int] = field(default_factory=list)  # the turn that would follow a pick
    threats: list[Threat] = field(default_factory=list)  # after the troops are placed as advised
    aims: list[int] = field(default_factory=list)  # what a party would attack then
    denied: list[Denied] = field(default_factory=list)
    other: Other | None = None
    waning: Waning | None = None
    most: bool = False  # solved: no other plan brings more coins in this turn


def advise(view: View, kept: Sequence[int] = (), effort: Effort = EFFORT) -> Advice:
    """`kept`: the rest of an earlier plan that has been followed so far.

    The same view and plan get the same advice.
    """
    s = imagine(view)
    random = Seeded(f"counsel/{position_string(s)}").random
    if s.step in PLACING:
        return _placing(s)
    if only_coins_count(s) and s.step in PLANNED:
        end = solve(s, every_find=False)
        if end.exact:
            return solved(s, end)
    plans = ideas(s, random)
    if fits(s, kept):
        plans = [TurnPlan(0.0, list(kept)), *(plan for plan in plans if plan.actions == [ac.C_DECLINE])]
        courses = compare(s, plans, replace(effort, turns=min(effort.turns, KEPT_TURNS)), random, _declines)
        chosen = next(course for course in courses if course.plan.actions == list(kept))
        other = None
    else:
        courses = compare(s, plans, effort, random, _declines)
        chosen = _sure(courses)
        other = _other(chosen, courses)
    return Advice(
        seat=s.seat,
        plan=chosen.plan.actions,
        coins=this_turn(s, chosen),
        ahead=chosen.coins,
        then=_then(s, chosen.plan.actions, random),
        denied=_denied(s, chosen.plan.actions),
        other=other,
        waning=_waning(s, courses),
    )


def solved(s: State, end: End) -> Advice:
    """The best way to play the rest of a turn for its coins, as advice."""
    return Advice(s.seat, end.plan, end.coins, denied=_denied(s, end.plan), most=end.exact)


def ideas(s: State, random: Callable[[], float]) -> list[TurnPlan]:
    """Plans worth comparing, for every step except placing pieces."""
    if s.step == st.PICK:
        return sorted(good_picks(s, BEAM // 2, random), reverse=True)
    if s.step in ACTING and not leads_a_party(s):
        return turns_worth_a_look(s)
    codes = CODES[s.step](s)
    if s.step == st.FADE:
        return [TurnPlan(0.0, [code]) for code in codes]
    plans = sorted((TurnPlan(worth_after(s, code), [code]) for code in codes), reverse=True)
    return plans[:ANSWERS]


def fits(s: State, plan: Sequence[int]) -> bool:
    """Whether the plan is still possible: each action is legal when its time comes, as far as can be seen."""
    if not plan:
        return False
    s, steps = s.copy(), covered(s)
    return carry_out(s, plan, steps=steps) == len(plan) or s.is_chance


def turns_worth_a_look(s: State) -> list[TurnPlan]:
    """Like the search bot's candidates, but no two with the same conquests, so that they differ."""
    plans = distinct(sorted(good_turns(s, BEAM), reverse=True))
    if len(s.coins) == 2 and s.world.party is None:
        sieved = shortlist(plans, SIEVE)
        plans = sorted((TurnPlan(after_reply(s, plan), plan.actions) for plan in sieved), reverse=True)
    return shortlist(plans, CANDIDATES)


def distinct(plans: list[TurnPlan]) -> list[TurnPlan]:
    """The first of each plan: conquests in another order, or another last attempt, make no new plan."""
    found: dict[frozenset[int], TurnPlan] = {}
    for plan in plans:
        found.setdefault(frozenset(code for code in plan.actions if code >> ac.SHIFT not in _LAST), plan)
    return list(found.values())


_LAST = (ac.ROLL, ac.END)


def _declines(plan: TurnPlan) -> bool:
    return plan.actions[:1] == [ac.C_DECLINE]


def _sure(courses: list[RolloutResult]) -> RolloutResult:
    """The best plan if it beats the first idea by more than its error, otherwise the first idea.

    Without this, the luck of a few rollouts would count as a reason.
    """
    first = max(courses, key=lambda course: course.plan.worth)
    better, error = difference(courses[0], first)
    return courses[0] if better > error else first


def _other(chosen: RolloutResult, courses: list[RolloutResult]) -> Other | None:
    rest = [course for course in courses if course is not chosen]
    if not rest:
        return None
    worse, error = difference(chosen, rest[0])
    return Other(rest[0].plan.actions, worse, error)


def _waning(s: State, courses: list[RolloutResult]) -> Waning | None:
    """Only where declining is legal."""
    declines = [course for course in courses if _declines(course.plan)]
    others = [course for course in courses if not _declines(course.plan)]
    if not declines or not others or s.step not in (st.READY, st.FADE):
        return None
    gain, error = difference(declines[0], others[0])
    return Waning(others[0].coins, declines[0].coins, gain, error)


# --- figures -------------------------------------------------------------------------------------------


def this_turn(start: State, course: RolloutResult) -> float:
    """Coins of this turn. In another player's turn: of the seat's next turn, from the rollouts."""
    if start.turn != start.seat:
        return course.coins[0]
    s = start.copy()
    if carry_out(s, course.plan.actions, steps=covered(s)) < len(course.plan.actions):
        return course.coins[0]  # a relic or place may be found, or another player asked
    ends = [(s, 1.0)]
    if s.step == st.DIE:
        ends = []
        for outcome, share in outcomes(s):
            child = s.copy()
            play(child, outcome)
            ends.append((child, float(share)))
    elif s.is_chance or start.step == st.PICK:
        return course.coins[0]
    total = 0.0
    for end, odds in ends:
        finish_turn(end, start)
        total += odds * (end.coins[start.seat] - start.coins[start.seat])
    return total


def _then(start: State, plan: list[int], random: Callable[[], float]) -> list[int]:
    """The first turn with the combo that is picked."""
    if start.step != st.PICK:
        return []
    s = start.copy()
    play(s, plan[0])
    settle(s, random)
    return best_turn(s, BEAM // 2).actions if s.step in ACTING and s.seat == start.seat else []


def _denied(start: State, plan: list[int]) -> list[Denied]:
    s = start.copy()
    carry_out(s, plan, steps=covered(s))
    found = []
    for seat in range(s.world.players):
        lost = _steady(start, seat) - _steady(s, seat)
        if seat != start.seat and lost > 0:
            found.append(Denied(seat, lost))
    return found


def _steady(s: State, seat: int) -> int:
    return sum(steady_coins(s, race) for race in s.races_of(seat))


# --- placing -------------------------------------------------------------------------------------------


def _placing(start: State) -> Advice:
    """A complete redeployment, all markers or all regions to give up, as one advice."""
    plan = placement(start) if start.step == st.REDEPLOY else _by_the_rules(start)
    merged = _merged(plan)
    if fits(start, merged):
        plan = merged
    s = start.copy()
    carry_out(s, plan, steps=covered(s))
    threats = threats_to(s, s.mask[race_asked(start)])
    aims = _aims(start, plan)
    coins = 0.0
    if start.turn == start.seat:
        finish_turn(s, start)
        coins = float(s.coins[start.seat] - start.coins[start.seat])
    return Advice(start.seat, plan, coins, threats=threats, aims=aims)


def _aims(start: State, plan: list[int]) -> list[int]:
    """What a party would attack if the tokens are placed like this, before it moves."""
    if start.world.party is None:
        return []
    s, race = start.copy(), race_asked(start)
    for code in plan:
        if code >> ac.SHIFT == ac.PLACE:
            s.tokens[code & 63] += code >> 6 & 63
            s.hand[race] -= code >> 6 & 63
    return [target.region for target in next_targets(s)[0]]


def _by_the_rules(start: State) -> list[int]:
    s, plan, what = start.copy(), list[int](), _what(start)
    for _ in bounded():
        if _what(s) != what or s.over or not CODES[s.step](s):
            break
        plan.append(greedy_action(s))
        play(s, plan[-1])
    return plan


def _what(s: State) -> tuple[int, int, int, int]:
    now = asked(s)
    return s.step, s.seat, now.race, now.marker


def _merged(plan: list[int]) -> list[int]:
    """Join placements in the same region into one action."""
    if any(code >> ac.SHIFT != ac.PLACE for code in plan):
        return plan
    counts: dict[int, int] = {}
    for code in plan:
        counts[code & 63] = counts.get(code & 63, 0) + (code >> 6 & 63)
    return [ac.code(ac.PLACE, region, count) for region, count in counts.items()]


class Follower:
    """A player who always follows the coach: used to measure how good it is."""

    def __init__(self, effort: Effort = EFFORT) -> None:
        self.effort = effort
        self._plan: list[int] = []
        self._expected: State | None = None

    def choose(self, view: View) -> int:
        s = imagine(view)
        kept = self._plan if s == self._expected else []
        if not kept or s.step not in PLACING:
            kept = advise(view, kept, self.effort).plan
        self._plan = kept[1:]
        play(s, kept[0])
        self._expected = s if not s.is_chance else None
        return kept[0]
