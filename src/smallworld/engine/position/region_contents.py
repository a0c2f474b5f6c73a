"""What stands and lies in the regions: markers, defence, joined pieces. Small operations that several
steps share."""

from __future__ import annotations

from ..bits import regions
from ..content.pieces import Person, Piece, Place, Power
from ..events import Event, Log
from ..world.world import ANYWHERE, BADGES, NONE
from .state import State


def update_guard(s: State, region: int) -> None:
    """Work out again what a region costs without its tokens."""
    world = s.world
    guard = world.ground[region]
    race = s.occ[region]
    if race != NONE:
        guard += s.race_defence[race]
    if s.marked >> region & 1:
        wall = world.marker_defence
        for entry in s.markers:
            if entry & 63 == region:
                guard += wall[entry >> 6]
    s.guard[region] = guard


def update_marked(s: State) -> None:
    """Work out again which regions have markers and which are immune."""
    marked = immune = 0
    ward = s.world.marker_immune
    for entry in s.markers:
        bit = 1 << (entry & 63)
        marked |= bit
        if ward[entry >> 6]:
            immune |= bit
    s.marked, s.immune = marked, immune


def put_marker(s: State, marker: int, region: int, log: Log) -> None:
    """Put a marker into a region. If all of its kind are on the map, the first of them moves."""
    out = [entry for entry in s.markers if entry >> 6 == marker]
    if out and len(out) >= s.world.markers[marker].count:
        drop_marker(s, out[0], log)
    s.markers.append(marker << 6 | region)
    s.markers.sort()
    s.marked |= 1 << region
    if s.world.marker_immune[marker]:
        s.immune |= 1 << region
    if s.world.marker_defence[marker]:
        update_guard(s, region)
    if log is not None:
        race = s.occ[region] if s.world.markers[marker].token else NONE
        log.append(Event("marked", seat=s.seat, region=region, marker=marker, race=race))


def drop_marker(s: State, entry: int, log: Log) -> None:
    s.markers.remove(entry)
    update_marked(s)
    update_guard(s, entry & 63)
    if log is not None:
        log.append(Event("unmarked", region=entry & 63, marker=entry >> 6))


def remove_all(s: State, marker: int, log: Log) -> None:
    for entry in [entry for entry in s.markers if entry >> 6 == marker]:
        drop_marker(s, entry, log)


def clear_markers(
    s: State, region: int, log: Log, *, conquered_from: int = NONE, declining: bool = False
) -> None:
    """Remove the markers that do not stay when a region is conquered, abandoned or declines."""
    for entry in s.markers.copy():
        if entry & 63 != region:
            continue
        kind = s.world.markers[entry >> 6]
        if kind.stays or (declining and kind.lasts):
            continue
        if conquered_from != NONE and kind.returns:
            s.counters[s.world.displaced_counters[entry >> 6]] += 1
            s.displaced |= 1 << conquered_from
        drop_marker(s, entry, log)


def joined_now(s: State, race: int) -> tuple[int, ...]:
    """The pieces that lie in a race's regions: number in World.joinable << 6 | region, sorted.

    If the region makes no difference to a piece's effects, ANYWHERE is written instead of it: then moving the
    piece changes nothing.
    """
    world, mask = s.world, s.mask[race]
    if (s.card < 0 and not mask & s.marked) or s.owner[race] == NONE:
        return ()
    joins, tied_to_region = world.joins, world.tied_to_region
    for_all = race < len(world.races)  # only some pieces work for a party
    found: list[int] = []
    if s.card >= 0 and (for_all or world.row_cards[s.card].serves_parties):
        found.append(world.card_entries[s.card])
        if not mask & s.marked:
            return tuple(found)
    for entry in s.markers:
        if mask >> (entry & 63) & 1:
            piece = joins[entry >> 6]
            if piece >= 0 and (for_all or world.serves_parties[piece]):
                found.append(piece << 6 | (entry & 63 if tied_to_region[piece] else ANYWHERE))
    for entry in s.lying:
        if mask >> (entry & 63) & 1:
            piece = world.badge_piece(entry >> 6)
            if for_all or world.serves_parties[piece]:
                found.append(piece << 6 | (entry & 63 if tied_to_region[piece] else ANYWHERE))
    if len(found) > 1:
        found.sort()
    return tuple(found)


def is_among(piece: int, joined: tuple[int, ...]) -> bool:
    """Whether a piece, by its number in World.joinable, is in such a list."""
    return any(entry >> 6 == piece for entry in joined)


def where_it_lies(s: State, piece: type[Piece]) -> int:
    """The region of a relic, of a place, or of a badge that lies in a region."""
    world = s.world
    if issubclass(piece, Power):
        power = world.powers.index(piece)
        return next((entry & 63 for entry in s.lying if entry >> 6 == power), NONE)
    return s.spots(world.marker_index(piece.id)).bit_length() - 1


def binds(s: State, region: int) -> bool:
    """Whether a place lies in a region. Only a place can bind a badge: relics move."""
    joins, joinable = s.world.joins, s.world.joinable
    return any(
        joins[marker] >= 0 and issubclass(joinable[joins[marker]], Place) for marker in s.markers_in(region)
    )


def vanish(s: State, race: int, log: Log) -> None:
    """The last token of a declined race has left the map: its badge goes to the discards, its banner back."""
    seat = s.owner[race]
    s.tray[race] += s.hand[race]
    s.hand[race] = 0
    if s.badge[race] != NONE:
        s.discards |= 1 << s.badge[race]
        s.badge[race] = NONE
    s.owner[race], s.joined[race] = NONE, ()
    s.update_combo(race)
    s.displaced &= ~(1 << race)
    s.declined[seat] = tuple(other for other in s.declined[seat] if other != race)
    s.returned.append(race)
    s.short = True
    if log is not None:
        log.append(Event("vanished", seat=seat, race=race))


