"""Whether a turn can go on from a position: who is asked what, and whether there is something to choose."""

from __future__ import annotations

from ..actions import C_GAMBLE
from ..errors import PositionError
from ..turn import turn
from ..turn.decision_stack import die_question, draw_parts, question_parts
from ..turn.steps import party_order, question
from ..turn.steps.redeploy import can_place
from ..world.building import REVEAL
from ..world.world import BADGES, BANNERS, COLUMN, NONE
from . import state as st
from .region_contents import binds
from .state import State

# Where in a turn each decision can be asked, by the value of `State.phase` then. A race that acts in decline
# redeploys before the next one is looked for, and phases without questions are skipped: see `turn`.
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
        # After these questions the others of the phase follow; one that repeats is asked again itself.
        number = question_parts(arg - 1)[0]
        near = world.questions[number : number + 2]
        return not arg or any(question.at == world.phases[s.phase] for question in near)
    if step == st.QUESTION:
        return world.questions[question_parts(arg)[0]].at == world.phases[s.phase]
    places = [world.phase_index[name.removeprefix("<")] - name.startswith("<") for name in _PLACES[step]]
    return s.phase in places


def refuse_lost_turn(s: State) -> None:
    """Refuse a position from which the turn cannot go on: the wrong player is asked, or there is nothing
    to choose."""
    faults = []
    frames = [*(tuple(s.stack[i : i + 3]) for i in range(0, len(s.stack), 3)), (s.step, s.seat, s.arg)]
    step, seat, arg = frames[0]  # the decision of the turn; those above interrupt it
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
    elif step == st.CONQUER and arg == s.world.party_race:
        owner = party_order.guide(s)  # decides what the party's order leaves open
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
    picks, declined = s.world.phase_index["pick"], s.world.phase_index["last_redeploy"] - 1
    if s.active[s.turn] == NONE and (picks < s.phase < declined or (s.phase == picks and s.picked)):
        faults.append(f"step {name}: the player to move has picked no race")
    asks = arg if step == st.QUESTION else arg - 1 if step == st.NEXT and arg else NONE
    asking_race = question_parts(asks)[1] if asks != NONE else NONE
    if asking_race != NONE and s.owner[asking_race] != s.turn:
        faults.append("step question: a question of this phase belongs to the player to move")
    for number, frame in enumerate(frames):
        if frame[0] == st.QUESTION:
            faults += _question_faults(s, frame)
        if frame in frames[:number]:
            faults.append(f"step {st.STEP_NAMES[frame[0]]}: the same is asked twice")
    row = s.world.row_deck
    draws = [draw_parts(arg) for step, _, arg in frames[:-1] if step == st.DRAW]
    if any(region == NONE and deck != row for deck, region in draws):
        faults.append("step draw: the column is filled before anything else is asked")
    if (step == st.ROLLED) != (s.bonus != NONE):
        faults.append(f"step {name}: a first roll and its pips belong together")
    if step in (st.REDEPLOY, st.VICTIMS) and not arg >> 6 and not can_place(s, arg):
        faults.append(f"step {name}: there is nothing to place")
    if step in OF_ACTING and arg != s.acting:
        faults.append(f"step {name}: asked of a race that does not act")
    if step in OF_ACTING and s.acting != NONE and s.owner[s.acting] != s.turn:
        faults.append(
            f"step {name}: {s.world.race_ids[s.acting]} act, but do not belong to the player to move"
        )
    for_what = s.arg if s.arg >= 0 else C_GAMBLE if die_question(s.arg) == NONE else NONE
    if s.step == st.DIE and for_what != NONE and for_what not in _with_step(s, frames[0]):
        faults.append("step die: what it is rolled for cannot be done")
    faults += _draw_faults(s) + _stack_faults(s, step)
    if faults:
        raise PositionError(faults)
    # A view without the coins cannot say what their owner can pay.
    if not s.over and not turn.codes(s) and s.coins[s.seat] != NONE:
        raise PositionError(f"step {name}: there is nothing to choose from")


OF_ACTING = (st.READY, st.CONQUER, st.ROLLED, st.GIVE_UP, st.REDEPLOY)


