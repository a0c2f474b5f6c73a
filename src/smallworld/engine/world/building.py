"""From packs to the parts of a world: the chosen pieces, their faults, and whether there are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from ..bits import regions
from ..content.board import Board, Ground
from ..content.pack import Pack
from ..content.pieces import Card, Counter, Native, Party, Person, Piece, Power, Race, Row, Rule, has_effect
from ..errors import PackError, choices, shown
from ..words.keeps_all_tokens import KeepsAllTokens
from ..words.loses import flees_in_decline
from ..words.means import MOST_WAYS
from ..words.outlives import Outlives
from ..words.region_sets import Where
from .opening_column import OPENING

if TYPE_CHECKING:
    from .world import World

MAX_PIECES: Final = 62  # an action code has six bits for each part, and 63 means nobody

# The phases of a turn. Packs insert their own; `turn` says what each of these does.
PHASES: Final = (
    "begin",
    "pick",
    "arrival",
    "muster",
    "elders",
    "elders_redeploy",
    "ready",
    "redeploy",
    "markers",
    "parting",
    "last_redeploy",
    "score",
    "fade",
    "victims",
    "next",
)
REVEAL: Final = "reveal"  # before the first of these, if there is a row of cards
# The phases in which pieces may ask, with all that packs insert. In `victims` the victims are asked.
ASKING: Final = ("arrival", "parting", "victims")

AnyPiece = TypeVar("AnyPiece", bound=Piece)


def pack_faults(packs: Sequence[Pack], players: int, rounds: int) -> list[str]:
    have = [pack.id for pack in packs]
    faults = [f"pack {name} is named twice" for name in sorted({n for n in have if have.count(n) > 1})]
    for pack in packs:
        faults += [
            f"pack {pack.id} needs pack {need}, which is not in play"
            for need in pack.needs
            if need not in have
        ]
    if not 1 <= players <= 8:
        faults.append(f"expected 1 to 8 players, got {players}")
    if not 1 <= rounds <= 60:
        faults.append(f"expected 1 to 60 rounds, got {shown(rounds)}")
    return faults


def chosen_options(packs: Sequence[Pack], wanted: Mapping[str, str], faults: list[str]) -> dict[str, str]:
    """The chosen options that differ from the packs' defaults: naming a default gives the same world."""
    known = {name: values for pack in packs for name, values in pack.options.items()}
    chosen: dict[str, str] = {}
    for name, value in sorted(wanted.items()):
        if name in OPENING:
            chosen[name] = value  # checked in `opening_combo`, when the pieces in play are known
        elif name not in known:
            faults.append(choices("option", name, known))
        elif value not in known[name] and (bounds := number_bounds(known[name])):
            low, high = bounds
            faults.append(f"option {name}: expected a whole number from {low} to {high}, got {value!r}")
        elif value not in known[name]:
            faults.append(f"option {name}: {choices('value', value, known[name])}")
        elif value != known[name][0]:
            chosen[name] = value
    return chosen


def number_bounds(values: Sequence[str]) -> tuple[int, int] | None:
    """The least and greatest value of a numeric option; None for an option with named values."""
    if not all(value.isdigit() for value in values):
        return None
    numbers = [int(value) for value in values]
    return min(numbers), max(numbers)


def option_value(packs: Sequence[Pack], chosen: Mapping[str, str], name: str) -> str:
    """The value of an option: chosen, or the default of its pack."""
    return chosen.get(name) or next(pack.options[name][0] for pack in packs if name in pack.options)


def usual_rounds(board: Board, rules: Sequence[type[Rule]], players: int) -> int:
    """The board's rounds, unless a party has its own number for so many players."""
    own = [rule.rounds[players] for rule in rules if issubclass(rule, Party) and players in rule.rounds]
    return own[0] if own else board.rounds


