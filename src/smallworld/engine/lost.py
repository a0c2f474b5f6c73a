"""Whether a turn could go on from a position: who is asked what, and whether there is something to choose."""

from __future__ import annotations

from . import state as st
from . import turn
from .actions import C_GAMBLE
from .errors import PositionError
from .frames import die_question, draw_parts, question_parts
from .state import State
from .steps import aims, question
from .steps.redeploy import can_place
from .world import BADGES, BANNERS, COLUMN, NONE

# Where in a turn each decision can be asked, by the phase that `State.phase` shows then. A race that acts in
# decline redeploys before the others are looked for, and a quiet combo skips what it never asks: see `turn`.
_PLACES = {
    st.PICK: ("pick",),
    st.READY: ("elders", "ready"),
    st.CONQUER: ("elders", "ready"),
    st.ROLLED: ("elders", "ready"),
    st.GIVE_UP: ("<elders", "redeploy", "<last_redeploy", "last_redeploy"),
    st.REDEPLOY: ("<elders", "redeploy", "<last_redeploy", "last_redeploy"),
    st.MARKERS: ("markers",),
    st.FADE: ("fade",),
    st.VICTIMS: ("<victims",),
    st.OVER: ("next",),
}


def _fits_phase(s: State, step: int, arg: int) -> bool:
    world = s.world
    if step == st.NEXT:
        return True
    if step == st.QUESTION:
        return world.questions[question_parts(arg)[0]].at == world.phases[s.phase]
    places = [world.phase_index[name.removeprefix("<")] - name.startswith("<") for name in _PLACES[step]]
    return s.phase in places


def refuse_lost_turn(s: State) -> None:
    """A position in which the turn could not go on: the wrong player asked, or nothing to choose."""
    faults = []
    frames = [*(tuple(s.stack[i : i + 3]) for i in range(0, len(s.stack), 3)), (s.step, s.seat, s.arg)]
    step, seat, arg = frames[0]  # the decision of the turn; whatever is above interrupts it
    if step >= st.FIRST_CHANCE or any(frame[0] not in (st.QUESTION, st.DIE, st.DRAW) for frame in frames[1:]):
        raise PositionError("one question must be open, under the die, draw or question that interrupts it")
    if step == st.NEXT and len(frames) == 1:
        raise PositionError("step next: nothing is asked, so the turn should have gone on")
    name = st.STEP_NAMES[step]
    if not _fits_phase(s, step, arg):
        faults.append(f"step {name}: cannot be asked at this point of the turn")
    owner = s.owner[arg & 63] if step == st.VICTIMS else NONE if step in (st.OVER, st.NEXT) else s.turn
    if step == st.QUESTION:
        owner = question.asked(_at(s, frames[0]))[2].seat
    elif step == st.CONQUER and arg == s.world.led:
        owner = aims.guide(s)  # who decides what a party leaves open
    if seat != owner:
        faults.append(f"step {name}: asked of the wrong player")
    for frame in frames[1:]:
        faults += _interruption_faults(s, frame)
    if step == st.PICK and s.active[s.turn] != NONE:
        faults.append("step pick: the player has an active race")
    if step in (*OF_ACTING, st.MARKERS, st.FADE) and s.acting == NONE:
        faults.append(f"step {name}: no race acts")
    if step in (st.MARKERS, st.FADE) and s.active[s.turn] == NONE:
        faults.append(f"step {name}: the player to move has no active race")
    before_acting = s.phase <= s.world.phase_index["elders"]
    if before_acting and s.active[s.turn] == NONE and (s.picked or (step in OF_ACTING and s.col_race)):
        faults.append(f"step {name}: the player to move has picked no race")
    asker = question_parts(arg)[1] if step == st.QUESTION else NONE
    if asker != NONE and s.owner[asker] != s.turn:
        faults.append("step question: a question of this phase belongs to the player to move")
    questions = [frame for frame in frames if frame[0] == st.QUESTION]
    if len(set(questions)) < len(questions):
        faults.append("step question: the same is asked twice")
    if (step == st.ROLLED) != (s.bonus != NONE):
        faults.append(f"step {name}: a first roll and its pips belong together")
    if step in (st.REDEPLOY, st.VICTIMS) and not arg >> 6 and not can_place(s, arg):
        faults.append(f"step {name}: there is nothing to place")
    if step in OF_ACTING and arg != s.acting:
        faults.append(f"step {name}: asked of a race that does not act")
    for_what = s.arg if s.arg >= 0 else C_GAMBLE if die_question(s.arg) == NONE else NONE
    if s.step == st.DIE and for_what != NONE and for_what not in _with_step(s, frames[0]):
        faults.append("step die: what it is rolled for cannot be done")
    faults += _draw_faults(s)
    if faults:
        raise PositionError(faults)
    # Whoever may not see the coins cannot say what their owner can pay.
    if not s.over and not turn.codes(s) and s.coins[s.seat] != NONE:
        raise PositionError(f"step {name}: there is nothing to choose from")


OF_ACTING = (st.READY, st.CONQUER, st.ROLLED, st.GIVE_UP, st.REDEPLOY)


def _interruption_faults(s: State, frame: tuple[int, ...]) -> list[str]:
    step, seat, arg = frame
    if step == st.QUESTION:
        asker = question.asked(_at(s, frame))[2].seat
        return [] if seat == asker else ["step question: asked of the wrong player"]
    if seat != NONE:
        return [f"step {st.STEP_NAMES[step]}: is nobody's decision"]
    if step == st.DRAW:
        deck, region = draw_parts(arg)
        if (region == NONE) != (deck <= BADGES) and not (deck == BADGES and region != NONE):
            return ["step draw: nothing is drawn there"]
    return []


def _draw_faults(s: State) -> list[str]:
    """A draw for the column is pending exactly when it has room and the draw could go several ways."""
    unpaired = len(s.col_race) - len(s.col_badge)
    badges = s.unseen[BADGES] or s.discards
    fits = unpaired == 0 or (unpaired == 1 and not badges)
    if s.step == st.DRAW:
        deck, region = draw_parts(s.arg)
        if region != NONE:
            fits = s.unseen[deck].bit_count() > 1
        elif deck == BADGES:
            fits = unpaired == 1 and s.unseen[BADGES].bit_count() > 1
        else:
            fits = unpaired == 0 and len(s.col_race) < COLUMN and s.unseen[BANNERS].bit_count() > 1
    elif s.short:
        fits = 0 <= unpaired <= 1
    elif st.DRAW not in s.stack[::3]:  # nothing wants refilling, so something must be there to pick
        fits &= bool(s.col_race) or not (s.unseen[BANNERS] or s.returned)
    return [] if fits else ["column: the combos on offer and the draw that is pending do not fit"]


def _at(s: State, frame: tuple[int, ...]) -> State:
    """The position as if this were asked now."""
    before = s.copy()
    before.step, before.seat, before.arg = frame
    before.stack = []
    return before


def _with_step(s: State, frame: tuple[int, ...]) -> list[int]:
    """What would be legal if the die were not pending."""
    return turn.codes(_at(s, frame)) if frame[0] in (st.READY, st.CONQUER) else []
