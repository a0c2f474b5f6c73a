"""Making positions: a new game, or any position from its parts; and what makes one impossible."""

from __future__ import annotations

from functools import lru_cache

from . import state as st
from . import turn
from .actions import C_GAMBLE
from .bits import mask_of, regions
from .effects import Settles
from .errors import PositionError
from .field import joined_now, reguard, remark
from .frames import die_question, draw_parts, question_parts
from .gates import lead
from .people import extra_tokens, people_faults
from .state import State, empty_state, settle_natives
from .steps import aims, pick, question
from .steps.redeploy import can_place
from .world import BADGES, BANNERS, COLUMN, MOST_COINS, NONE, World


def new_state(world: World) -> State:
    """The first position: natives on the map, nobody has a race, the column about to be drawn."""
    return _first_state(world).copy()


@lru_cache(maxsize=64)
def _first_state(world: World) -> State:
    state = empty_state(world)
    settle_natives(state)
    state.phase = turn.BEFORE_TURN
    turn.advance(state, None)
    pick.refill(state, None)
    return state


def derive(s: State) -> None:
    """Work out everything that follows from tokens, hands, owners, badges and markers."""
    world = s.world
    count = len(world.all_races)
    s.mask = [0] * count
    s.tray = list(world.supply)
    for region, race in enumerate(s.occ):
        if race != NONE:
            s.mask[race] |= 1 << region
            s.tray[race] -= s.tokens[region]
    s.markers.sort()
    s.lying.sort()
    remark(s)
    for race in range(count):
        s.tray[race] += extra_tokens(s, race) - s.hand[race]
        s.joined[race] = joined_now(s, race)
        s.recombine(race)
    for region in range(len(s.occ)):
        reguard(s, region)
    owned = [race for race in range(len(world.races)) if s.owner[race] != NONE]
    seen_races = mask_of([*owned, *s.col_race, *s.returned])
    seen_badges = mask_of(badge for badge in s.badge if badge != NONE) | mask_of(s.col_badge) | s.discards
    seen_badges |= mask_of(entry >> 6 for entry in s.lying)
    lie = {world.markers[entry >> 6].id for entry in s.markers}
    seen = [seen_races, seen_badges]
    seen += [mask_of(i for i, name in enumerate(deck) if name in lie) for deck in world.decks[2:]]
    s.unseen = [(1 << len(deck)) - 1 & ~mask for deck, mask in zip(world.decks, seen, strict=True)]
    s.combo, s.reach, s.open, s.strict = world.idle, 0, 0, 0


def regain_forces(s: State) -> None:
    """Bring back the acting race's combo and reach, which are never written down."""
    if s.acting != NONE and s.owner[s.acting] != NONE:
        lead(s, s.acting)


def refuse_impossible(s: State) -> None:
    faults = position_faults(s)
    if faults:
        raise PositionError(faults)


def position_faults(s: State) -> list[str]:
    """Everything about a position that the rules could never bring about."""
    return [*_map_faults(s), *_race_faults(s), *_seat_faults(s), *_column_faults(s), *_turn_faults(s)]


