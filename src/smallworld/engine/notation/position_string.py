"""A position as one string, both ways. Fields are joined by `~`, their items by `-`, details by `.`.

sw2 ~ board.players.rounds ~ packs ~ races ~ powers ~ options ~ round.turn.phase.flags ~ asked ~ seats
    ~ races in play ~ natives ~ column ~ returned ~ discards ~ markers ~ badges in regions ~ counters
    ~ facts of the turn, with the row of cards in a world that has one
"""

from __future__ import annotations

from collections.abc import Callable

from ..bits import regions
from ..effects import NOTES
from ..errors import NotationError, SmallWorldError, choices
from ..position import state as st
from ..position.setup import derive, refuse_impossible
from ..position.state import State, empty_state
from ..position.validate_turn import refuse_lost_turn
from ..turn.decision_stack import die_arg, die_question, draw_arg, draw_parts, question_arg, question_parts
from ..turn.gates import refresh_reach
from ..world.world import NONE, World
from .strings import (
    SEATS,
    WORLD_FIELDS,
    WorldKey,
    action_string,
    is_number,
    parse_action,
    parse_seat,
    parse_world_key,
    world_key,
)

VERSION = "sw2"
FIELDS = 13
FACTS = 8  # lists in the last field; the row of cards follows them in a world that has one
MOST_ITEMS = 400  # of a field: no board has so many regions, and no pack so many markers
HIDDEN = "x"  # coins that a seat may not know

_STEPS = list(st.STEP_NAMES)

FindWorld = Callable[[WorldKey], World]


def _seat(seat: int) -> str:
    return SEATS[seat] if seat != NONE else ""


def position_string(s: State) -> str:
    world = s.world
    natives = range(len(world.races), len(world.all_races))
    flags = ("p" if s.picked else "") + ("t" if s.touched else "") + ("s" if s.short else "")
    seats = [
        ".".join([HIDDEN if coins == NONE else str(coins), *(_seat(note.of(s, seat)) for note in NOTES)])
        for seat, coins in enumerate(s.coins)
    ]
    stakes = [
        f"{s.world.power_ids[badge] if badge != NONE else ''}.{world.race_ids[race]}.{coins}"
        for race, badge, coins in zip(s.col_race, [*s.col_badge, NONE], s.col_coins, strict=False)
    ]
    parts = [
        VERSION,
        str(world_key(world)),
        f"{s.round}.{SEATS[s.turn]}.{world.phases[s.phase]}.{flags}",
        "-".join(_questions(s)),
        "-".join(seats),
        "-".join(_race(s, race) for seat in range(world.players) for race in s.races_of(seat)),
        "-".join(_natives(s, race) for race in natives if s.mask[race] or s.hand[race]),
        "-".join(stakes),
        "-".join(world.race_ids[race] for race in s.returned),
        "-".join(world.power_ids[power] for power in regions(s.discards)),
        "-".join(f"{world.markers[entry >> 6].id}.{entry & 63}" for entry in s.markers),
        "-".join(f"{world.power_ids[entry >> 6]}.{entry & 63}" for entry in s.lying),
        "-".join(
            f"{name}.{s.counters[index]}" for name, index in world.counter_ids.items() if s.counters[index]
        ),
        _facts(s),
    ]
    if world.row is not None:
        parts[-1] += f"-{_row(s)}"
    return "~".join(parts)


def _land(s: State, race: int) -> list[str]:
    return [f"{region}x{s.tokens[region]}" for region in regions(s.mask[race])]


def _natives(s: State, race: int) -> str:
    hand = [f"h{s.hand[race]}"] if s.hand[race] else []  # of a party, in the middle of its turn
    return ".".join([s.world.race_ids[race], *hand, *_land(s, race)])


def _race(s: State, race: int) -> str:
    seat = SEATS[s.owner[race]]
    badge = s.world.power_ids[s.badge[race]] if s.badge[race] != NONE else ""
    land = _land(s, race)
    status = seat if s.is_active(race) else seat.lower()
    return ".".join([s.world.race_ids[race], status, badge, str(s.hand[race]), *land])


