"""The commands of people and bots at a table. Each returns the journal entry to write, or is refused.

A command does not change the table: undo and redo are tried on its game and reverted. A command whose entry
cannot be written has not happened.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, Literal

from smallworld.engine import Game
from smallworld.engine.actions import is_chance

from .clocks import COMING_BACK, NOBODY
from .journal import Body, Entry, Kind
from .planning import PlannedMove
from .refusal import Refusal
from .seats import BOT_NAMES, SeatHolder, distinct
from .table import Table

Why = Literal["asked", "time", "owner", "away"]
MOST_ENTRIES: Final = 4000  # entries, after which a journal takes only moves; long games have some hundreds


def join(table: Table, name: str, key: str, now: float) -> Entry:
    """Take the first open seat; `key` is the hash of the player's key."""
    if table.phase != "waiting":
        raise Refusal("phase", "begun")
    if not table.open_seats:
        raise Refusal("phase", "full")
    body = {"seat": table.open_seats[0], "name": distinct(name, table.names), "key": key}
    return _entry(table, "seated", now, body)


def begin(table: Table, now: float) -> Entry:
    """Start the game; bots take the seats that are still open."""
    if table.phase != "waiting":
        raise Refusal("phase", "begun")
    names, bots = table.names, []
    for seat in table.open_seats:
        names[seat] = distinct(BOT_NAMES[seat], names)
        bots.append({"seat": seat, "name": names[seat], "level": table.header.standin})
    plan = PlannedMove(table.first_game())
    plan.settle(table.luck)
    return _entry(table, "begun", now, {"actions": plan.actions, "bots": bots})


def move(table: Table, seats: Collection[int], version: int, actions: Sequence[str], now: float) -> Entry:
    """Decisions of the seat to decide, and the chance outcomes that follow."""
    game = _playing(table)
    _not_stale(table, version)
    seat = _asked(table, seats)
    plan = PlannedMove(game)
    plan.decide(actions, seat)
    plan.settle(table.luck)
    body = {"seat": seat, "actions": plan.actions}
    return _entry(table, "moved", now, {**body, "over": True} if plan.state.over else body, plan)


def undo(table: Table, seats: Collection[int], version: int, now: float) -> Entry:
    game = table.game
    if game is None or (game.over and not table.free_undo):
        raise Refusal("phase", "not_playing")
    _not_stale(table, version)
    seat = _rewinds(table, seats)
    _not_endless(table)
    room, wall = table.undo_room
    if not room:
        raise Refusal("wall", "wall", wall=wall)
    count = _steps_to_a_person(
        table, lambda: game.undo(beyond_wall=True), game.redo, lambda: all(map(is_chance, game.log))
    )
    return _entry(table, "undone", now, {"seat": seat, "count": count})


def redo(table: Table, seats: Collection[int], version: int, now: float) -> Entry:
    game = _playing(table)
    _not_stale(table, version)
    seat = _rewinds(table, seats)
    _not_endless(table)
    if not game.can_redo:
        raise Refusal("wall", "no_redo")
    ends = False

    def finished() -> bool:
        nonlocal ends
        ends = game.over
        return not game.can_redo

    count = _steps_to_a_person(table, game.redo, lambda: game.undo(beyond_wall=True), finished)
    body = {"seat": seat, "count": count}
    return _entry(table, "redone", now, {**body, "over": True} if ends else body)


def stand_in(table: Table, seat: int, why: Why, now: float, level: str = "") -> Entry:
    """A bot takes over a person's seat. No level: the usual one of the table."""
    _playing(table)
    holder = _holder(table, seat)
    if holder.who != "person" or holder.standin:
        raise Refusal("phase", "already_bot", name=holder.name)
    if why != "time":
        _not_endless(table)
    return _entry(table, "standin", now, {"seat": seat, "level": level or table.header.standin, "why": why})


def come_back(table: Table, seat: int, now: float) -> Entry:
    """The person takes the seat back."""
    _playing(table)
    holder = _holder(table, seat)
    if not holder.standin:
        raise Refusal("phase", "no_standin", name=holder.name)
    _not_endless(table)
    # Extra time only for a seat that ran out of time; one handed over on purpose keeps the time it had.
    seconds = COMING_BACK if holder.why == "time" else 0.0
    return _entry(table, "back", now, {"seat": seat, "seconds": seconds})


def resume(table: Table, since: float, until: float, now: float) -> Entry:
    """No server was running from `since` until `until`; no clock ran in that time."""
    if table.clocks.ticking == NOBODY or table.clocks.since >= until:
        raise Refusal("phase", "not_playing")  # another server has written it already
    return _entry(table, "resumed", now, {"since": since, "until": until})


# --- shared helpers -------------------------------------------------------------------------------


def _entry(table: Table, kind: Kind, now: float, body: Body, plan: PlannedMove | None = None) -> Entry:
    return Entry(table.version + 1, now, kind, body, plan)


def _playing(table: Table) -> Game:
    if table.game is None or table.game.over:
        raise Refusal("phase", "not_playing")
    return table.game


def _not_stale(table: Table, version: int) -> None:
    if version != table.version:
        raise Refusal("stale")


def _not_endless(table: Table) -> None:
    """Games end, but undo and redo can go on for ever. A journal must stay short enough to replay."""
    if table.version >= MOST_ENTRIES:
        raise Refusal("phase", "too_often")


def _asked(table: Table, seats: Collection[int]) -> int:
    """The seat to decide, if it is one of these and no bot plays it."""
    seat = table.decides
    if seat == NOBODY or not seats:
        raise Refusal("not_yours")
    if seat not in seats:
        raise Refusal("not_yours", "not_asked", name=table.names[seat])
    return seat


def _rewinds(table: Table, seats: Collection[int]) -> int:
    """Who may undo: the seat to decide; at a table with free undo, anybody who plays."""
    if not table.free_undo:
        return _asked(table, seats)
    if not seats:
        raise Refusal("not_yours")
    return min(seats)


def _holder(table: Table, seat: int) -> SeatHolder:
    if not 0 <= seat < len(table.holders):
        raise Refusal("not_yours", "no_seat")
    return table.holders[seat]


def _steps_to_a_person(
    table: Table, step: Callable[[], str], back: Callable[[], str], finished: Callable[[], bool]
) -> int:
    """How many steps through the log until a person decides. The game is left unchanged."""
    step()
    count = 1
    while not finished() and table.free_undo and table.bot_due:
        step()
        count += 1
    for _ in range(count):
        back()
    return count
