"""What is asked, decoded: outside the engine nobody reads `State.arg` directly."""

from __future__ import annotations

from dataclasses import dataclass

from ..actions import way_of
from ..content.pieces import Question
from ..position import state as st
from ..position.state import State
from ..turn.decision_stack import die_question, draw_parts, question_parts
from ..turn.steps import markers, question, redeploy
from ..world.world import NONE


@dataclass(frozen=True)
class Asked:
    """NONE (-1), None or empty: does not apply."""

    step: str  # as in STEP_NAMES
    seat: int  # who decides; NONE: chance, or nobody
    race: int = NONE  # the race it is about
    marker: int = NONE  # the kind of marker to put out
    amount: int = 0  # tokens to place or to give up, markers to put out
    question: Question | None = None
    number: int = NONE  # of the question, in World.questions
    subject: int = 0  # the number that a question was asked with; the seat a card is shown to, or NONE
    region: int = NONE  # the target of a die, or where a drawn piece will lie
    way: int = NONE  # in which the target is attacked, in World.ways
    deck: int = NONE  # the deck that is drawn from

    @property
    def places_tokens(self) -> bool:
        return self.step in ("redeploy", "victims") and self.marker == NONE

    @property
    def places_markers(self) -> bool:
        return self.marker != NONE


def asked(s: State) -> Asked:
    name, step, seat, arg = st.STEP_NAMES[s.step], s.step, s.seat, s.arg
    if step in (st.READY, st.CONQUER, st.ROLLED):
        return Asked(name, seat, race=arg)
    if step == st.MARKERS or (step == st.VICTIMS and arg >> 6):
        marker, race = markers.asked(s)
        return Asked(name, seat, race=race, marker=marker, amount=_markers_left(s, marker, race))
    if step in (st.REDEPLOY, st.VICTIMS):
        return Asked(name, seat, race=arg, amount=redeploy.to_place(s, arg))
    if step == st.GIVE_UP:
        return Asked(name, seat, race=arg, amount=-redeploy.to_place(s, arg))
    if step == st.QUESTION:
        number, race, subject = question_parts(arg)
        _, kind, _, _ = question.asked(s)
        return Asked(name, seat, race=race, question=kind, number=number, subject=subject)
    if step == st.DIE:
        number = die_question(arg)
        if number != NONE:
            return Asked(name, seat, question=s.world.questions[number], number=number)
        if arg < 0:
            return Asked(name, seat, race=s.acting)
        return Asked(name, seat, race=s.acting, region=arg & 63, way=way_of(arg) - 1)
    if step == st.DRAW:
        deck, region = draw_parts(arg)
        if deck == s.world.row_deck:  # turned over, or shown to a seat
            return Asked(name, seat, deck=deck, subject=region)
        return Asked(name, seat, deck=deck, region=region)
    race = s.active[s.turn] if step == st.FADE else NONE
    return Asked(name, seat, race=race)


def _markers_left(s: State, marker: int, race: int) -> int:
    kind, world = s.world.markers[marker], s.world
    left = kind.count - s.placed(marker)
    if s.step == st.VICTIMS:
        return min(left, s.counters[world.displaced_counters[marker]])
    return min(left, markers.left_this_turn(s, marker, race)) if kind.per_turn else left


# Two short cuts for fast bots, without decoding everything.


def race_asked(s: State) -> int:
    """The race whose tokens or markers are placed, or that gives up regions; also of a victim."""
    return s.arg & 63


def asks_markers(s: State) -> bool:
    return s.step == st.MARKERS or (s.step == st.VICTIMS and s.arg >> 6 != 0)
