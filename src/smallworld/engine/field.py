"""What stands in the regions: markers, guards, joined pieces. Small mechanics that several steps share."""

from __future__ import annotations

from typing import Final

from .events import Event, Log
from .pieces import Person, Piece, Power
from .state import State
from .world import BADGES, NONE

ANYWHERE: Final = 63  # no board has so many regions


def reguard(s: State, region: int) -> None:
    """Work out again what a region costs without its tokens."""
    world = s.world
    guard = world.ground[region]
    race = s.occ[region]
    if race != NONE:
        guard += s.bulwark[race]
    if s.marked >> region & 1:
        wall = world.marker_defence
        for entry in s.markers:
            if entry & 63 == region:
                guard += wall[entry >> 6]
    s.guard[region] = guard


def remark(s: State) -> None:
    """Work out again which regions are marked and immune."""
    marked = immune = 0
    ward = s.world.marker_immune
    for entry in s.markers:
        bit = 1 << (entry & 63)
        marked |= bit
        if ward[entry >> 6]:
            immune |= bit
    s.marked, s.immune = marked, immune


def put_marker(s: State, marker: int, region: int, log: Log) -> None:
    """Put a marker into a region; if all of them are out, the first one standing moves."""
    out = [entry for entry in s.markers if entry >> 6 == marker]
    if out and len(out) >= s.world.markers[marker].count:
        drop_marker(s, out[0], log)
    s.markers.append(marker << 6 | region)
    s.markers.sort()
    s.marked |= 1 << region
    if s.world.marker_immune[marker]:
        s.immune |= 1 << region
    if s.world.marker_defence[marker]:
        reguard(s, region)
    if log is not None:
        race = s.occ[region] if s.world.markers[marker].token else NONE
        log.append(Event("marked", seat=s.seat, region=region, marker=marker, race=race))


def drop_marker(s: State, entry: int, log: Log) -> None:
    s.markers.remove(entry)
    remark(s)
    reguard(s, entry & 63)
    if log is not None:
        log.append(Event("unmarked", region=entry & 63, marker=entry >> 6))


def remove_all(s: State, marker: int, log: Log) -> None:
    for entry in [entry for entry in s.markers if entry >> 6 == marker]:
        drop_marker(s, entry, log)


def clear_markers(
    s: State, region: int, log: Log, *, conquered_from: int = NONE, declining: bool = False
) -> None:
    """Take off what does not outlast the conquest, abandonment or decline of a region."""
    for entry in s.markers.copy():
        if entry & 63 != region:
            continue
        kind = s.world.markers[entry >> 6]
        if kind.stays or (declining and kind.lasts):
            continue
        if conquered_from != NONE and kind.returns:
            s.counters[s.world.adrift[entry >> 6]] += 1
            s.displaced |= 1 << conquered_from
        drop_marker(s, entry, log)


def joined_now(s: State, race: int) -> tuple[int, ...]:
    """The pieces that lie in a race's regions: number in World.joinable << 6 | region, sorted.

    A piece to whose effects it does not matter is noted as lying ANYWHERE: carrying it about changes nothing.
    """
    world, mask = s.world, s.mask[race]
    if not mask & s.marked or s.owner[race] == NONE:
        return ()
    joins, rooted = world.joins, world.rooted
    for_all = race < len(world.races)  # a party has the use of some pieces only
    found: list[int] = []
    for entry in s.markers:
        if mask >> (entry & 63) & 1:
            piece = joins[entry >> 6]
            if piece >= 0 and (for_all or world.serving[piece]):
                found.append(piece << 6 | (entry & 63 if rooted[piece] else ANYWHERE))
    for entry in s.lying:
        if mask >> (entry & 63) & 1:
            piece = world.badge_piece(entry >> 6)
            if for_all or world.serving[piece]:
                found.append(piece << 6 | (entry & 63 if rooted[piece] else ANYWHERE))
    if len(found) > 1:
        found.sort()
    return tuple(found)


def is_among(piece: int, joined: tuple[int, ...]) -> bool:
    """Whether a piece, by its number in World.joinable, is one of those that lie in a race's regions."""
    return any(entry >> 6 == piece for entry in joined)