def _map_faults(s: State) -> list[str]:
    world, faults = s.world, []
    for region, race in enumerate(s.occ):
        terrain = world.board.regions[region].terrain
        if race == NONE:
            if s.tokens[region]:
                faults.append(f"region {region}: {s.tokens[region]} tokens of nobody")
            continue
        name = world.race_ids[race]
        if s.tokens[region] < 1:
            faults.append(
                f"region {region}: {name} hold it with {s.tokens[region]} tokens; at least 1 is needed"
            )
        if world.barred >> region & 1:
            faults.append(f"region {region}: nobody can stand on {terrain}")
        elif world.closed >> region & 1:
            # A declined race may keep a sea it took while its power was active; others never stand there.
            settled = s.combos[race].settle >> region & 1 or once_allowed(s, region)
            if world.is_native(race) or (s.is_active(race) and not settled):
                faults.append(f"region {region}: {name} cannot stand on {terrain}")
        elif world.transit >> region & 1 and not _may_rest(s, race, region):
            faults.append(f"region {region}: {name} cannot rest on {terrain}")
    for marker, kind in enumerate(world.markers):
        if s.placed(marker) > kind.count:
            faults.append(f"marker {kind.id}: {s.placed(marker)} on the map, but only {kind.count} exist")
        for region in regions(s.spots(marker)):
            here = s.markers_in(region).count(marker)
            if kind.per_region and here > kind.per_region:
                faults.append(
                    f"marker {kind.id}: {here} in region {region}, at most {kind.per_region} may be"
                )
            held = s.occ[region] != NONE and not world.is_native(s.occ[region])
            if not held and not kind.stays and not world.barred >> region & 1:
                faults.append(f"marker {kind.id}: region {region} is held by nobody")
    return faults + _figure_faults(s) + people_faults(s)


def _may_rest(s: State, race: int, region: int) -> bool:
    """Somebody is only passing through, or the race may stay there; a declined one was allowed to once."""
    on_the_way = s.acting in (race, NONE) and s.phase < s.world.phase_index["redeploy"]
    if s.owner[race] == s.turn and (race == s.acting or on_the_way):
        return True
    if s.world.is_native(race):
        return False
    return not s.is_active(race) or bool(s.combos[race].dwells >> region & 1) or once_allowed(s, region)


def once_allowed(s: State, region: int) -> bool:
    """A badge in some region lets its holder settle here; whoever lost it leaves in his own turn."""
    world = s.world
    return any(
        isinstance(effect, Settles) and world.mask_of(effect.where) >> region & 1
        for entry in s.lying
        for effect in world.powers[entry >> 6].effects
    )


def _figure_faults(s: State) -> list[str]:
    """What bars everybody stands alone; what has a home needs it; badges lie with what binds them."""
    world, faults = s.world, []
    for entry in s.markers:
        kind, region = world.markers[entry >> 6], entry & 63
        if kind.opens_to == "nobody" and s.occ[region] != NONE:
            faults.append(f"marker {kind.id}: region {region} is held, but nobody can stand beside it")
        home = kind.home or (world.marker_piece[entry >> 6].id if world.joins[entry >> 6] < 0 else "")
        if kind.stays and home in world.marker_ids and not s.spots(world.marker_ids[home]):
            faults.append(f"marker {kind.id}: nobody owns it, for {home} is not on the map")
        if kind.stays and world.barred >> region & 1:
            faults.append(f"marker {kind.id}: region {region} is no place for it")
    for entry in s.lying:
        if not any(e & 63 == entry & 63 and world.joins[e >> 6] >= 0 for e in s.markers):
            faults.append(f"badge {world.power_ids[entry >> 6]}: nothing binds it to region {entry & 63}")
    return faults


def _race_faults(s: State) -> list[str]:
    world, faults = s.world, []
    for race, name in enumerate(world.race_ids):
        if s.hand[race] < 0:
            faults.append(f"{name}: {s.hand[race]} tokens in hand")
        if s.tray[race] < 0:
            used = world.supply[race] - s.tray[race]
            faults.append(
                f"{name}: {used} tokens on the map and in hand, but only {world.supply[race]} exist"
            )
        if world.is_native(race):
            continue
        if s.owner[race] == NONE:
            if s.mask[race] or s.hand[race]:
                faults.append(f"{name}: tokens in play, but nobody owns the race")
        elif not s.is_active(race):
            combo = s.combos[race]
            stacked = [region for region in regions(s.mask[race]) if s.tokens[region] > 1]
            keeps = combo.keeps_all or combo.acts  # whoever goes on conquering has tokens to do it with
            if stacked and not keeps and not world.may_stack:
                faults.append(f"{name}: declined, but more than one token in region {stacked[0]}")
            if s.hand[race] and not keeps and not s.displaced >> race & 1:
                faults.append(f"{name}: declined, but {s.hand[race]} tokens in hand")
            if not s.mask[race] and not s.hand[race]:
                faults.append(f"{name}: declined with no token left; its banner should have returned")
    badges = [badge for badge in s.badge if badge != NONE] + s.col_badge + list(regions(s.discards))
    badges += [entry >> 6 for entry in s.lying]
    for power, name in enumerate(world.power_ids):
        if badges.count(power) > 1:
            faults.append(f"power {name}: in {badges.count(power)} places at once")
    banners = [race for race, owner in enumerate(s.owner) if owner != NONE] + s.col_race + s.returned
    for race, name in enumerate(world.race_ids):
        if banners.count(race) > 1:
            faults.append(f"race {name}: in {banners.count(race)} places at once")
    return faults


