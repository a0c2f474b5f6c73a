"""Making positions: a new game, or any position from its parts; and what makes one impossible."""

from __future__ import annotations

from functools import lru_cache

from . import state as st
from . import turn
from .actions import C_GAMBLE
from .bits import mask_of, regions
from .errors import PositionError
from .field import muster_forces, reguard, remark
from .state import State, empty_state, settle_natives
from .steps import pick, redeploy
from .world import COLUMN, NONE, World


def new_state(world: World) -> State:
    """The first position: tribes on the map, nobody has a race, the column about to be drawn."""
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
    count = len(world.races) + 1
    s.mask = [0] * count
    s.tray = list(world.supply)
    for region, race in enumerate(s.occ):
        if race != NONE:
            s.mask[race] |= 1 << region
            s.tray[race] -= s.tokens[region]
    for race in range(count):
        s.tray[race] -= s.hand[race]
        if race != world.neutral_race:
            s.recombine(race)
    s.markers.sort()
    remark(s)
    for region in range(len(s.occ)):
        reguard(s, region)
    seen_races = mask_of(race for race in range(len(world.races)) if s.owner[race] != NONE)
    seen_races |= mask_of(s.col_race) | mask_of(s.returned)
    s.unseen_races = (1 << len(world.races)) - 1 & ~seen_races
    seen_badges = mask_of(badge for badge in s.badge if badge != NONE) | mask_of(s.col_badge) | s.discards
    s.unseen_badges = (1 << len(world.powers)) - 1 & ~seen_badges
    s.combo, s.reach, s.open = world.idle, 0, 0


def regain_forces(s: State) -> None:
    """Bring back the acting race's combo and reach, which are never written down."""
    if s.acting != NONE and s.owner[s.acting] != NONE:
        muster_forces(s, s.acting)


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
            active = race != world.neutral_race and s.is_active(race)
            if race == world.neutral_race or (active and not s.combos[race].settle >> region & 1):
                faults.append(f"region {region}: {name} cannot stand on {terrain}")
    for marker, kind in enumerate(world.markers):
        if s.placed(marker) > kind.count:
            faults.append(f"marker {kind.id}: {s.placed(marker)} on the map, but only {kind.count} exist")
        for region in regions(s.spots(marker)):
            here = s.markers_in(region).count(marker)
            if kind.per_region and here > kind.per_region:
                faults.append(
                    f"marker {kind.id}: {here} in region {region}, at most {kind.per_region} may be"
                )
            if (
                s.occ[region] in (NONE, world.neutral_race)
                and not kind.stays
                and not world.barred >> region & 1
            ):
                faults.append(f"marker {kind.id}: region {region} is held by nobody")
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
        if race == world.neutral_race:
            continue
        if s.owner[race] == NONE:
            if s.mask[race] or s.hand[race]:
                faults.append(f"{name}: tokens in play, but nobody owns the race")
        elif not s.is_active(race):
            combo = s.combos[race]
            stacked = [region for region in regions(s.mask[race]) if s.tokens[region] > 1]
            if stacked and not combo.keeps_all:
                faults.append(f"{name}: declined, but more than one token in region {stacked[0]}")
            if s.hand[race] and not combo.keeps_all:
                faults.append(f"{name}: declined, but {s.hand[race]} tokens in hand")
            if not s.mask[race] and not s.hand[race]:
                faults.append(f"{name}: declined with no token left; its banner should have returned")
    badges = [badge for badge in s.badge if badge != NONE] + s.col_badge + list(regions(s.discards))
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
    for seat in range(world.players):
        letter = "ABCDEFGH"[seat]
        if s.coins[seat] < 0 and s.coins[seat] != NONE:
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
    if any(coins < 0 for coins in s.col_coins):
        faults.append("column: fewer than 0 coins on a combo")
    return faults


# Where in a turn each question can be asked. A race that acts in decline redeploys before the others are
# looked for, and a quiet combo skips what it never asks: see `turn`.
_PLACES = {
    st.PICK: (turn.PICKING,),
    st.READY: (turn.ELDERS, turn.READYING),
    st.CONQUER: (turn.ELDERS, turn.READYING),
    st.ROLLED: (turn.ELDERS, turn.READYING),
    st.GIVE_UP: (turn.ELDERS - 1, turn.REDEPLOYING, turn.LAST_REDEPLOYING),
    st.REDEPLOY: (turn.ELDERS - 1, turn.REDEPLOYING, turn.LAST_REDEPLOYING),
    st.MARKERS: (turn.REDEPLOYING + 1,),
    st.QUESTION: (turn.PICKING + 1, turn.PARTING),
    st.FADE: (turn.FADING,),
    st.VICTIMS: (turn.FADING,),
    st.OVER: (len(turn.PHASES) - 1,),
}


