"""The phases of a turn in order, and the one place where actions are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .. import actions as ac
from ..actions import CONQUER, END, PLACE, SHIFT
from ..content.piece_view import PieceView
from ..effects import NOTES
from ..events import Event, Log
from ..position import state as st
from ..position.region_contents import vanish_if_gone
from ..position.state import NEXT, State
from ..world.building import REVEAL
from ..world.world import NONE, World
from .apply_changes import do_changes
from .decision_stack import hold
from .row import note_adrift, own_dwells, reveal
from .steps import conquer, decline, die, markers, party_turn, pick, question, ready, redeploy, score, victims

_NO_NOTES: Final = [NONE] * len(NOTES)

# --- the phases of a turn: each returns whether it has something to ask --------------------------------


def _begin(s: State, log: Log) -> bool:
    seat = s.turn
    s.notes[seat :: s.world.seats] = _NO_NOTES
    s.picked = s.touched = False
    s.done = s.conquered = s.nonempty = s.attacked = s.displaced = 0
    zeros = s.world.turn_zeros
    if zeros:
        s.counters[: len(zeros)] = zeros
    if log is not None:
        log.append(Event("turn", seat=seat, amount=s.round))
    race = s.active[seat]
    if race != NONE:
        combo = s.combos[race]
        if combo.turn_moments:
            for piece, here in combo.turn_moments:
                do_changes(s, race, piece.on_turn(PieceView(s, race, combo, piece, here)), log)
        if not s.stack and _nothing_before_ready(s):
            s.phase = s.world.shortcuts.elders_redeploy
    return False


def _nothing_before_ready(s: State) -> bool:
    """Whether a player with an active race begins with it: no question is asked, and no declined race
    acts."""
    asking = s.world.rule_question_phases | s.combos[s.active[s.turn]].asking
    for old in s.declined[s.turn]:
        combo = s.combos[old]
        if combo.acts:
            return False
        asking |= combo.asking
    return not asking & s.world.shortcuts.before_ready


def _pick(s: State, log: Log) -> bool:
    if s.active[s.turn] != NONE:
        s.phase = s.world.shortcuts.muster  # no combo was picked: skip arrival and muster
        return False
    s.step, s.seat, s.arg = st.PICK, s.turn, 0
    return True


def _muster(s: State, log: Log) -> bool:
    pick.take_tokens(s, log)
    return False


def _elders(s: State, log: Log) -> bool:
    """Declined races that still act do so before the active one."""
    for race in s.declined[s.turn]:
        if not s.done >> race & 1 and s.combos[race].acts:
            ready.begin(s, race, log)
            return True
    s.phase = s.world.shortcuts.elders_redeploy  # no race to redeploy
    return False


def _elders_redeploy(s: State, log: Log) -> bool:
    s.done |= 1 << s.acting
    s.touched = True  # they have used the turn, so it is too late to decline
    if s.mask[s.acting] & ~s.combo.dwells and _interrupted(s, s.acting, "elders_redeploy", log):
        return False
    if s.card >= 0:
        note_adrift(s, s.acting, s.conquered & s.mask[s.acting], own_dwells(s, s.acting))
    asks = redeploy.begin(s, s.acting, log)
    vanish_if_gone(s, s.acting, log)  # it may have lost what let it act
    go_to(s, "elders")  # another declined race may act
    return asks


def _interrupted(s: State, race: int, phase: str, log: Log) -> bool:
    """Leaving a region where the race may not stay may lead to a question, which comes first."""
    redeploy.leave_foreign_ground(s, race, log)
    if not s.stack:
        return False
    go_to(s, phase)
    return True


def _ready(s: State, log: Log) -> bool:
    if s.turn >= s.world.players:
        return party_turn.begin(s, log)
    ready.begin(s, s.active[s.turn], log)
    return True


def _redeploy(s: State, log: Log) -> bool:
    if s.turn >= s.world.players:
        party_turn.end(s, log)
        go_to(s, "score")
        return False
    race = s.active[s.turn]
    if s.mask[race] & ~s.combos[race].dwells and _interrupted(s, race, "redeploy", log):
        return False
    if not s.combos[race].asked_markers and _nobody_asks(s, s.world.shortcuts.before_scoring):
        # No marker to place, no question, and no decline.
        s.phase = s.world.shortcuts.last_redeploy
    return redeploy.begin(s, race, log)


def _markers(s: State, log: Log) -> bool:
    race = s.active[s.turn]
    return bool(s.combos[race].asked_markers) and markers.ask_from(s, 0)


def _last_redeploy(s: State, log: Log) -> bool:
    """A race that declined this turn and may redeploy once more."""
    if s.active[s.turn] == NONE and s.declined[s.turn]:
        race = s.declined[s.turn][-1]
        if s.combos[race].last_redeploy:
            return redeploy.begin(s, race, log)
    return False


def _score(s: State, log: Log) -> bool:
    score.score(s, s.turn, log)
    race = s.active[s.turn]
    fades = race != NONE and s.combos[race].fades
    if not (fades or s.displaced or s.stack):
        after = s.world.shortcuts.after_scoring
        if not after or _nobody_asks(s, after):
            s.phase = s.world.shortcuts.victims  # on to the next player
    return False


def _fade(s: State, log: Log) -> bool:
    race = s.active[s.turn]
    if race == NONE or not s.combos[race].fades:
        return False
    s.step, s.seat, s.arg = st.FADE, s.turn, 0
    return True


def _victims(s: State, log: Log) -> bool:
    if s.displaced and victims.begin(s, log):
        go_to(s, "victims")  # again until no victim is left
        return True
    return False


def _next(s: State, log: Log) -> bool:
    s.acting, s.combo, s.reach, s.open, s.tokens_only, s.bonus = NONE, s.world.idle, 0, 0, 0, NONE
    following = s.world.shortcuts.next_turn[s.round][s.turn]
    if following != NONE:
        s.turn = following
    elif s.round == s.world.rounds:
        score.settle_up(s, log)
        s.step, s.seat, s.arg = st.OVER, NONE, 0
        if log is not None:
            log.append(Event("over"))
        return True
    else:
        s.turn = 0
        s.round += 1
        if log is not None:
            log.append(Event("round", amount=s.round))
    s.phase = s.world.shortcuts.before_turn
    s.step, s.arg = NEXT, 0  # nothing that interrupts the next turn comes back to this one
    return False


def _questions(s: State, log: Log) -> bool:
    """A phase in which pieces may ask, such as those that packs insert. A party is never asked."""
    if s.turn >= s.world.players or _nobody_asks(s, 1 << s.phase):
        return False
    return question.ask_in_phase(s, s.world.phases[s.phase], log)


def _nobody_asks(s: State, phases: int) -> bool:
    """Whether neither a rule nor a piece of the player to move asks anything in these phases."""
    asking, race = s.world.rule_question_phases, s.active[s.turn]
    if race != NONE:
        asking |= s.combos[race].asking
    for old in s.declined[s.turn]:
        asking |= s.combos[old].asking
    return not asking & phases


def _nothing(s: State, log: Log) -> bool:
    """A phase in which no piece of this world asks anything."""
    return False


def _setup(s: State, log: Log) -> bool:
    """Questions before the first turn."""
    return s.round == 1 and s.turn == 0 and _questions(s, log)


Phase = Callable[[State, Log], bool]

# What each phase of World.phases does; every other phase asks the questions that name it.
RUN: Final[dict[str, Phase]] = {
    "setup": _setup,
    REVEAL: reveal,
    "begin": _begin,
    "pick": _pick,
    "muster": _muster,
    "elders": _elders,
    "elders_redeploy": _elders_redeploy,
    "ready": _ready,
    "redeploy": _redeploy,
    "markers": _markers,
    "last_redeploy": _last_redeploy,
    "score": _score,
    "fade": _fade,
    "victims": _victims,
    "next": _next,
}
BEFORE_TURN: Final = -1


def go_to(s: State, phase: str) -> None:
    """Continue with this phase. (A phase that sets `State.phase` itself continues after the phase it
    names.)"""
    s.phase = s.world.phase_index[phase] - 1


def runs(world: World) -> list[Phase]:
    """The phases of a world as functions."""
    if not world.runs:
        asking = {name: _questions if name in world.phase_questions else _nothing for name in world.phases}
        world.runs = [RUN.get(name, asking[name]) for name in world.phases]
    return world.runs


def advance(s: State, log: Log) -> None:
    """Go on with the turn until somebody has to decide something."""
    phases, stack = s.world.runs or runs(s.world), s.stack
    s.step, s.arg = NEXT, 0
    while True:
        s.phase += 1
        if phases[s.phase](s, log) or stack:
            return


def start(s: State, counters: list[int]) -> None:
    """Start the turn of a position that was set up. `counters`: what those of the turn already say; beginning
    would clear them."""
    s.phase, s.step, s.arg = BEFORE_TURN, NEXT, 0
    for phase in range(s.world.phase_index["begin"]):
        s.phase = phase
        if s.world.phases[phase] == REVEAL:  # a position is described as it is after that
            continue
        if runs(s.world)[phase](s, None) or s.stack:
            return
    s.phase += 1
    _begin(s, None)
    for counter, count in enumerate(counters):
        if count:
            s.counters[counter] = count
    if not s.stack:
        advance(s, None)


# --- what can be done, and doing it -----------------------------------------------------------------


def _fade_codes(s: State) -> list[int]:
    return [ac.C_END, ac.C_DECLINE]


def _no_codes(s: State) -> list[int]:
    return []


def _die_codes(s: State) -> list[int]:
    return [ac.C_FACE | pips for pips in (0, 1, 2, 3)]


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
    _no_codes,
    _die_codes,
    pick.draw_codes,
)


def codes(s: State) -> list[int]:
    """The legal action codes of a position; at a chance step, the possible outcomes."""
    return CODES[s.step](s)


def _decline(s: State, action: int, log: Log) -> bool:
    fading = s.step == st.FADE
    decline.decline(s, action, log)
    if not fading:
        go_to(s, "last_redeploy")  # no conquest this turn: on to the last redeployment and scoring
    return True


def _end(s: State, action: int, log: Log) -> bool:
    if s.step == st.MARKERS:
        return markers.end(s)
    if s.step == st.QUESTION:
        return question.end(s, log)
    if s.step == st.VICTIMS:
        return victims.end(s)
    if s.bonus == NONE:
        for index in s.combo.uses:  # the player could have used it, and passes
            s.counters[s.world.use_counters[index]] = 1
    s.bonus = NONE
    return True


DO: Final[tuple[Callable[[State, int, Log], bool], ...]] = (
    pick.pick,
    _decline,
    ready.abandon,
    conquer.conquer,
    die.roll,
    die.gamble,
    _end,
    redeploy.give_up,
    redeploy.place,
    markers.put,
    question.choose,
    conquer.use,
    die.face,
    pick.drawn,
)


def play(s: State, action: int, log: Log = None) -> None:
    """Play a legal action in place. It is not checked here: use `check` or `apply`."""
    kind = action >> SHIFT
    # Most actions are one of three kinds. Called by name, they are direct calls when compiled.
    if kind == PLACE:
        done = redeploy.place(s, action, log)
    elif kind == CONQUER:
        done = party_turn.choose(s, action, log) if s.combo.by_party else conquer.conquer(s, action, log)
    elif kind == END:
        done = _end(s, action, log)
    else:
        done = DO[kind](s, action, log)
    # The decision is finished: go on with the turn, unless an interruption comes first.
    if done:
        if s.stack:
            hold(s)
        elif s.step != NEXT or s.arg == 0 or question.go_on(s, s.arg - 1, log):
            advance(s, log)
    if s.short:
        pick.refill(s, log)