def the_party(rules: Sequence[type[Rule]], settlers: str, board: Board, players: int) -> type[Party] | None:
    """The party that moves the natives of the board, if there is one; combinations that do not work are
    refused."""
    parties = [rule for rule in rules if issubclass(rule, Party)]
    if not parties:
        return None
    party, faults = parties[0], []
    if len(parties) > 1:
        faults.append(f"only one of these can move the natives: {', '.join(rule.id for rule in parties)}")
    if not settlers or not any(region.natives for region in board.regions):
        faults.append(f"{party.id}: no natives stand on board {board.id}, so there is nobody to move")
    if players not in party.rounds:
        wanted = " or ".join(map(str, sorted(party.rounds)))
        faults.append(f"{party.id}: is for {wanted} players, got {players}")
    elif board.players != players + 1:
        faults.append(
            f"{party.id}: {players} players need a board for {players + 1}, "
            f"and {board.id} is for {board.players}"
        )
    if faults:
        raise PackError(faults)
    return party


def printed_natives(board: Board, home: Pack | None, natives: list[type[Native]]) -> str:
    """Which natives stand in the regions printed with natives."""
    if board.natives:
        if board.natives not in [native.id for native in natives]:
            raise PackError(f"board {board.id}: {choices('natives', board.natives, [n.id for n in natives])}")
        return board.natives
    own = list(home.natives) if home else []
    if own:
        return own[0]
    return natives[0].id if natives else ""


def refuse_unsuited(board: Board, rules: Sequence[type[Rule]], ground: Ground) -> None:
    """A rule that needs something the board does not have cannot be in force on it."""
    faults = [
        f"{rule.id}: board {board.id} has no {' or '.join(name for _, name in need.names())}"
        for rule in rules
        for need in rule.needs or ()
        if isinstance(need, Where) and not need.mask(ground)
    ]
    if faults:
        raise PackError(faults)


def printed_places(packs: Sequence[Pack], ground: Ground) -> list[type[Piece]]:
    """Places that lie on the board from the beginning."""
    places = [place for pack in packs for place in pack.places.values()]
    return [
        place
        for place in places
        if any(m.id == place.id and m.starts is not None and m.starts.mask(ground) for m in place.markers)
    ]


def printed_markers(world: World) -> tuple[tuple[int, int], ...]:
    """The markers that stand on the board when the game begins, each with its region."""
    found, faults = [], []
    for number, marker in enumerate(world.markers):
        spots = regions(marker.starts.mask(world.ground_map)) if marker.starts is not None else ()
        if len(spots) > marker.count:
            faults.append(
                f"board {world.board.id}: {marker.id} starts in {len(spots)} regions, "
                f"but only {marker.count} exist"
            )
        found += [(number, region) for region in spots]
    if faults:
        raise PackError(faults)
    return tuple(found)


def the_row(rules: Sequence[type[Rule]], rounds: int) -> Row | None:
    """The row of cards of the rules in force; one that is too short for the game is refused."""
    rows = [(rule.id, rule.row) for rule in rules if rule.row is not None]
    faults = [f"only one of these can bring a row of cards: {', '.join(id for id, _ in rows)}"] * (
        len(rows) > 1
    )
    faults += [
        f"{id}: {rounds} rounds need as many cards of {row.id}, and there are {row.size}"
        for id, row in rows
        if row.size < rounds
    ]
    if faults:
        raise PackError(faults)
    return rows[0][1] if rows else None


def row_cards(row: Row | None) -> tuple[type[Card], ...]:
    """The card of each copy in the row's deck."""
    return tuple(card for card in row.cards for _ in range(card.copies)) if row is not None else ()


def copy_names(row: Row) -> tuple[str, ...]:
    """The names of the copies: `card_1`, `card_2` …"""
    return tuple(f"{card.id}_{number}" for card in row.cards for number in range(1, card.copies + 1))


