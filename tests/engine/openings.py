"""Positions of the workshop, for the tests of what packs can open."""

from __future__ import annotations

from typing import Any

from smallworld.engine import State, World, apply, asked, check, conquest_receipt, state_from
from smallworld.engine.bits import regions
from smallworld.engine.laws.laws import broken_laws

from .workshop import workshop_world


def race(name: str, power: str | None = None, hand: int = 0, **places: int) -> dict[str, Any]:
    row: dict[str, Any] = {"race": name, "hand": hand, "regions": {k[1:]: n for k, n in places.items()}}
    return {**row, "power": power} if power else row


def at(*rows: dict[str, Any] | None, world: World | None = None, **more: Any) -> State:
    """A position on the grid, one active race for each seat; `old_a` …: declined ones."""
    here = world or workshop_world(len(rows))
    players: dict[str, Any] = {}
    for seat, row in zip("ABC", rows, strict=False):
        players[seat] = {"active": row} if row else {}
        players[seat]["declined"] = more.pop(f"old_{seat.lower()}", [])
        players[seat].update(more.pop(f"player_{seat}", {}))
    more.setdefault("step", "ready")
    return state_from({"board": here.board.id, "players": players, **more}, lambda _: here)


def play(state: State, actions: str) -> State:
    """Play actions, every law after each of them, and each position through its string."""
    for action in actions.split():
        state = apply(state, action).state
        assert not broken_laws(state), action
    return state


def cost(state: State, region: int, way: str = "") -> str:
    means = state.world.means[state.world.means_index(way)] if way else None
    return str(conquest_receipt(state, region, means))


def rules(state: State, action: str) -> list[str]:
    return [reason.rule for reason in check(state, action)]


def question_of(state: State) -> str:
    """Which question is put now."""
    question = asked(state).question
    return question.id if question is not None else "-"


def hand(state: State, name: str) -> int:
    return state.hand[state.world.race_index(name)]


def spots(state: State, marker: str) -> list[int]:
    return list(regions(state.spots(state.world.marker_index(marker))))


def counted(state: State, name: str) -> int:
    return state.counters[state.world.counter_index(name)]


ANTS = race("ants", "ageless", 9, r0=1)
