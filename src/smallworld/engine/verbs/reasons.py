"""Every reason why an action is refused, as data with a sentence and a remedy."""

from __future__ import annotations

from collections.abc import Callable

from .. import actions as ac
from ..notation.strings import SEATS, action_string
from ..position import state as st
from ..position.state import State
from ..turn.gates import OWN, gates, listed
from ..turn.questions import numbers
from ..turn.steps import conquer, markers, party_order, price, question, redeploy
from ..turn.turn import codes
from ..words.means import Means
from ..world.world import DIE_MAX, NONE
from .chance import odds, percent
from .denials import Denial

# The kinds of action that belong to each step. Any other kind is refused by the rule "step".
_CONQUEST = (ac.CONQUER, ac.ROLL, ac.GAMBLE, ac.ABANDON, ac.DECLINE, ac.USE, ac.END)
_ASKED: dict[int, tuple[int, ...]] = {
    st.PICK: (ac.PICK,),
    st.READY: _CONQUEST,
    st.CONQUER: _CONQUEST,
    st.ROLLED: (ac.CONQUER, ac.END),
    st.GIVE_UP: (ac.GIVE_UP, ac.END),
    st.REDEPLOY: (ac.PLACE, ac.END),
    st.MARKERS: (ac.PUT, ac.END),
    st.QUESTION: (ac.CHOOSE, ac.END),
    st.FADE: (ac.DECLINE, ac.END),
    st.VICTIMS: (ac.PLACE, ac.PUT, ac.END),
    st.DIE: (ac.FACE,),
    st.DRAW: (ac.DRAW,),
}


def denials(s: State, action: int, seat: int | None = None) -> tuple[Denial, ...]:
    """All reasons against an action; empty if it is legal."""
    action_string(s.world, action)  # raises for a number that is no action code
    if s.step == st.OVER:
        return (Denial("over"),)
    if seat is not None and seat != s.seat and not s.is_chance:
        return (Denial("decider", {"seat": SEATS[s.seat]}),)
    kind = action >> ac.SHIFT
    # Nobody may choose an outcome of chance, even a possible one.
    if kind not in _ASKED[s.step] or (s.is_chance and seat is not None):
        return (Denial("step", {"asked": st.STEP_NAMES[s.step]}),)
    if s.is_chance:
        return () if action in codes(s) else (_impossible(s),)
    return tuple(_FAULTS[kind](s, action))


def _impossible(s: State) -> Denial:
    return Denial("impossible", {"options": ", ".join(action_string(s.world, code) for code in codes(s))})


def _region_faults(s: State, action: int) -> list[Denial]:
    region, last = action & 63, len(s.occ) - 1
    return [Denial("no_region", {"region": region, "last": last})] if region > last else []


def _pick(s: State, action: int) -> list[Denial]:
    slot = action & 63
    if slot >= len(s.col_badge):
        return [Denial("no_combo", {"slot": slot + 1, "last": len(s.col_badge)})]
    if slot > s.coins[s.seat]:
        return [Denial("price", {"slot": slot + 1, "price": slot, "coins": s.coins[s.seat]})]
    return []


def _decline(s: State, action: int) -> list[Denial]:
    if s.step == st.FADE:
        return []
    if s.picked:
        return [Denial("new_race")]
    if s.touched or s.step != st.READY:
        return [Denial("late")]
    return []


def _abandon(s: State, action: int) -> list[Denial]:
    faults = _region_faults(s, action)
    if faults:
        return faults
    if s.step != st.READY:
        faults.append(Denial("late"))
    if not s.mask[s.acting] >> (action & 63) & 1:
        faults.append(Denial("not_yours", {"region": action & 63, "regions": listed(s.mask[s.acting])}))
    return faults


def _conquer(s: State, action: int) -> list[Denial]:
    return _conquest(s, action, rolling=False)


def _roll(s: State, action: int) -> list[Denial]:
    return _conquest(s, action, rolling=True)