def _interruption_faults(s: State, frame: tuple[int, ...]) -> list[str]:
    step, seat, arg = frame
    if step == st.QUESTION:
        asked_seat = question.asked(_at(s, frame))[2].seat
        return [] if seat == asked_seat else ["step question: asked of the wrong player"]
    if seat != NONE:
        return [f"step {st.STEP_NAMES[step]}: is nobody's decision"]
    if step == st.DRAW:
        deck, region = draw_parts(arg)
        if deck == s.world.row_deck:
            turned = len(s.world.row_cards) - s.unseen[deck].bit_count()
            if region == NONE:
                fits = s.world.phases[s.phase] == REVEAL and turned < s.round
            else:
                fits = region == s.turn < s.world.players and s.round < s.world.rounds
            return [] if fits and s.foreseen == NONE else ["step draw: no card is drawn for that"]
        if (region == NONE) != (deck <= BADGES) and not (deck == BADGES and region != NONE):
            return ["step draw: nothing is drawn there"]
        if region != NONE and s.world.barred >> region & 1:
            return [f"step draw: nothing can lie in region {region}"]
        if deck == BADGES and region != NONE and not binds(s, region):
            return [f"step draw: nothing binds a badge to region {region}"]
    return []


def _question_faults(s: State, frame: tuple[int, ...]) -> list[str]:
    """A question of a phase belongs to the asking race or to a rule. Any other question belongs to a piece
    in play: with the race, or lying in a region. It must have an answer."""
    number, race, _ = question_parts(frame[2])
    world = s.world
    kind, piece = world.questions[number], world.question_piece[number]
    if race == NONE:
        known = not kind.at or number in world.rule_questions.get(kind.at, ())
    elif kind.at:
        known = number in s.combos[race].questions
    else:
        lies = any(world.marker_piece[entry >> 6] is piece for entry in s.markers)
        known = lies or any(other is piece for other, _ in s.combos[race].pieces)
    if not known:
        return [f"step question: {kind.id} is not asked of whoever is asked"]
    return [] if turn.codes(_at(s, frame)) else [f"step question: {kind.id} has no answer"]


def _draw_faults(s: State) -> list[str]:
    """A draw for the column is pending exactly if there is room and several outcomes are possible."""
    unpaired = len(s.col_race) - len(s.col_badge)
    badges = s.unseen[BADGES] or s.discards
    deck, region = draw_parts(s.arg) if s.step == st.DRAW else (NONE, NONE)
    if deck == BADGES and region == NONE:
        fits = unpaired == 1 and s.unseen[BADGES].bit_count() > 1
    elif deck == BANNERS and region == NONE:
        fits = unpaired == 0 and len(s.col_race) < COLUMN and s.unseen[BANNERS].bit_count() > 1
    elif s.short:
        fits = 0 <= unpaired <= 1
    else:  # no refill, so there must be something to pick
        fits = unpaired == 0 or (unpaired == 1 and not badges)
        fits &= bool(s.col_race) or not (s.unseen[BANNERS] or s.returned)
    faults = [] if fits else ["column: the combos on offer and the draw that is pending do not fit"]
    if region != NONE and s.unseen[deck].bit_count() < 2:
        faults.append(f"step draw: there is no choice in what is drawn for region {region}")
    return faults


def _stack_faults(s: State, step: int) -> list[str]:
    """Check the tokens by region before readying, for a race that would keep them in decline."""
    if not s.before_ready:
        return []
    if step != st.READY or s.touched or s.acting == NONE or not s.combos[s.acting].will_keep_all:
        return ["facts: stacks are remembered only until something is done with the troops"]
    race, before = s.acting, s.before_ready
    lifted = [before[region] - count for region, count in enumerate(s.tokens)]
    moved = [region for region, count in enumerate(lifted) if count and s.occ[region] != race]
    if moved or min(lifted) < 0 or sum(lifted) > s.hand[race]:
        return [f"facts: the stacks that {s.world.race_ids[race]} had before do not fit those they have"]
    return []


def _at(s: State, frame: tuple[int, ...]) -> State:
    """The position as if this were asked now."""
    before = s.copy()
    before.step, before.seat, before.arg = frame
    before.stack = []
    return before


def _with_step(s: State, frame: tuple[int, ...]) -> list[int]:
    """What would be legal if no die were pending."""
    return turn.codes(_at(s, frame)) if frame[0] in (st.READY, st.CONQUER) else []