def phases_of(packs: Sequence[Pack], *, with_row: bool = False) -> tuple[str, ...]:
    """The engine's phases with those of the packs after the ones they name (or before the first)."""
    order = [REVEAL, *PHASES] if with_row else list(PHASES)
    faults = []
    shared: dict[str, str] = {}
    for pack in packs:
        for name, after in pack.phases.items():
            if name in order and shared.get(name) == after:
                continue  # two packs may add the same phase
            shared[name] = after
            if name in order:
                faults.append(f"pack {pack.id}: phase {name} is there twice")
            elif after and after not in order:
                faults.append(f"pack {pack.id}: phase {name}: {choices('phase', after, order)}")
            else:
                order.insert(order.index(after) + 1 if after else 0, name)
    if faults:
        raise PackError(faults)
    return tuple(order)


def gather(mine: dict[str, type[AnyPiece]], theirs: dict[str, type[AnyPiece]], faults: list[str]) -> None:
    for name, piece in theirs.items():
        if name in mine:
            faults.append(f"{piece.kind} {name} is in two packs")
        mine[name] = piece


def choose(
    kind: str, known: Mapping[str, type[AnyPiece]], wanted: Iterable[str] | None, faults: list[str]
) -> list[type[AnyPiece]]:
    if wanted is None:
        return list(known.values())
    names = list(wanted)
    faults += [choices(kind, name, known) for name in names if name not in known]
    # Always in the order of the packs, so that equal worlds are equal.
    return [piece for name, piece in known.items() if name in names]


def is_tied_to_region(piece: type[Piece]) -> bool:
    """Whether the effects of a piece depend on the region it lies in."""
    return any(any(where.local for where in effect.wheres()) for effect in piece.effects)


def reactions(world: World) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Which pieces that may lie in a region have something to do when they begin to work for a race, and
    which when they stop: the markers of a badge leave with it."""
    moments = [(world.moments_of[piece], issubclass(piece, Power)) for piece in world.joinable]
    begin = tuple("on_joined" in own for own, _ in moments)
    return begin, tuple("on_released" in own or badge for own, badge in moments)


def name_faults_of_pieces(world: World) -> list[str]:
    """Names that no pack has, also in pieces that will be left out: a typo is a fault, not a missing
    terrain."""
    names = {terrain: "" for pack in world.packs for group in pack.kin for terrain in group}
    markers = {marker.id for pack in world.packs for piece in pack.pieces for marker in piece.markers}
    terrains = {
        *world.terrains,
        *(name.partition(".")[2] for name in names if name.startswith("terrain.")),
    }
    symbols = {*world.symbols, *(name.partition(".")[2] for name in names if name.startswith("symbol."))}
    # Names in a pack file were checked when it was read: here the pack that has them may be missing.
    pieces = [piece for pack in world.packs if not pack.source for piece in pack.pieces]
    asking = [name for name in world.phases if name in ASKING or name not in PHASES]
    return [
        fault for piece in pieces for fault in piece_name_faults(piece, terrains, symbols, markers, asking)
    ]


def region_sets(piece: type[Piece]) -> list[tuple[str, Where]]:
    """The region sets of a piece, each with the part that uses it."""
    sets = [(type(effect).__name__.lower(), where) for effect in piece.effects for where in effect.wheres()]
    for means in piece.means:
        sets += [(f"means {means.id}", where) for where in (means.reach, means.where) if where is not None]
    sets += [(f"marker {marker.id}", marker.starts) for marker in piece.markers if marker.starts is not None]
    return sets


def piece_name_faults(
    piece: type[Piece],
    terrains: Iterable[str],
    symbols: Iterable[str],
    markers: Iterable[str],
    phases: Iterable[str],
) -> list[str]:
    faults = [
        f"{piece.__module__}: {piece.kind} {piece.id}: question {q.id}: at: {choices('phase', q.at, phases)}"
        for q in piece.questions
        if q.at and q.at not in phases
    ]
    for field, where in region_sets(piece):
        for kind, name in where.names():
            known = {"terrain": terrains, "symbol": symbols, "marker": markers}[kind]
            if name not in known:
                faults.append(
                    f"{piece.__module__}: {piece.kind} {piece.id}: {field}: {choices(kind, name, known)}"
                )
    return faults


def unique(kind: str, names: list[str]) -> dict[str, int]:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise PackError([f"{kind} {name} is there twice" for name in twice])
    return {name: index for index, name in enumerate(names)}


def supply_of(world: World, race: type[Race]) -> int:
    """How many tokens of a race exist."""
    if race.id != world.settlers:
        return race.supply
    if world.party is not None and world.party.tokens_option:
        return int(option_value(world.packs, world.options, world.party.tokens_option))
    return max(race.supply, sum(region.natives for region in world.board.regions))


def order_of(world: World, round: int) -> tuple[int, ...]:
    """The seats in the order of a round: a party comes right after its guide."""
    order = list(range(world.players))
    if world.party is not None:
        order.insert(order.index(world.party.guide(world.players, round)) + 1, world.players)
    return tuple(order)


def remembered_by(piece: type[Piece]) -> list[str]:
    """The counters its effects need, once each."""
    names = [effect.remembers(piece.id) for effect in piece.effects]
    return [name for name in dict.fromkeys(names) if name]


def may_stack(world: World) -> bool:
    """Whether a declined race may hold more than one token in a region."""
    if any(means.spares for means in world.means):
        return True
    if any(has_effect(power, KeepsAllTokens) for power in world.powers):
        return True
    return any(flees_in_decline(piece) for piece in (*world.races, *world.powers))


def people_of(world: World) -> tuple[tuple[Person, ...], list[Counter]]:
    """The token markers, with counters for each race; they come last."""
    people: list[Person] = []
    counters: list[Counter] = []
    first = len(world.counters)
    for number, marker in enumerate(world.markers):
        if marker.token:
            at = first + len(counters)
            for word in ("with", "captor"):
                names = [f"{marker.id}_{word}_{race.id}" for race in world.races]
                counters += [Counter(id=name, span="game") for name in names]
            people.append(Person(number, world.marker_piece[number], at, at + len(world.races)))
    return tuple(people), counters


def look_up(kind: str, name: str, known: dict[str, int]) -> int:
    if name not in known:
        raise PackError(choices(kind, name, known))
    return known[name]


def marker_counters(world: World, name: Callable[[str], str], wanted: Sequence[bool]) -> dict[int, int]:
    """The counters of markers that need one, by the marker's number."""
    return {
        index: world.counter_ids[name(marker.id)]
        for index, (marker, yes) in enumerate(zip(world.markers, wanted, strict=True))
        if yes
    }