def _questions(s: State) -> list[str]:
    frames = [tuple(s.stack[i : i + 3]) for i in range(0, len(s.stack), 3)]
    frames.append((s.step, s.seat, s.arg))
    return [f"{_STEPS[step]}.{_seat(seat)}.{_arg(s, step, arg)}" for step, seat, arg in frames]


def _arg(s: State, step: int, arg: int) -> str:
    """The detail of what is asked, by name, so that it does not depend on the order of pieces."""
    world = s.world
    if step == st.DIE:
        number = die_question(arg)
        return world.questions[number].id if number != NONE else action_string(world, arg) if arg >= 0 else ""
    if step in (st.READY, st.CONQUER, st.ROLLED, st.REDEPLOY, st.GIVE_UP):
        return world.race_ids[arg]
    if step == st.VICTIMS:
        marker = (arg >> 6) - 1
        return world.race_ids[arg & 63] + (f".{world.markers[marker].id}" if marker >= 0 else "")
    if step == st.MARKERS:
        return world.markers[s.combos[s.active[s.turn]].asked_markers[arg]].id
    if step == st.QUESTION:
        return _question(s, arg)
    if step == st.NEXT and arg:
        return _question(s, arg - 1)
    if step == st.DRAW:
        deck, region = draw_parts(arg)
        return world.deck_ids[deck] + (f".{region}" if region != NONE else "")
    return ""


def _question(s: State, arg: int) -> str:
    """The question, the race that asks it (none: a rule of the game), and its subject."""
    number, race, subject = question_parts(arg)
    asking_race = s.world.race_ids[race] if race != NONE else ""
    return f"{s.world.questions[number].id}.{asking_race}.{subject}"


def _facts(s: State) -> str:
    world = s.world
    changed = [
        f"{region}x{count}" for region, count in enumerate(s.before_ready) if s.mask[s.acting] >> region & 1
    ]
    lists = [
        [world.race_ids[s.acting]] if s.acting != NONE else [],
        [str(s.bonus)] if s.bonus != NONE else [],
        [str(region) for region in regions(s.conquered)],
        [str(s.nonempty)] if s.nonempty else [],
        [SEATS[seat] for seat in regions(s.attacked)],
        [world.race_ids[race] for race in regions(s.displaced)],
        [world.race_ids[race] for race in regions(s.done)],
        ["b", *changed] if s.before_ready else [],
    ]
    return "-".join(".".join(items) for items in lists)


def _row(s: State) -> str:
    """The open card, those that were open before, the next one with the seats that have seen it, and the
    regions that are held by a card alone."""
    world = s.world
    names = world.decks[world.row_deck]
    turned = [
        name for card, name in enumerate(names) if card != s.card and not s.unseen[world.row_deck] >> card & 1
    ]
    following = HIDDEN if s.foreseen == NONE else names[s.foreseen]
    lists = [
        [names[s.card]] if s.card != NONE else [],
        turned,
        [following, *(SEATS[seat] for seat in regions(s.seers))] if s.seers else [],
        [str(region) for region in regions(s.adrift)],
    ]
    return "-".join(".".join(items) for items in lists)


# --- reading ---------------------------------------------------------------------------------------


def parse_position(text: str, find_world: FindWorld) -> State:
    """Read a position string; a fault names the field it is in."""
    parts = text.strip().split("~")
    if parts[0] == "sw1":
        raise NotationError("a position string of the first version (sw1), which can no longer be read")
    if parts[0] != VERSION:
        raise NotationError(
            f"not a position string of this version: expected it to start with {VERSION}, "
            f"got {parts[0][:60]!r}"
        )
    if len(parts) != 1 + WORLD_FIELDS + FIELDS - 1:
        raise NotationError(
            f"damaged position string: expected {WORLD_FIELDS + FIELDS} fields, got {len(parts)}"
        )
    world = find_world(parse_world_key("~".join(parts[1 : 1 + WORLD_FIELDS])))
    try:
        state = _Reader(world, parts[1 + WORLD_FIELDS :]).read()
    except (ValueError, IndexError, KeyError) as error:
        if isinstance(error, SmallWorldError):
            raise
        raise NotationError(f"damaged position string: {error}") from error
    refuse_impossible(state)
    refresh_reach(state)
    refuse_lost_turn(state)
    return state