def where_it_lies(s: State, piece: type[Piece]) -> int:
    """The region of a relic, a place, or a badge that lies somewhere."""
    world = s.world
    if issubclass(piece, Power):
        power = world.powers.index(piece)
        return next((entry & 63 for entry in s.lying if entry >> 6 == power), NONE)
    return s.spots(world.marker_index(piece.id)).bit_length() - 1


def vanish(s: State, race: int, log: Log) -> None:
    """The last token of a declined race has left: badge to the discards, banner back."""
    seat = s.owner[race]
    s.tray[race] += s.hand[race]
    s.hand[race] = 0
    if s.badge[race] != NONE:
        s.discards |= 1 << s.badge[race]
        s.badge[race] = NONE
    s.owner[race], s.joined[race] = NONE, ()
    s.recombine(race)
    s.displaced &= ~(1 << race)
    s.declined[seat] = tuple(other for other in s.declined[seat] if other != race)
    s.returned.append(race)
    s.short = True
    if log is not None:
        log.append(Event("vanished", seat=seat, race=race))


def vanish_if_gone(s: State, race: int, log: Log) -> None:
    """A declined race without a region is gone, unless it still acts and has tokens in hand."""
    owner = s.owner[race]
    if owner == NONE or s.active[owner] == race or s.mask[race]:
        return
    if not (s.hand[race] and s.combos[race].acts):
        vanish(s, race, log)


def leave_region(s: State, region: int, log: Log) -> int:
    """Take every token off a region, markers with them; the number of tokens taken.

    What lies there and worked for the race is not released: `doing.vacate` does both.
    """
    race = s.occ[region]
    count = s.tokens[region]
    s.occ[region] = NONE
    s.tokens[region] = 0
    s.mask[race] &= ~(1 << region)
    if s.marked >> region & 1:
        clear_markers(s, region, log)
    reguard(s, region)
    return count


def forget(s: State, piece: str) -> None:
    """A piece begins anew: what it remembered of its last owner is gone."""
    for counter in s.world.race_counters[piece]:
        s.counters[counter] = 0


def reshuffle(s: State, log: Log) -> None:
    s.unseen[BADGES], s.discards = s.discards, 0
    if s.unseen[BADGES] and log is not None:
        log.append(Event("reshuffled"))


def people_in(s: State, region: int) -> tuple[Person, ...]:
    """Who stands in a region by name."""
    return tuple(person for person in s.world.people if person.marker << 6 | region in s.markers)


def evict(s: State, region: int, race: int, losses: int, log: Log) -> tuple[Person, ...]:
    """The tokens of a region that is taken: `losses` of them to the tray, the others in hand until the turn
    ends. Natives lose all, whoever moves them. Who is captured, each in place of one loss."""
    count = s.tokens[region]
    owner = s.owner[race]
    mask = s.mask[race] & ~(1 << region)
    s.mask[race] = mask
    captured: tuple[Person, ...] = ()
    safe = 0
    if s.world.people and s.marked >> region & 1:
        people = people_in(s, region)
        if owner == s.turn:  # nobody captures his own people, and nothing happens to them
            safe = len(people)
        else:
            captured = people
            count -= len(people)
            losses = max(0, losses - len(people))
            for person in people:
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
    """He is no token of his race any more, but with the player to move."""
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
    """Coins go from one player to another, as far as there are any."""
    amount = min(amount, s.coins[payer])
    if amount > 0:
        s.coins[payer] -= amount
        s.coins[receiver] += amount
        if log is not None:
            log.append(Event("paid", seat=payer, other=receiver, amount=amount))


def swap_badge(s: State, race: int, slot: int, log: Log) -> None:
    """A race and a combo of the column exchange their badges."""
    s.badge[race], s.col_badge[slot] = s.col_badge[slot], s.badge[race]
    s.recombine(race)
    forget(s, s.world.power_ids[s.badge[race]])
    if log is not None:
        log.append(Event("swapped", seat=s.owner[race], race=race, power=s.badge[race]))


def sweep_combo(s: State, slot: int, to: int, log: Log) -> None:
    """A combo of the column is discarded, its coins go to a seat. Where there is none, nothing happens."""
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
    """A declined race that does not act has no hand to take them in."""
    amount = min(wanted, s.tray[race]) if s.is_active(race) or s.combos[race].acts else 0
    s.tray[race] -= amount
    s.hand[race] += amount
    if amount and log is not None:
        log.append(Event("recruited", seat=s.owner[race], race=race, amount=amount))
