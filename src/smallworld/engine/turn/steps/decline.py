"""Decline: one token stays in each region, turned over; the older declined race leaves the map."""

from __future__ import annotations

from ...bits import regions
from ...content.piece_view import PieceView
from ...effects import NOTES
from ...events import Event, Log
from ...position.region_contents import clear_markers, drop_marker, remove_all, update_guard, vanish
from ...position.state import State
from ...position.token_markers import is_present, stands
from ...world.world import NONE
from ..apply_changes import do_changes, vacate
from ..row import note_adrift, own_dwells


def decline(s: State, action: int, log: Log) -> bool:
    """Decline: the player's choice at the start of a turn, or after scoring if a power allows it."""
    put_troops_back(s)
    s.touched = True
    s.nonempty = 0
    into_decline(s, s.turn, log)
    return True


def put_troops_back(s: State) -> None:
    """Put the troops in hand back, for races that keep all their tokens."""
    if not s.before_ready:
        return
    race = s.acting
    for region in regions(s.mask[race]):
        s.hand[race] -= s.before_ready[region] - s.tokens[region]
        s.tokens[region] = s.before_ready[region]
    s.before_ready = ()


def into_decline(s: State, seat: int, log: Log) -> None:
    race = s.active[seat]
    combo = s.combos[race]
    after = combo.in_decline()
    if not after.outlives:
        drive_out_older(s, seat, log)
    if log is not None:
        log.append(Event("declined", seat=seat, race=race))
    if s.world.people:
        part_with_people(s, race, log)
    if s.card >= 0:
        note_adrift(s, race, s.mask[race], own_dwells(s, race))
    s.tray[race] += s.hand[race]
    s.hand[race] = 0
    s.active[seat] = NONE
    for note in NOTES:
        if note.with_race:
            note.end(s, seat)
    s.declined[seat] = (*s.declined[seat], race)
    if not combo.badge_stays:
        s.discards |= 1 << s.badge[race]
        s.badge[race] = NONE
        s.short = True  # a banner may be without a badge
    s.update_combo(race)
    for region in regions(s.mask[race]):
        if not after.keeps_all:
            s.tray[race] += s.tokens[region] - 1
            s.tokens[region] = 1
        if s.marked >> region & 1:
            clear_markers(s, region, log, declining=True)
        update_guard(s, region)
    # Markers of the combo outside its regions leave as well.
    for piece, here in combo.pieces:
        for marker in piece.markers:
            if marker.token:
                continue  # already gone; those of other races stay
            if not (marker.lasts or marker.stays) or (marker.bound and here >= 0):
                remove_all(s, s.world.marker_index(marker.id), log)
    for piece, here in combo.moments.get("on_decline", ()):
        scene = PieceView(s, race, s.combos[race], piece, here)
        do_changes(s, race, piece.on_decline(scene), log)
    if not s.mask[race] and s.owner[race] != NONE:
        vanish(s, race, log)


def part_with_people(s: State, race: int, log: Log) -> None:
    """Token markers leave the game with the active race. A region that one of them held alone is lost."""
    for person in s.world.people:
        if not is_present(s, person, race):
            continue
        region = stands(s, person, race)
        if region == NONE:
            s.hand[race] -= 1
        elif s.tokens[region] > 1:
            drop_marker(s, person.marker << 6 | region, None)
            s.tokens[region] -= 1
        else:
            vacate(s, region, log)
        s.counters[person.present + race] = 0
        if log is not None:
            log.append(Event("departed", seat=s.owner[race], race=race, marker=person.marker, region=region))


def drive_out_older(s: State, seat: int, log: Log) -> None:
    """A player has one declined race: the older one leaves the map, unless it does not count."""
    for old in s.declined[seat]:
        if not s.combos[old].outlives:
            for region in regions(s.mask[old]):
                s.tray[old] += vacate(s, region, log)
            if s.owner[old] != NONE:
                vanish(s, old, log)