def refuse_lost_turn(s: State) -> None:
    """A position in which the turn could not go on: the wrong player asked, or nothing to choose."""
    faults = []
    frames = [(s.step, s.seat, s.arg), *(tuple(s.stack[i : i + 3]) for i in range(0, len(s.stack), 3))]
    asked = frames[1:] if s.is_chance else frames
    if len(asked) != 1 or asked[0][0] not in _PLACES:
        raise PositionError("one question must be open, under the die or the draw that interrupts it")
    step, seat, arg = asked[0]
    name = st.STEP_NAMES[step]
    if s.phase not in _PLACES[step]:
        faults.append(f"step {name}: cannot be asked at this point of the turn")
    owner = s.owner[arg & 63] if step == st.VICTIMS else NONE if step == st.OVER else s.turn
    if seat != owner:
        faults.append(f"step {name}: asked of the wrong player")
    if step == st.PICK and s.active[s.turn] != NONE:
        faults.append("step pick: the player has an active race")
    if step not in (st.PICK, st.OVER, st.VICTIMS) and s.acting == NONE and step != st.QUESTION:
        faults.append(f"step {name}: no race acts")
    if (step == st.ROLLED) != (s.bonus != NONE):
        faults.append(f"step {name}: a first roll and its pips belong together")
    if step in (st.REDEPLOY, st.VICTIMS) and not arg >> 6 and not _can_place(s, arg):
        faults.append(f"step {name}: there is nothing to place")
    if step in _OF_ACTING and arg != s.acting:
        faults.append(f"step {name}: asked of a race that does not act")
    if s.step == st.DIE and (s.arg if s.arg >= 0 else C_GAMBLE) not in _with_step(s, step, seat, arg):
        faults.append("step die: what it is rolled for cannot be done")
    faults += _draw_faults(s)
    if faults:
        raise PositionError(faults)
    # Whoever may not see the coins cannot say what their owner can pay.
    if not s.over and not turn.codes(s) and s.coins[s.seat] != NONE:
        raise PositionError(f"step {name}: there is nothing to choose from")


_OF_ACTING = (st.READY, st.CONQUER, st.ROLLED, st.GIVE_UP, st.REDEPLOY)


def _draw_faults(s: State) -> list[str]:
    """A draw is pending exactly when the column has room for what is drawn and it could go several ways."""
    unpaired = len(s.col_race) - len(s.col_badge)
    badges = s.unseen_badges or s.discards
    if s.step == st.DRAW_BADGE:
        fits = unpaired == 1 and s.unseen_badges.bit_count() > 1
    elif s.step == st.DRAW_RACE:
        fits = unpaired == 0 and len(s.col_race) < COLUMN and s.unseen_races.bit_count() > 1
    elif s.short:
        fits = 0 <= unpaired <= 1
    else:
        fits = unpaired == 0 or (unpaired == 1 and not badges)
    return [] if fits else ["column: the combos on offer and the draw that is pending do not fit"]


def _can_place(s: State, race: int) -> bool:
    return s.owner[race] != NONE and redeploy.to_place(s, race) > 0 and bool(s.mask[race])


def _with_step(s: State, step: int, seat: int, arg: int) -> list[int]:
    """What would be legal if the die were not pending."""
    before = s.copy()
    before.step, before.seat, before.arg, before.stack = step, seat, arg, []
    return turn.codes(before) if step in (st.READY, st.CONQUER) else []


def _turn_faults(s: State) -> list[str]:
    world, faults = s.world, []
    if not 1 <= s.round <= world.rounds:
        faults.append(f"round {s.round}: expected 1 to {world.rounds}")
    if not 0 <= s.turn < world.players:
        faults.append(f"turn of seat {s.turn}: expected 0 to {world.players - 1}")
    elif s.step in (st.READY, st.CONQUER, st.ROLLED, st.REDEPLOY, st.GIVE_UP) and (
        s.acting == NONE or s.owner[s.acting] != s.turn
    ):
        faults.append(f"step {st.STEP_NAMES[s.step]}: the player to move has no race that acts")
    return faults
