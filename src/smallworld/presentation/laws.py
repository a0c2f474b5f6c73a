"""A law for random games and tests: what is shown of a choice is what happens when it is played."""

from __future__ import annotations

from smallworld.engine import Event, State, odds, outcomes, view
from smallworld.engine.actions import C_FACE, CONQUER, SHIFT
from smallworld.engine.laws.sampling import ALL_ITEMS, Sampling
from smallworld.engine.position import state as st
from smallworld.engine.turn.steps.score import income
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.receipt_types import TERM_LABELS
from smallworld.engine.world.world import DIE

from .choices import Choice, choices
from .players import offer
from .results import score


def broken_numbers(s: State, sampling: Sampling = ALL_ITEMS) -> list[str]:
    """Every wrong number shown for the current choices. The position is not changed."""
    if s.over or s.is_chance:
        return []
    found = choices(view(s, s.seat))
    faults = [fault for choice in sampling.some(found) for fault in _faults(s, choice)]
    for seat in sampling.some(range(len(s.coins))):
        shown = score(s, seat)
        if shown.receipt.total != income(s, seat) or not shown.receipt.adds_up:
            faults.append(f"seat {seat} is shown {shown.receipt}, and would score {income(s, seat)}")
    return faults


def _faults(s: State, choice: Choice) -> list[str]:
    said = f"{choice.kind} {choice.region if choice.region >= 0 else choice.slot}"
    faults = []
    if choice.receipt is not None:
        if not choice.receipt.adds_up:
            faults.append(f"{said}: {choice.receipt} does not add up")
        faults += [
            f"{said}: nobody knows what kind of thing {term.label} is"
            for term in choice.receipt.terms
            if bool(term.kind) == (term.label in TERM_LABELS)
        ]
    if choice.odds is not None and choice.odds != odds(choice.short):
        faults.append(f"{said}: {choice.short} short is not {choice.odds}")
    check = _CHECKS.get(choice.kind)
    return faults if check is None else [*faults, *(f"{said}: {fault}" for fault in check(s, choice))]


def _played(s: State, code: int) -> tuple[State, list[Event]]:
    trial, events = s.copy(), list[Event]()
    play(trial, code, events)
    return trial, events


def _pick(s: State, choice: Choice) -> list[str]:
    after, events = _played(s, choice.code)
    paid = s.coins[s.seat] - after.coins[s.seat]
    faults = [] if paid == choice.cost else [f"{choice.cost} is shown, {paid} was paid"]
    brings = offer(s, choice.slot).tokens.total
    took = next((event.amount for event in events if event.kind == "mustered"), brings)
    return faults if took == brings else [*faults, f"{brings} tokens are shown, {took} came"]


def _conquer(s: State, choice: Choice) -> list[str]:
    _, events = _played(s, choice.code)
    taken = next(event for event in events if event.kind == "conquered")
    faults = [] if choice.cost <= choice.have or choice.helps else ["it costs more than one has"]
    if any(event.kind == "converted" for event in events):
        return faults  # nothing is paid: one token replaces another
    helpers = min(choice.have - s.hand[s.acting], choice.cost - 1)  # at least one token must go along
    spent = taken.amount + helpers
    return faults if spent == choice.cost else [*faults, f"{choice.cost} is shown, {spent} was spent"]


def _roll(s: State, choice: Choice) -> list[str]:
    rolling, _ = _played(s, choice.code)
    if rolling.step != st.DIE:
        return []  # a question comes first
    faults = []
    for face in sorted(set(DIE)):
        _, events = _played(rolling, C_FACE | face)
        # The turn may end with it, and then a party may take the region.
        target = ("conquered", s.acting, choice.region)
        taken = any((event.kind, event.race, event.region) == target for event in events)
        if taken != (face >= choice.short):
            faults.append(f"{choice.short} short, but a {face} {'wins' if taken else 'fails'}")
    return faults


def _gamble(s: State, choice: Choice) -> list[str]:
    rolling, _ = _played(s, choice.code)
    luck = sum(
        share
        for face, share in outcomes(rolling)
        if any(code >> SHIFT == CONQUER for code in codes(_played(rolling, face)[0]))
    )
    return [] if luck == choice.odds else [f"{choice.odds} is shown, {luck} is the chance of a conquest"]


_CHECKS = {"pick": _pick, "conquer": _conquer, "roll": _roll, "gamble": _gamble}