def _conquest(s: State, action: int, *, rolling: bool) -> list[Denial]:
    faults = _region_faults(s, action)
    if faults:
        return faults
    combo = s.combo
    region, way = action & 63, ac.way_of(action)
    if combo.by_party and (not way or (way - 1 in combo.ways and not _all_spent(s, way - 1))):
        return party_order.refusals(s, region, rolling=rolling, way=way - 1)
    means = s.world.ways[way - 1] if way else None
    if means is not None:
        if way - 1 not in combo.ways:
            return [
                Denial("no_means", {"means": s.world.means[part].id})
                for part in s.world.way_parts[way - 1]
                if part not in combo.means
            ]
        if s.step == st.ROLLED and (means.rolls or not means.pays_its_way):
            return [Denial("step", {"asked": "rolled"})]
        faults += _all_spent(s, way - 1)
    if OWN.shut(s, means) >> region & 1:
        return [Denial(OWN.rule, OWN.facts(s, region))]
    if rolling and _rolls_first(s, region) and not (means and means.rolls):
        faults.append(Denial("no_die"))
    if means is not None and means.rolls and not rolling:
        faults += [Denial("rolls", {"means": part.id}) for part in _parts(means) if part.rolls]
    shut = [gate for gate in gates(s) if gate.shut(s, means) >> region & 1]
    faults += [Denial(gate.rule, gate.facts(s, region)) for gate in shut]
    if means is not None and means.replaces:
        faults += _replacement(s, region, means, way - 1)
        if rolling:
            faults.append(Denial("enough", {"hand": s.hand[s.acting], "cost": 0}))
        return faults
    return faults + _price_faults(s, region, means, rolling)


def _parts(means: Means) -> tuple[Means, ...]:
    return means.parts or (means,)


def _rolls_first(s: State, region: int) -> bool:
    """Whether the race's only die is rolled before it chooses; in strict regions that would be no help."""
    return s.combo.rolls_first and not s.tokens_only >> region & 1


def _all_spent(s: State, way: int) -> list[Denial]:
    """What is used up, or cannot be used now, of the means that a way consists of."""
    return [fault for part in s.world.way_parts[way] for fault in _spent(s, part)]


def _spent(s: State, index: int) -> list[Denial]:
    means = s.world.means[index]
    if not means.per_victim and s.counters[s.world.means_counters[index]]:
        return [Denial("means_used", {"means": means.id})]
    if not conquer.is_usable(s, s.combo, index):
        if means.why_not and means.when is not None:
            piece = next(piece for piece, _ in s.combo.pieces if means in piece.means)
            return [Denial(means.why_not, {"means": means.id}, words=piece.reasons[means.why_not])]
        return [Denial("no_means", {"means": means.id})]
    return []


def _replacement(s: State, region: int, means: Means, index: int) -> list[Denial]:
    faults: list[Denial] = []
    if not s.tray[s.acting] and not (means.or_from_hand and s.hand[s.acting]):
        faults.append(Denial("tray_empty"))
    race = s.occ[region]
    owner = s.owner[race] if race != NONE else NONE
    if owner in (NONE, s.turn) or not s.is_active(race):
        faults.append(Denial("not_active", {"region": region}))
        return faults
    if s.tokens[region] != 1:
        faults.append(Denial("not_lone", {"region": region, "tokens": s.tokens[region]}))
    shield = conquer.shield_of(s, region)
    if shield != NONE:
        faults.append(Denial("camp", {"region": region, "marker": s.world.markers[shield].id}))
    if means.per_victim and s.counters[s.world.means_counters[index]] >> owner & 1:
        faults.append(Denial("same_victim", {"seat": SEATS[owner]}))
    return faults


def _price_faults(s: State, region: int, means: Means | None, rolling: bool) -> list[Denial]:
    hand, cost = price.have_for(s, region), price.cost_of(s, region, means)
    facts: dict[str, str | int] = {"region": region, "cost": cost, "hand": hand, "short": cost - hand}
    if not s.hand[s.acting]:
        return [Denial("no_token")]
    if rolling:
        if means is not None and means.price and cost > hand:
            return [
                Denial("fixed_price", {"means": part.id, "cost": cost})
                for part in _parts(means)
                if part.price
            ]
        if cost > hand + DIE_MAX:
            return [Denial("too_far", facts)]
        if cost <= hand and not (means is not None and means.rolls):
            return [Denial("enough", facts)]
        return []
    if cost > hand:
        no_die = means is not None and means.price > 0
        return [Denial("tokens", facts) if no_die else _short_of_tokens(s, region, facts, cost - hand)]
    return []


def _short_of_tokens(s: State, region: int, facts: dict[str, str | int], short: int) -> Denial:
    """The missing tokens, and the odds of the die if it may be used."""
    if short > DIE_MAX or s.step == st.ROLLED:
        return Denial("tokens", facts)
    facts = {**facts, "face": short, "percent": percent(odds(short))}
    return Denial("tokens", facts, advice="roll_first" if _rolls_first(s, region) else "die")


def _gamble(s: State, action: int) -> list[Denial]:
    combo = s.combo
    if not combo.rolls_first:
        return [Denial("cannot_roll_first")]
    if not s.hand[s.acting]:
        return [Denial("no_token")]
    if action not in codes(s):
        return [Denial("no_roll")]
    return []


