"""A turn from beginning to end, as a table of contents, and the one place where actions are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from . import actions as ac
from . import state as st
from .errors import SmallWorldError
from .events import Event, Log
from .field import do_changes
from .scene import Scene
from .state import State
from .steps import conquer, decline, final, markers, pick, question, ready, redeploy, score, victims
from .world import NONE

# --- the phases of a turn: each says whether it has something to ask --------------------------------


def _turn_begins(s: State, log: Log) -> bool:
    seat = s.turn
    s.truce[seat] = NONE
    s.picked = s.touched = False
    s.done = s.conquered = s.nonempty = s.attacked = s.displaced = 0
    for counter in s.world.turn_counters:
        s.counters[counter] = 0
    if log is not None:
        log.append(Event("turn", seat=seat, amount=s.round))
    race = s.active[seat]
    if race != NONE:
        combo = s.combos[race]
        if combo.turn_moments:
            scene = Scene(s, race, combo)
            for piece in combo.turn_moments:
                do_changes(s, race, piece.on_turn(scene), log)
    return False


def _pick(s: State, log: Log) -> bool:
    if s.active[s.turn] != NONE:
        s.phase += 2  # nobody arrives, nobody is mustered
        return False
    s.step, s.seat, s.arg = st.PICK, s.turn, 0
    return True


def _questions_of_arrival(s: State, log: Log) -> bool:
    return question.ask_from(s, "picked", 0)


def _muster(s: State, log: Log) -> bool:
    pick.muster(s, log)
    return False


def _elders(s: State, log: Log) -> bool:
    """Declined races that still act do so before the active one."""
    for race in s.declined[s.turn]:
        if not s.done >> race & 1 and s.combos[race].acts:
            ready.begin(s, race, log)
            return True
    s.phase += 1  # nobody to redeploy
    return False


def _elders_redeploy(s: State, log: Log) -> bool:
    s.done |= 1 << s.acting
    s.touched = True  # their turn has been taken, so it is too late for a decline
    asks = redeploy.begin(s, s.acting, log)
    s.phase -= 2  # back to the elders, there may be another one
    return asks


def _ready(s: State, log: Log) -> bool:
    ready.begin(s, s.active[s.turn], log)
    return True


def _redeploy(s: State, log: Log) -> bool:
    race = s.active[s.turn]
    if s.combos[race].quiet:
        s.phase = LAST_REDEPLOYING  # no marker to put out, nothing to ask
    return redeploy.begin(s, race, log)


def _markers(s: State, log: Log) -> bool:
    return markers.ask_from(s, 0)


def _questions_of_parting(s: State, log: Log) -> bool:
    return question.ask_from(s, "parting", 0)


def _last_redeploy(s: State, log: Log) -> bool:
    """A race that declined on this turn and may arrange its tokens once more."""
    if s.active[s.turn] == NONE and s.declined[s.turn]:
        race = s.declined[s.turn][-1]
        if s.combos[race].last_redeploy:
            return redeploy.begin(s, race, log)
    return False


def _score(s: State, log: Log) -> bool:
    score.score(s, s.turn, log)
    return False


def _fade(s: State, log: Log) -> bool:
    race = s.active[s.turn]
    if race == NONE or not s.combos[race].fades:
        return False
    s.step, s.seat, s.arg = st.FADE, s.turn, 0
    return True


def _victims(s: State, log: Log) -> bool:
    if s.displaced and victims.begin(s, log):
        s.phase -= 1  # ask again until nobody is left
        return True
    return False


def _next_player(s: State, log: Log) -> bool:
    s.acting, s.combo, s.reach, s.open, s.bonus = NONE, s.world.idle, 0, 0, NONE
    s.turn += 1
    if s.turn == len(s.coins):
        s.turn = 0
        s.round += 1
        if s.round > s.world.rounds:
            s.round, s.turn = s.world.rounds, len(s.coins) - 1
            s.step, s.seat, s.arg = st.OVER, NONE, 0
            if log is not None:
                log.append(Event("over"))
            return True
        if log is not None:
            log.append(Event("round", amount=s.round))
    s.phase = -1
    return False


PHASES: Final[tuple[Callable[[State, Log], bool], ...]] = (
    _turn_begins,
    _pick,
    _questions_of_arrival,
    _muster,
    _elders,
    _elders_redeploy,
    _ready,
    _redeploy,
    _markers,
    _questions_of_parting,
    _last_redeploy,
    _score,
    _fade,
    _victims,
    _next_player,
)
BEFORE_TURN: Final = -1
PICKING: Final = PHASES.index(_pick)
ELDERS: Final = PHASES.index(_elders)
PARTING: Final = PHASES.index(_questions_of_parting)
LAST_REDEPLOYING: Final = PHASES.index(_last_redeploy)
READYING: Final = PHASES.index(_ready)
REDEPLOYING: Final = PHASES.index(_redeploy)
FADING: Final = PHASES.index(_fade)


def advance(s: State, log: Log) -> None:
    """Go on with the turn until somebody has to decide something."""
    while True:
        s.phase += 1
        if PHASES[s.phase](s, log):
            return


# --- what can be done, and doing it -----------------------------------------------------------------


def _fade_codes(s: State) -> list[int]:
    return [ac.C_END, ac.C_DECLINE]


def _no_codes(s: State) -> list[int]:
    return []


def _die_codes(s: State) -> list[int]:
    return [ac.C_FACE | pips for pips in (0, 1, 2, 3)]


def _race_codes(s: State) -> list[int]:
    return [ac.C_DRAW_RACE | race for race in pick.race_outcomes(s)]


def _badge_codes(s: State) -> list[int]:
    return [ac.C_DRAW_BADGE | power for power in pick.badge_outcomes(s)]


CODES: Final[tuple[Callable[[State], list[int]], ...]] = (
    pick.codes,
    ready.codes,
    conquer.codes,
    conquer.codes,
    redeploy.give_up_codes,
    redeploy.codes,
    markers.codes,
    question.codes,
    _fade_codes,
    victims.codes,
    _no_codes,
    _die_codes,
    _race_codes,
    _badge_codes,
)


def codes(s: State) -> list[int]:
    """The legal action codes of a position; at a chance step, the possible outcomes."""
    return CODES[s.step](s)


def _decline(s: State, action: int, log: Log) -> bool:
    decline.decline(s, action, log)
    if s.step != st.FADE:
        s.phase = PARTING  # no conquest on this turn: on to the last redeployment and the scoring
    return True


def _end(s: State, action: int, log: Log) -> bool:
    if s.step == st.MARKERS:
        return markers.end(s)
    if s.step == st.QUESTION:
        return question.end(s)
    if s.step == st.VICTIMS:
        return victims.end(s)
    s.bonus = NONE
    return True


DO: Final[tuple[Callable[[State, int, Log], bool], ...]] = (
    pick.pick,
    _decline,
    ready.abandon,
    conquer.conquer,
    final.roll,
    final.gamble,
    _end,
    redeploy.give_up,
    redeploy.place,
    markers.put,
    question.choose,
    final.face,
    pick.draw_race,
    pick.draw_badge,
)


def play(s: State, action: int, log: Log = None) -> None:
    """Do a legal action in place. It is not checked: that is what `check` and `apply` are for."""
    kind = action >> ac.SHIFT
    # Most actions are one of three kinds. Called by name, they are direct calls when compiled.
    if kind == ac.PLACE:
        done = redeploy.place(s, action, log)
    elif kind == ac.CONQUER:
        done = conquer.conquer(s, action, log)
    elif kind == ac.END:
        done = _end(s, action, log)
    else:
        done = DO[kind](s, action, log)
    if done:
        advance(s, log)
    if s.short:
        pick.refill(s, log)


def winners(s: State) -> tuple[int, ...]:
    """Most coins; then most race tokens on the board; still equal: they share the victory."""
    if not s.over:
        raise SmallWorldError("nobody has won yet: the game is not over")
    best = max((coins, s.tokens_on_map(seat)) for seat, coins in enumerate(s.coins))
    return tuple(seat for seat, coins in enumerate(s.coins) if (coins, s.tokens_on_map(seat)) == best)