def _seat_faults(s: State) -> list[str]:
    world, faults = s.world, []
    for seat in range(world.seats):
        letter = "ABCDEFGH"[seat]
        if s.coins[seat] != NONE and not 0 <= s.coins[seat] <= MOST_COINS:
            faults.append(f"player {letter}: {s.coins[seat]} coins")
        race = s.active[seat]
        limited = [race for race in s.declined[seat] if not s.combos[race].outlives]
        if len(limited) > 1:
            names = ", ".join(world.race_ids[race] for race in limited)
            faults.append(f"player {letter}: more than one declined race: {names}")
        if s.truce[seat] == seat:
            faults.append(f"player {letter}: at peace with themselves")
        if s.truce[seat] != NONE and race == NONE:
            faults.append(f"player {letter}: a truce protects an active race, and there is none")
    return faults


def _column_faults(s: State) -> list[str]:
    faults = []
    if len(s.col_race) > COLUMN:
        faults.append(f"column: {len(s.col_race)} combos; at most {COLUMN} are on offer")
    if any(not 0 <= coins <= MOST_COINS for coins in s.col_coins):
        faults.append(f"column: expected 0 to {MOST_COINS} coins on a combo")
    return faults


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
        owner = question.asked(_at(s, frames[0])).scene.seat
    elif step == st.CONQUER and arg == s.world.led:
        owner = aims.guide(s)  # who decides what a party leaves open
    if seat != owner:
        faults.append(f"step {name}: asked of the wrong player")
    for frame in frames[1:]:
        faults += _interruption_faults(s, frame)
    if step == st.PICK and s.active[s.turn] != NONE:
        faults.append("step pick: the player has an active race")
    if step in (*_OF_ACTING, st.MARKERS, st.FADE) and s.acting == NONE:
        faults.append(f"step {name}: no race acts")
    if step in (st.MARKERS, st.FADE) and s.active[s.turn] == NONE:
        faults.append(f"step {name}: the player to move has no active race")
    before_acting = s.phase <= s.world.phase_index["elders"]
    if before_acting and s.active[s.turn] == NONE and (s.picked or (step in _OF_ACTING and s.col_race)):
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
    if step in _OF_ACTING and arg != s.acting:
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


_OF_ACTING = (st.READY, st.CONQUER, st.ROLLED, st.GIVE_UP, st.REDEPLOY)


def _interruption_faults(s: State, frame: tuple[int, ...]) -> list[str]:
    step, seat, arg = frame
    if step == st.QUESTION:
        asker = question.asked(_at(s, frame)).scene.seat
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


def _turn_faults(s: State) -> list[str]:
    world, faults = s.world, []
    if not 1 <= s.round <= world.rounds:
        faults.append(f"round {s.round}: expected 1 to {world.rounds}")
    if not 0 <= s.turn < world.seats:
        faults.append(f"turn of seat {s.turn}: expected 0 to {world.seats - 1}")
    elif s.step in _OF_ACTING and (s.acting == NONE or s.owner[s.acting] != s.turn):
        faults.append(f"step {st.STEP_NAMES[s.step]}: the player to move has no race that acts")
    return faults
