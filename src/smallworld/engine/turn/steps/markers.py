"""Place the combo's markers at the end of redeployment, such as camps, fortresses and heroes."""

from __future__ import annotations

from ...actions import C_END, C_PUT
from ...bits import regions
from ...content.piece_view import PieceView
from ...events import Log
from ...position import state as st
from ...position.region_contents import put_marker
from ...position.state import State
from ...words.region_sets import Where


def ask_from(s: State, position: int) -> bool:
    """Ask for the next kind that can be placed; its place in the combo's list is `State.arg`."""
    race = s.active[s.turn]
    kinds = s.combos[race].asked_markers
    while position < len(kinds):
        if room_for(s, kinds[position], race):
            s.step, s.seat, s.arg = st.MARKERS, s.turn, position
            return True
        position += 1
    return False


def room_for(s: State, marker: int, race: int) -> int:
    """Regions of the race that can take one more of these markers."""
    kind = s.world.markers[marker]
    if s.placed(marker) >= kind.count or (kind.per_turn and not left_this_turn(s, marker, race)):
        return 0
    mask = s.mask[race]
    if kind.per_region:
        for region in regions(mask & s.marked):
            if s.markers_in(region).count(marker) >= kind.per_region:
                mask &= ~(1 << region)
    return mask


def left_this_turn(s: State, marker: int, race: int) -> int:
    """How many of a kind with a limit per turn may still be placed."""
    limit = s.world.markers[marker].per_turn
    if isinstance(limit, Where):
        limit = (limit.now(PieceView(s, race, s.combos[race])) & s.mask[race]).bit_count()
    return limit - s.counters[s.world.placed_counters[marker]]


def asked(s: State) -> tuple[int, int]:
    """The marker that is asked for, and its race."""
    if s.step == st.MARKERS:
        race = s.active[s.turn]
        return s.combos[race].asked_markers[s.arg], race
    race = s.arg & 63
    return (s.arg >> 6) - 1, race


def codes(s: State) -> list[int]:
    marker, race = asked(s)
    out = [] if s.step == st.MARKERS and s.world.markers[marker].must else [C_END]
    for region in regions(room_for(s, marker, race)):
        out.append(C_PUT | marker << 6 | region)
    return out


def put(s: State, action: int, log: Log) -> bool:
    marker, race = asked(s)
    put_marker(s, marker, action & 63, log)
    if s.step == st.VICTIMS:
        s.counters[s.world.displaced_counters[marker]] -= 1
        return not (s.counters[s.world.displaced_counters[marker]] and room_for(s, marker, race))
    if s.world.markers[marker].per_turn:
        s.counters[s.world.placed_counters[marker]] += 1
    if room_for(s, marker, race):
        return False
    return not ask_from(s, s.arg + 1)


def end(s: State) -> bool:
    """The other markers of this kind stay in hand."""
    return not ask_from(s, s.arg + 1)