def _use(s: State, action: int) -> list[Denial]:
    faults = _region_faults(s, action)
    if faults:
        return faults
    index, region = action >> 6 & 63, action & 63
    use = s.world.uses[index]
    if index not in s.combo.uses:
        return [Denial("no_use", {"use": use.id})]
    if s.counters[s.world.counter_ids[use.used_counter]]:
        return [Denial("means_used", {"means": use.id})]
    options = use.options(conquer.use_scene(s, s.combo, index))
    if region in options:
        return []
    # What bars a conquest by special means also bars a use; otherwise the region is not a target.
    barred = [gate for gate in gates(s) if gate.bars(s) >> region & 1]
    if barred:
        return [Denial(gate.rule, gate.facts(s, region)) for gate in barred]
    return [Denial("option", {"option": region, "options": ", ".join(map(str, options)) or "none"})]


def _end(s: State, action: int) -> list[Denial]:
    if s.step == st.REDEPLOY or (s.step == st.VICTIMS and not s.arg >> 6):
        return [Denial("must_place", {"hand": redeploy.to_place(s, s.arg)})]
    if s.step == st.MARKERS and s.world.markers[markers.asked(s)[0]].must:
        return [Denial("must_put", {"marker": s.world.markers[markers.asked(s)[0]].id})]
    if s.step == st.GIVE_UP:
        return [Denial("must_give_up", {"short": -redeploy.to_place(s, s.arg)})]
    if s.combo.by_party and s.step == st.CONQUER:
        options = ", ".join(action_string(s.world, code) for code in codes(s))
        return [Denial("must_choose", {"options": options})]
    if s.step == st.QUESTION:
        _, asked, scene, _ = question.asked(s)
        if not asked.optional:
            return [Denial("must_choose", {"options": ", ".join(map(str, numbers(asked, scene)))})]
    return []


def _give_up(s: State, action: int) -> list[Denial]:
    faults = _region_faults(s, action)
    region = action & 63
    if faults:
        return faults
    if not s.mask[s.arg] >> region & 1:
        return [Denial("not_yours", {"region": region, "regions": listed(s.mask[s.arg])})]
    if not s.conquered >> region & 1:
        return [Denial("not_conquered", {"region": region})]
    return []


def _place(s: State, action: int) -> list[Denial]:
    if s.step == st.VICTIMS and s.arg >> 6:
        return [Denial("step", {"asked": "markers"})]
    faults = _region_faults(s, action)
    if faults:
        return faults
    region, wanted, free = action & 63, action >> 6 & 63, redeploy.to_place(s, s.arg)
    if not s.mask[s.arg] >> region & 1:
        faults.append(Denial("not_yours", {"region": region, "regions": listed(s.mask[s.arg])}))
    if not 1 <= wanted <= free:
        faults.append(Denial("too_many", {"hand": free, "wanted": wanted}))
    return faults


def _put(s: State, action: int) -> list[Denial]:
    if s.step == st.VICTIMS and not s.arg >> 6:
        return [Denial("step", {"asked": "redeploy"})]
    faults = _region_faults(s, action)
    if faults:
        return faults
    region, wanted = action & 63, action >> 6 & 63
    marker, race = markers.asked(s)
    kinds = s.world.markers
    if wanted != marker:
        name = kinds[wanted].id if wanted < len(kinds) else str(wanted)
        return [Denial("other_marker", {"wanted": name, "marker": kinds[marker].id})]
    if not s.mask[race] >> region & 1:
        return [Denial("not_yours", {"region": region, "regions": listed(s.mask[race])})]
    if not markers.room_for(s, marker, race) >> region & 1:
        return [Denial("full", {"region": region, "marker": kinds[marker].id})]
    return []


def _choose(s: State, action: int) -> list[Denial]:
    piece, asked, scene, _ = question.asked(s)
    options = numbers(asked, scene)
    option = action & 63
    if option in options:
        return []
    if asked.refuses is not None:
        # A piece explains its own rules in its own words.
        refused = asked.refuses(scene, option - (0 if asked.about == "region" else 1))
        if refused is not None:
            rule, facts = refused
            return [Denial(rule, dict(facts), words=piece.reasons[rule])]
    return [Denial("option", {"option": option, "options": ", ".join(map(str, options))})]


_FAULTS: dict[int, Callable[[State, int], list[Denial]]] = {
    ac.PICK: _pick,
    ac.DECLINE: _decline,
    ac.ABANDON: _abandon,
    ac.CONQUER: _conquer,
    ac.ROLL: _roll,
    ac.GAMBLE: _gamble,
    ac.END: _end,
    ac.GIVE_UP: _give_up,
    ac.PLACE: _place,
    ac.PUT: _put,
    ac.CHOOSE: _choose,
    ac.USE: _use,
}
