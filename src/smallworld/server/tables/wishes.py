"""What people and bots wish of a table. Each wish says which entry of the journal it comes to, or is refused.

Nothing is changed here: a wish that cannot be written down has not happened.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, Literal

from smallworld.engine import Game, NotationError, State, action_string, check, parse_action
from smallworld.engine.actions import is_chance
from smallworld.engine.turn import play

from .clocks import COMING_BACK, NOBODY
from .journal import Body, Entry, Kind
from .refusal import Refusal
from .seats import BOT_NAMES, Sitter, distinct
from .table import Table

Why = Literal["asked", "time", "owner"]
MOST_ENTRIES: Final = (
    4000  # of a journal to which more than moves may be added; long games have some hundreds
)


def join(table: Table, name: str, key: str, now: float) -> Entry:
    """Somebody takes the first open seat; `key` is the hash of theirs."""
    if table.phase != "waiting":
        raise Refusal("phase", "begun")
    if not table.open_seats:
        raise Refusal("phase", "full")
    body = {"seat": table.open_seats[0], "name": distinct(name, table.names), "key": key}
    return _entry(table, "seated", now, body)


def begin(table: Table, now: float) -> Entry:
    """The game starts; bots sit down where nobody has."""
    if table.phase != "waiting":
        raise Refusal("phase", "begun")
    names, bots = table.names, []
    for seat in table.open_seats:
        names[seat] = distinct(BOT_NAMES[seat], names)
        bots.append({"seat": seat, "name": names[seat], "level": table.header.standin})
    actions = _settled(table, table.first_game().state, [])
    return _entry(table, "begun", now, {"actions": actions, "bots": bots})


def move(table: Table, seats: Collection[int], version: int, actions: Sequence[str], now: float) -> Entry:
    """Decisions of the seat that is asked, all of them or none.

    Chance may come after the last of them only. Otherwise a message that fails behind a roll would be a free
    second roll, and its refusal would tell what came up.
    """
    game = _playing(table)
    _not_stale(table, version)
    seat = _asked(table, seats)
    state, done = game.state.copy(), []
    for text in actions:
        if state.is_chance:
            raise Refusal("illegal", "chance_between", action=text)
        try:
            code = parse_action(table.world, text)
        except NotationError as error:
            raise Refusal("unreadable", "no_action", action=text) from error
        if denials := check(state, code, seat):
            raise Refusal("illegal", denials=denials)
        play(state, code)
        done.append(action_string(table.world, code))
    body = {"seat": seat, "actions": _settled(table, state, done)}
    return _entry(table, "moved", now, {**body, "over": True} if state.over else body)


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
    count = _rehearsed(
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

    count = _rehearsed(table, game.redo, lambda: game.undo(beyond_wall=True), finished)
    body = {"seat": seat, "count": count}
    return _entry(table, "redone", now, {**body, "over": True} if ends else body)


def stand_in(table: Table, seat: int, why: Why, now: float) -> Entry:
    """A bot plays on for a person."""
    _playing(table)
    sitter = _sitter(table, seat)
    if sitter.who != "person" or sitter.standin:
        raise Refusal("phase", "already_bot", name=sitter.name)
    if why != "time":
        _not_endless(table)
    return _entry(table, "standin", now, {"seat": seat, "level": table.header.standin, "why": why})


def come_back(table: Table, seat: int, now: float) -> Entry:
    """The person takes the seat back."""
    _playing(table)
    sitter = _sitter(table, seat)
    if not sitter.standin:
        raise Refusal("phase", "no_standin", name=sitter.name)
    _not_endless(table)
    # Who gave the seat away has the time that was left; only who ran out of it gets some.
    seconds = COMING_BACK if sitter.why == "time" else 0.0
    return _entry(table, "back", now, {"seat": seat, "seconds": seconds})


def resume(table: Table, since: float, until: float, now: float) -> Entry:
    """No server was there from `since` until then, and nobody's time has run."""
    if table.clocks.ticking == NOBODY or table.clocks.since >= until:
        raise Refusal("phase", "not_playing")  # another server has seen to it
    return _entry(table, "resumed", now, {"since": since, "until": until})


# --- what they share ------------------------------------------------------------------------------


def _entry(table: Table, kind: Kind, now: float, body: Body) -> Entry:
    return Entry(table.version + 1, now, kind, body)


def _playing(table: Table) -> Game:
    if table.game is None or table.game.over:
        raise Refusal("phase", "not_playing")
    return table.game


def _not_stale(table: Table, version: int) -> None:
    if version != table.version:
        raise Refusal("stale")


def _not_endless(table: Table) -> None:
    """Games end; going back and forth does not. A journal must stay short enough to be read again."""
    if table.version >= MOST_ENTRIES:
        raise Refusal("phase", "too_often")


def _asked(table: Table, seats: Collection[int]) -> int:
    """The seat that is asked, if it is one of these and no bot plays it."""
    seat = table.decides
    if seat == NOBODY or not seats:
        raise Refusal("not_yours")
    if seat not in seats:
        raise Refusal("not_yours", "not_asked", name=table.names[seat])
    return seat


def _rewinds(table: Table, seats: Collection[int]) -> int:
    """Who undoes: the seat that is asked; at a table with free undo, anybody who plays there."""
    if not table.free_undo:
        return _asked(table, seats)
    if not seats:
        raise Refusal("not_yours")
    return min(seats)


def _sitter(table: Table, seat: int) -> Sitter:
    if not 0 <= seat < len(table.sitters):
        raise Refusal("not_yours", "no_seat")
    return table.sitters[seat]


def _settled(table: Table, state: State, actions: list[str]) -> list[str]:
    """The actions, and the chance outcomes that follow them."""
    luck = table.luck
    while state.is_chance:
        code = luck.outcome(state)
        play(state, code)
        actions.append(action_string(table.world, code))
    return actions


def _rehearsed(
    table: Table, step: Callable[[], str], back: Callable[[], str], finished: Callable[[], bool]
) -> int:
    """How many steps through the log it takes until a person decides. The game is left as it was."""
    step()
    count = 1
    while not finished() and table.free_undo and table.bot_due:
        step()
        count += 1
    for _ in range(count):
        back()
    return count