def check_room(world: World) -> None:
    """Each part of an action code has six bits."""
    faults = []
    for kind, count in (
        ("races and natives", len(world.all_races)),
        ("powers", len(world.powers)),
        ("kinds of markers", len(world.markers)),
        ("means", len(world.means)),
        ("uses", len(world.uses)),
        *(
            (f"pieces in deck {name}", len(deck))
            for name, deck in zip(world.deck_ids, world.decks, strict=True)
        ),
    ):
        if count > MAX_PIECES:
            faults.append(f"at most {MAX_PIECES} {kind} can be in play, got {count}")
    if not faults and len(world.ways) > MOST_WAYS:
        faults.append(f"the means in play could serve one conquest in more than {MOST_WAYS} ways")
    if len(world.joinable) > 200 or len(world.questions) > 500:
        faults.append("too many pieces or questions in play")
    if faults:
        raise PackError(faults)


def check_enough(world: World) -> None:
    """Refuse a world that could run out of races or powers to pick."""
    spare = sum(has_effect(piece, Outlives) for piece in (*world.races, *world.powers))
    need_races, need_powers = 2 * world.players + 1 + spare, world.players + 1 + spare
    lasting = sum(1 for power in world.powers if any(effect.life != "active" for effect in power.effects))
    need_powers += min(lasting, world.players)
    faults: list[str] = []
    if len(world.races) < need_races:
        faults.append(f"{world.players} players need at least {need_races} races, got {len(world.races)}")
    if len(world.powers) < need_powers:
        faults.append(f"{world.players} players need at least {need_powers} powers, got {len(world.powers)}")
    if faults:
        raise PackError(faults)
