"""What is asked and of which seat, what is in the hand, and how far the turn has come."""

from __future__ import annotations

from typing import Final, NamedTuple

from smallworld.engine import State, asked
from smallworld.engine.position import state as st
from smallworld.engine.position.token_markers import is_present, stands
from smallworld.engine.world.world import NONE

from . import things
from .things import Thing

ACTING: Final = (st.READY, st.CONQUER, st.ROLLED)  # steps in which a race conquers


class Decision(NamedTuple):
    """NONE (-1), None or empty: does not apply."""

    step: str  # as in STEP_NAMES
    topic: str  # the step, or its special case: enter, elders, party, markers_again, find
    seat: int  # who decides; NONE: chance, or nobody
    race: int = NONE  # the race it is about
    power: int = NONE  # its badge, while it is active
    hand: int = 0  # tokens in hand; when tokens are placed, those to place
    amount: int = 0  # tokens to give up, markers left to place, pips of a roll
    marker: Thing | None = None  # the marker to place
    coins: int = NONE  # of the player who picks a combo; NONE: hidden
    question: str = ""  # the id of a piece's question
    about: str = ""  # the kind of its options: seat, combo, region or yes
    piece: Thing | None = None  # the piece, or rule of the whole game, that asks
    module: str = ""  # the pack of a rule that is a piece of every race and asks
    region: int = NONE  # where a piece is about to be found

    @property
    def places_tokens(self) -> bool:
        return self.step in ("redeploy", "victims") and self.marker is None


def decision(s: State) -> Decision:
    now, world = asked(s), s.world
    race, step = now.race, now.step
    if now.question is not None:
        piece = world.question_piece[now.number]
        module = next((pack.id for pack in world.packs if piece in pack.pieces), "")
        return Decision(
            step,
            step,
            now.seat,
            race,
            hand=0 if race == NONE else s.hand[race],
            question=now.question.id,
            about=now.question.about,
            piece=things.of_piece(piece),
            module=module if piece in world.joining else "",
        )
    power = s.badge[race] if race != NONE and s.is_active(race) else NONE
    if now.places_markers:
        topic = "markers" if s.step == st.MARKERS else "markers_again"
        marker = things.of_marker(world, now.marker)
        return Decision(step, topic, now.seat, race, power, s.hand[race], now.amount, marker)
    if s.step == st.PICK:
        return Decision(step, step, now.seat, coins=s.coins[now.seat])
    if s.is_chance:
        found = now.deck != NONE and now.region != NONE
        return Decision(
            step, "find" if found else step, now.seat, race, power, region=now.region if found else NONE
        )
    if race == NONE:
        return Decision(step, step, now.seat)
    hand = now.amount if now.places_tokens else s.hand[race]
    amount = s.bonus if s.step == st.ROLLED else now.amount
    return Decision(step, _topic(s, race), now.seat, race, power, hand, amount)


def _topic(s: State, race: int) -> str:
    if s.step in ACTING and s.combo.by_party:
        return "party"
    if s.step == st.READY and not s.is_active(race):
        return "elders"
    if s.step == st.READY and not s.mask[race]:
        return "enter"
    return st.STEP_NAMES[s.step]


# --- what is in the hand ---------------------------------------------------------------------------------


class HandKind(NamedTuple):
    """Tokens of one kind in the hand of the seat that is asked."""

    thing: Thing
    amount: int
    stays: bool = True  # False: they only attack, and leave the map at redeployment
    leads: bool = False  # a token marker: the leader of its race


class Helpers(NamedTuple):
    """What counts beside a race's tokens without being one."""

    thing: Thing
    owned: int
    left: int  # not used yet this turn


def helpers(s: State, race: int) -> Helpers | None:
    auxiliaries = s.combos[race].auxiliaries
    if auxiliaries is None:
        return None
    ids, counters = s.world.counter_ids, s.counters
    owned = counters[ids[auxiliaries.owned]]
    return Helpers(Thing("counter", auxiliaries.owned), owned, owned - counters[ids[auxiliaries.spent]])


def hand_kinds(s: State, now: Decision) -> list[HandKind]:
    """What is in the hand, by kind: tokens that stay, token markers, attackers, helpers."""
    race = now.race
    if race == NONE or not (now.places_tokens or s.step in ACTING):
        return []
    thing = things.of_race(s.world, race)
    if now.places_tokens:
        return [HandKind(thing, now.hand)] if now.hand > 0 else []
    people = [p for p in s.world.people if is_present(s, p, race) and stands(s, p, race) == NONE]
    hand = s.hand[race] - len(people)
    leaving = min(hand, s.combos[race].attack_only)
    kinds = [HandKind(thing, hand - leaving)]
    kinds += [HandKind(things.of_person(s.world, p.marker, race), 1, leads=True) for p in people]
    kinds.append(HandKind(thing, leaving, stays=False))
    if (found := helpers(s, race)) is not None:
        kinds.append(HandKind(found.thing, found.left, stays=False))
    return [kind for kind in kinds if kind.amount > 0]


# --- how far the turn has come ---------------------------------------------------------------------------

_PROGRESS: Final = {
    st.PICK: 0,
    st.READY: 0,
    st.CONQUER: 1,
    st.ROLLED: 1,
    st.DIE: 1,
    st.GIVE_UP: 2,
    st.REDEPLOY: 2,
    st.MARKERS: 2,
    st.FADE: 3,
    st.VICTIMS: 3,
    st.OVER: 4,
}
_LATER: Final = ("ready", "redeploy", "score")  # the phases at which the second, third and fourth step begin


def progress(s: State) -> tuple[tuple[str, ...], int]:
    """The four steps of a turn, and the index of the current one: -1 before the first turn.

    A player without a race picks one instead of readying. An interruption belongs to the step that it
    interrupts.
    """
    step = s.stack[0] if s.stack else s.step
    phases = s.world.phase_index
    now = _PROGRESS.get(step, sum(s.phase >= phases[name] for name in _LATER))
    picking = s.picked or step == st.PICK
    if s.world.phases[s.phase] == "setup":
        now, picking = -1, True  # the first turn has not begun
    if step == st.READY and s.picked and s.is_active(s.acting):
        now = 1  # troops just mustered are ready
    return ("pick" if picking else "ready", "conquer", "redeploy", "score"), now
