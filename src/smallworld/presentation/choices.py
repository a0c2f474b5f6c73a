"""Every legal action as a choice: its kind and target, cost, what the player has, what is missing, the
odds of the die, and its effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from smallworld.engine import Asked, Receipt, State, View, asked, conquest_receipt, odds, price_receipt
from smallworld.engine import actions as ac
from smallworld.engine.bits import regions
from smallworld.engine.position import state as st
from smallworld.engine.turn.gates import targets
from smallworld.engine.turn.steps import conquer, price
from smallworld.engine.turn.steps.party_order import party_cost
from smallworld.engine.turn.turn import play
from smallworld.engine.verbs.help_needed import with_spare_help
from smallworld.engine.words.means import Means
from smallworld.engine.world.world import DIE_MAX, NONE

from . import things
from .things import Thing

KINDS: Final = (
    "pick",
    "decline",
    "abandon",
    "conquer",
    "roll",
    "gamble",
    "end",
    "give_up",
    "place",
    "put",
    "choose",
    "use",
)
# What ending a question means, by what the question is about.
_NO: Final = {"seat": "nobody", "combo": "none", "region": "not_now", "yes": "no"}
PIPS_AT_ALL: Final = odds(1)  # the chance that a first roll makes anything cheaper
PLENTY: Final = 99  # stands for hidden coins, so that the amount taken reveals nothing about them


class Effect(NamedTuple):
    """What an answer or a use changes for the seat that chooses."""

    coins: int = 0
    hand: int = 0
    tokens: int = 0  # on the map
    others: int = 0  # tokens of the other players on the map


class Choice(NamedTuple):
    """NONE (-1), None or empty: does not apply."""

    code: int
    kind: str  # one of KINDS
    region: int = NONE
    seat: int = NONE  # of an answer that names a player
    slot: int = NONE  # of a combo in the column, picked or answered with
    race: int = NONE  # of that combo
    power: int = NONE
    tokens: int = 0  # tokens to place
    helps: tuple[Thing, ...] = ()  # the special means of a conquest; several may serve one together
    spare: bool = False  # the region can be taken as surely with less help: for those who look for it
    thing: Thing | None = None  # the use, or the marker to place
    topic: str = ""  # of `end`: what it ends; of `roll`: what the die decides; of `choose`: what it is about
    receipt: Receipt | None = None  # coins of a combo, tokens of a region
    cost: int = 0  # the total; for a party, with the region on the way
    hand: int = 0  # tokens in hand: a final die uses all of them
    have: int = 0  # the hand with everything else that counts against this region
    short: int = 0  # what the die has to make up for; 0 or less: nothing
    odds: Fraction | None = None  # of success, where a die decides


def choices(view: View) -> list[Choice]:
    """One for each legal action; none for a seat that does not decide."""
    return choices_of(view.state, view.legal.codes) if view.legal is not None else []


def choices_of(s: State, codes: Sequence[int]) -> list[Choice]:
    """One for each of these legal actions. `spare` is known only among the whole list."""
    spare = with_spare_help(s, codes)
    return [choice(s, code)._replace(spare=True) if code in spare else choice(s, code) for code in codes]


def choice(s: State, code: int) -> Choice:
    """Any legal action of a position."""
    kind = code >> ac.SHIFT
    special = _SPECIAL.get(kind)
    if special is not None:
        return special(s, code)
    return Choice(code, KINDS[kind], code & 63 if kind in _PLAIN else NONE)


_PLAIN: Final = (ac.ABANDON, ac.GIVE_UP)  # only their region is shown


def _pick(s: State, code: int) -> Choice:
    slot = code & 63
    receipt, race, power = price_receipt(s, slot), s.col_race[slot], s.col_badge[slot]
    return Choice(code, "pick", slot=slot, race=race, power=power, receipt=receipt, cost=receipt.total)


def _conquer(s: State, code: int) -> Choice:
    region, means = code & 63, _way(s, code)
    receipt = conquest_receipt(s, region, means)
    have = price.have_for(s, region)
    return Choice(
        code, "conquer", region, helps=_helps(means), receipt=receipt, cost=receipt.total, have=have
    )


def _way(s: State, code: int) -> Means | None:
    way = ac.way_of(code)
    return s.world.ways[way - 1] if way else None


def _helps(means: Means | None) -> tuple[Thing, ...]:
    return () if means is None else tuple(Thing("means", part.id) for part in means.parts or (means,))


def _roll(s: State, code: int) -> Choice:
    """The final die; or a means that rolls for its region, after which the race may go on."""
    region, means = code & 63, _way(s, code)
    receipt = conquest_receipt(s, region, means)
    cost = party_cost(s, code) if s.combo.by_party else receipt.total
    have = price.have_for(s, region)
    short = cost - have
    if short <= 0:
        topic = "sure"
    elif means is not None and means.rolls:
        topic = "goes_on"
    else:
        topic = "party" if s.combo.by_party else "last"
    return Choice(
        code,
        "roll",
        region,
        helps=_helps(means),
        topic=topic,
        receipt=receipt,
        cost=cost,
        hand=s.hand[s.acting],
        have=have,
        short=short,
        odds=odds(short),
    )


def _gamble(s: State, code: int) -> Choice:
    """A first roll succeeds if some region can be taken afterwards."""
    short = shortfall(s)
    return Choice(code, "gamble", short=short, odds=odds(short))


def _end(s: State, code: int) -> Choice:
    topic = st.STEP_NAMES[s.step]
    if s.step == st.QUESTION:
        topic = _NO[_about(asked(s))]
    elif s.step == st.READY and s.is_active(s.acting) and not s.mask[s.acting]:
        topic = "enter"
    return Choice(code, "end", topic=topic)


def _place(s: State, code: int) -> Choice:
    return Choice(code, "place", code & 63, tokens=code >> 6 & 63)


def _put(s: State, code: int) -> Choice:
    return Choice(code, "put", code & 63, thing=things.of_marker(s.world, code >> 6 & 63))


def _choose(s: State, code: int) -> Choice:
    about, number = _about(asked(s)), code & 63
    if about == "seat":
        return Choice(code, "choose", seat=number - 1, topic=about)
    if about == "combo":
        slot = number - 1
        race, power = s.col_race[slot], s.col_badge[slot]
        return Choice(code, "choose", slot=slot, race=race, power=power, topic=about)
    return Choice(code, "choose", number if about == "region" else NONE, topic=about)


def _use(s: State, code: int) -> Choice:
    return Choice(code, "use", code & 63, thing=Thing("use", s.world.uses[code >> 6 & 63].id))


def _about(now: Asked) -> str:
    assert now.question is not None
    return now.question.about


_SPECIAL: Final[dict[int, Callable[[State, int], Choice]]] = {
    ac.PICK: _pick,
    ac.CONQUER: _conquer,
    ac.ROLL: _roll,
    ac.GAMBLE: _gamble,
    ac.END: _end,
    ac.PLACE: _place,
    ac.PUT: _put,
    ac.CHOOSE: _choose,
    ac.USE: _use,
}


def shortfall(s: State) -> int:
    """Tokens missing for the easiest region in reach, in any way a roll helps; if there is none, more
    than a die can give."""
    found = [
        price.cost_of(s, region) - price.have_for(s, region)
        for region in regions(targets(s) & ~s.tokens_only)
    ]
    for index in conquer.usable_ways(s, s.combo):
        means = s.world.ways[index]
        if means.pays_its_way:
            found += [
                price.cost_of(s, region, means) - price.have_for(s, region)
                for region in regions(conquer.way_targets(s, means, index))
            ]
    return min(found, default=DIE_MAX + 1)


# --- the effect of an answer or a use --------------------------------------------------------------------


def effects(s: State, codes: Sequence[int]) -> dict[int, Effect]:
    """The effect of each answer and use among the codes, found by trying it on a copy."""
    tried = [code for code in codes if code >> ac.SHIFT in (ac.CHOOSE, ac.USE)]
    if not tried:
        return {}
    answers = tried[0] >> ac.SHIFT == ac.CHOOSE and ac.C_END in codes
    no = after_trying(s, ac.C_END) if answers else None
    return {code: _effect(s, after_trying(s, code), no) for code in tried}


def after_trying(s: State, code: int) -> State:
    """The position after the answer, before chance or another seat moves."""
    trial = s.copy()
    trial.coins = [PLENTY if coins == NONE else coins for coins in s.coins]
    play(trial, code)
    return trial


def _effect(s: State, then: State, no: State | None) -> Effect:
    """The difference to the answer "no" if that leads to the same place in the turn; otherwise to the
    position itself, if the turn has not gone on."""
    if no is not None and _place_in_turn(no) == _place_in_turn(then):
        before = _holding(no, s.seat)
    elif (then.turn, then.phase) == (s.turn, s.phase):
        before = _holding(s, s.seat)
    else:
        return Effect()
    return Effect(*(after - was for after, was in zip(_holding(then, s.seat), before, strict=True)))


def _place_in_turn(s: State) -> tuple[object, ...]:
    """Only positions at the same place in the turn can be compared."""
    return s.round, s.turn, s.phase, asked(s), len(s.stack)


def _holding(s: State, seat: int) -> Effect:
    mine = s.races_of(seat)
    stacks = [(race, count) for race, count in zip(s.occ, s.tokens, strict=True) if race != NONE]
    return Effect(
        coins=s.coins[seat],
        hand=sum(s.hand[race] for race in mine),
        tokens=sum(count for race, count in stacks if race in mine),
        others=sum(count for race, count in stacks if race not in mine and s.owner[race] != NONE),
    )