def vanish_if_gone(s: State, race: int, log: Log) -> None:
    """A declined race without a region vanishes, unless it still acts and has tokens in hand."""
    owner = s.owner[race]
    if owner == NONE or s.active[owner] == race or s.mask[race]:
        return
    if not (s.hand[race] and s.combos[race].acts):
        vanish(s, race, log)


def leave_region(s: State, region: int, log: Log) -> int:
    """Take every token and its markers off a region; returns the number of tokens.

    Pieces that lie there are not released: `apply_changes.vacate` does both.
    """
    race = s.occ[region]
    count = s.tokens[region]
    s.occ[region] = NONE
    s.tokens[region] = 0
    s.mask[race] &= ~(1 << region)
    if s.adrift:
        s.adrift &= ~(1 << region)
    if s.marked >> region & 1:
        clear_markers(s, region, log)
    update_guard(s, region)
    return count


def forget(s: State, piece: str) -> None:
    """Clear what a piece counted for its last owner."""
    for counter in s.world.race_counters[piece]:
        s.counters[counter] = 0


def reshuffle(s: State, log: Log) -> None:
    s.unseen[BADGES], s.discards = s.discards, 0
    if s.unseen[BADGES] and log is not None:
        log.append(Event("reshuffled"))


def people_in(s: State, region: int) -> tuple[Person, ...]:
    """The token markers in a region."""
    return tuple(person for person in s.world.people if person.marker << 6 | region in s.markers)


def surviving_people(s: State, race: int, region: int) -> int:
    """How many of a region's tokens are token markers that go to the hand when the others are lost.

    In its owner's turn a token marker may be any of the tokens, in hand or on the map; it is the last of
    them to be lost."""
    here = len(people_in(s, region))
    if s.world.is_native(race):
        return here
    present = sum(s.counters[person.present + race] for person in s.world.people)
    if present == here:
        return here
    others = s.hand[race] + sum(s.tokens[other] for other in regions(s.mask[race] & ~(1 << region)))
    return max(here, present - others)


def evict(s: State, region: int, race: int, losses: int, log: Log) -> tuple[Person, ...]:
    """Remove the tokens of a region that is taken: `losses` of them go to the tray, the others wait in
    hand until the end of the turn. Natives lose all. Returns the captured token markers; each replaces
    one loss."""
    count = s.tokens[region]
    owner = s.owner[race]
    mask = s.mask[race] & ~(1 << region)
    s.mask[race] = mask
    if s.adrift:
        s.adrift &= ~(1 << region)
    captured: tuple[Person, ...] = ()
    safe = 0
    if s.world.people and owner == s.turn:  # a player does not capture token markers of the own races
        safe = surviving_people(s, race, region)
    elif s.world.people and s.marked >> region & 1:
        captured = people_in(s, region)
        count -= len(captured)
        losses = max(0, losses - len(captured))
        for person in captured:
            _capture(s, person, race, region, log)
    lost = count if race >= len(s.world.races) else min(count - safe, losses)
    s.tray[race] += lost
    if lost < count:
        s.hand[race] += count - lost
        s.displaced |= 1 << race
    if log is not None:
        if lost:
            log.append(Event("lost", seat=owner, race=race, region=region, amount=lost))
        if lost < count:
            log.append(Event("displaced", seat=owner, race=race, region=region, amount=count - lost))
    return captured


def _capture(s: State, person: Person, race: int, region: int, log: Log) -> None:
    """A token marker leaves its race and becomes a captive of the player to move."""
    drop_marker(s, person.marker << 6 | region, None)
    s.counters[person.present + race] = 0
    s.counters[person.captor + race] = s.turn + 1
    if log is not None:
        log.append(
            Event(
                "captured", seat=s.owner[race], race=race, region=region, marker=person.marker, other=s.turn
            )
        )


def pay(s: State, payer: int, receiver: int, amount: int, log: Log) -> None:
    """Move coins from one player to another, at most as many as there are."""
    amount = min(amount, s.coins[payer])
    if amount > 0:
        s.coins[payer] -= amount
        s.coins[receiver] += amount
        if log is not None:
            log.append(Event("paid", seat=payer, other=receiver, amount=amount))


def swap_badge(s: State, race: int, slot: int, log: Log) -> None:
    """A race and a combo of the column exchange their powers."""
    s.badge[race], s.col_badge[slot] = s.col_badge[slot], s.badge[race]
    s.update_combo(race)
    forget(s, s.world.power_ids[s.badge[race]])
    if log is not None:
        log.append(Event("swapped", seat=s.owner[race], race=race, power=s.badge[race]))


def sweep_combo(s: State, slot: int, to: int, log: Log) -> None:
    """Discard a combo of the column; its coins go to a seat. An empty place changes nothing."""
    if slot >= len(s.col_badge):
        return
    race, power, coins = s.col_race.pop(slot), s.col_badge.pop(slot), s.col_coins.pop(slot)
    s.returned.append(race)
    s.discards |= 1 << power
    s.coins[to] += coins
    s.short = True
    if log is not None:
        log.append(Event("swept", race=race, power=power, amount=slot))
        if coins:
            log.append(Event("earned", seat=to, race=s.active[to], amount=coins))


def gain_tokens(s: State, race: int, wanted: int, log: Log) -> None:
    """Tokens from the tray into the hand. A declined race that does not act has no hand."""
    amount = min(wanted, s.tray[race]) if s.is_active(race) or s.combos[race].acts else 0
    s.tray[race] -= amount
    s.hand[race] += amount
    if amount and log is not None:
        log.append(Event("recruited", seat=s.owner[race], race=race, amount=amount))