def _int(text: str) -> int:
    if not is_number(text):
        raise NotationError(f"expected a number, got {text[:20]!r}")
    return int(text)


class _Reader:
    def __init__(self, world: World, fields: list[str]) -> None:
        self.world = world
        self.fields = fields
        self.s = empty_state(world)

    def items(self, number: int) -> list[str]:
        field = self.fields[number]
        if field.count("-") >= MOST_ITEMS:
            raise NotationError(f"{field.count('-') + 1} items in a row, at most {MOST_ITEMS}")
        return field.split("-") if field else []

    def land(self, race: int, items: list[str]) -> None:
        for item in items:
            place, number = item.split("x")
            region, count = self.region(place), _int(number)
            if self.s.occ[region] != NONE:
                raise NotationError(f"region {region} is held twice")
            self.s.occ[region], self.s.tokens[region] = race, count

    def region(self, text: str) -> int:
        region = _int(text)
        if region >= len(self.s.occ):
            raise NotationError(f"there is no region {region} on {self.world.board.id}")
        return region

    def name(self, kind: str, name: str, names: list[str] | tuple[str, ...]) -> int:
        if name not in names:
            raise NotationError(choices(kind, name, names))
        return list(names).index(name)

    def race(self, name: str) -> int:
        if self.world.party_race != NONE and name == self.world.settlers:
            return self.world.party_race
        return self.name("race", name, self.world.decks[0])

    def power(self, name: str) -> int:
        return self.name("power", name, self.world.power_ids) if name else NONE

    def seat(self, text: str) -> int:
        return parse_seat(text, self.world.seats) if text else NONE

    def read(self) -> State:
        s = self.s
        number, turn_seat, phase, flags = self.fields[0].split(".")
        s.round, s.turn = _int(number), self.seat(turn_seat)
        s.phase, first = self.name("phase", phase, self.world.phases), len(self.world.races)
        if not set(flags) <= set("pts"):
            raise NotationError(f"expected p (picked), t (touched), s (short), got {flags[:20]!r}")
        s.picked, s.touched, s.short = "p" in flags, "t" in flags, "s" in flags
        self.read_seats()
        self.read_races()
        for item in self.items(4):
            kind, *land = item.split(".")
            race = first + self.name("natives", kind, self.world.race_ids[first:])
            if land and land[0].startswith("h") and race == self.world.party_race:
                s.hand[race] = _int(land.pop(0)[1:])
            self.land(race, land)
        self.read_column()
        for item in self.items(8):
            kind, region = item.split(".")
            s.markers.append(self.world.marker_index(kind) << 6 | self.region(region))
        for item in self.items(9):
            name, region = item.split(".")
            s.lying.append(self.power(name) << 6 | self.region(region))
        for item in self.items(10):
            counter, value = item.split(".")
            s.counters[self.world.counter_index(counter)] = _int(value)
        self.read_row()
        derive(s)
        self.read_facts()
        self.read_questions()
        return s

    def read_seats(self) -> None:
        items = self.items(2)
        if len(items) != self.world.seats:
            raise NotationError(f"expected {self.world.seats} seats, got {len(items)}")
        for seat, item in enumerate(items):
            coins, *noted = item.split(".")
            if len(noted) != len(NOTES):
                raise NotationError(f"seat {SEATS[seat]}: expected {1 + len(NOTES)} parts, got {item!r}")
            self.s.coins[seat] = NONE if coins == HIDDEN else _int(coins)
            for note, other in zip(NOTES, noted, strict=True):
                note.set(self.s, seat, self.seat(other))

    def read_races(self) -> None:
        s = self.s
        for item in self.items(3):
            name, status, badge, hand, *land = item.split(".")
            race, seat = self.race(name), parse_seat(status.upper(), self.world.players)
            if s.owner[race] != NONE:  # the natives of a party have an owner, too
                raise NotationError(f"{name} are in play twice")
            s.owner[race], s.badge[race], s.hand[race] = seat, self.power(badge), _int(hand)
            if status.isupper():
                if not badge:
                    raise NotationError(f"player {status}: active {name} without a power")
                if s.active[seat] != NONE:
                    raise NotationError(f"player {status} has two active races")
                s.active[seat] = race
            else:
                s.declined[seat] = (*s.declined[seat], race)
            self.land(race, land)

    def read_column(self) -> None:
        s = self.s
        for item in self.items(5):
            badge, race, coins = item.split(".")
            if len(s.col_badge) < len(s.col_race):
                raise NotationError("only the last combo of the column may lack its badge")
            s.col_race.append(self.race(race))
            s.col_coins.append(_int(coins))
            if badge:
                s.col_badge.append(self.power(badge))
        s.returned = [self.race(name) for name in self.items(6)]
        for name in self.items(7):
            s.discards |= 1 << self.power(name)

    def read_row(self) -> None:
        s, world = self.s, self.world
        if world.row is None:
            return
        open_card, turned, following, adrift = (
            field.split(".") if field else [] for field in self.fields[11].split("-")[FACTS:]
        )

        def card(name: str) -> int:
            return self.name("card", name, world.decks[world.row_deck])

        s.card = card(open_card[0]) if open_card else NONE
        for name in (*open_card, *turned):
            s.unseen[world.row_deck] &= ~(1 << card(name))
        if following:
            s.foreseen = card(following[0]) if following[0] != HIDDEN else NONE
            s.seers = sum(1 << self.seat(seat) for seat in set(following[1:]))
        s.adrift = sum(1 << self.region(region) for region in set(adrift))

    def read_facts(self) -> None:
        s = self.s
        lists = self.fields[11].split("-")
        facts = [field.split(".") if field else [] for field in (lists[:FACTS] if self.world.row else lists)]
        acting, bonus, conquered, nonempty, attacked, displaced, done, before = facts
        s.acting = self.race(acting[0]) if acting else NONE
        s.bonus = _int(bonus[0]) if bonus else NONE
        s.conquered = sum(1 << self.region(region) for region in set(conquered))
        s.nonempty = _int(nonempty[0]) if nonempty else 0
        s.attacked = sum(1 << self.seat(seat) for seat in set(attacked))
        s.displaced = sum(1 << self.race(race) for race in set(displaced))
        s.done = sum(1 << self.race(race) for race in set(done))
        if before:
            stacks = s.tokens.copy()
            for item in before[1:]:
                place, count = item.split("x")
                stacks[self.region(place)] = _int(count)
            s.before_ready = tuple(stacks)

    def read_questions(self) -> None:
        s = self.s
        frames = []
        for item in self.items(1):
            step, seat, *detail = item.split(".")
            number = self.name("step", step, _STEPS)
            frames.append((number, self.seat(seat), self.arg(number, detail)))
        s.step, s.seat, s.arg = frames.pop()
        for frame in frames:
            s.stack += frame

    def arg(self, step: int, detail: list[str]) -> int:
        s, world = self.s, self.world
        if step == st.DIE:
            asked = world.question_ids.get(detail[0] if detail else "", NONE)
            return (
                die_arg(asked) if asked >= 0 else parse_action(world, ".".join(detail)) if detail[0] else -1
            )
        if step in (st.READY, st.CONQUER, st.ROLLED, st.REDEPLOY, st.GIVE_UP):
            return self.race(detail[0])
        if step == st.VICTIMS:
            marker = world.marker_index(detail[1]) + 1 if len(detail) > 1 else 0
            return marker << 6 | self.race(detail[0])
        if step == st.MARKERS:
            return s.combos[s.active[s.turn]].asked_markers.index(world.marker_index(detail[0]))
        if step == st.QUESTION:
            return self.question(detail)
        if step == st.NEXT and detail and detail[0]:
            return self.question(detail) + 1
        if step == st.DRAW:
            deck = self.name("deck", detail[0], world.deck_ids)
            return draw_arg(deck, self.region(detail[1]) if len(detail) > 1 else NONE)
        return 0

    def question(self, detail: list[str]) -> int:
        known, world = self.world.question_ids, self.world
        name, asking_race, subject = detail
        if name not in known:
            raise NotationError(choices("question", name, known))
        race = self.name("race", asking_race, world.race_ids) if asking_race else NONE
        return question_arg(known[name], race, _int(subject))
