"""A homebrew pack that uses every word of the vocabulary at least once, on a small board of its own.

The board is a grid, five wide and four high, numbered row by row:

    meadow  meadow  peak    meadow  pond
    tunnel  spring  meadow  ford    meadow
    meadow  abyss   meadow  meadow  tunnel
    pond    meadow  tunnel  peak    spring
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from smallworld.engine import Pack, World
from smallworld.engine.bits import regions
from smallworld.engine.content.board import Board, Region, Terrain
from smallworld.engine.content.changes import (
    Change,
    Count,
    Draw,
    GainCoins,
    GainTokens,
    Put,
    SwapBadge,
    Truce,
)
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import (
    Counter,
    Deck,
    Marker,
    Means,
    Native,
    Power,
    Question,
    Race,
    Relic,
)
from smallworld.engine.effects import (
    ACTIVE,
    ALWAYS,
    CONQUEST,
    DECLINED,
    acts_in_decline,
    as_if_empty,
    attack_only,
    cheaper,
    coins,
    declines_after_scoring,
    defence,
    enters,
    keeps_all_tokens,
    linked,
    linked_to,
    loses,
    outlives,
    reaches,
    recruits,
    redeploys_on_decline,
    rolls_first,
    settles,
)
from smallworld.engine.words.region_sets import (
    beside,
    beside_held,
    coast,
    dynamic,
    everywhere,
    symbol,
    terrain,
    water,
)

pack = Pack(
    "homebrew",
    version=3,
    terrains=(
        Terrain("meadow"),
        Terrain("peak", defence=1),
        Terrain("pond", water=True, closed=True),
        Terrain("ford", cost=1, water=True, transit=True),
        Terrain("abyss", barred=True),
    ),
    symbols=("tunnel", "spring"),
)

meadow, peak, ford = terrain("meadow"), terrain("peak"), terrain("ford")
tunnel, spring = symbol("tunnel"), symbol("spring")

_WIDE, _HIGH = 5, 4
_SPECIAL = {2: "peak", 4: "pond", 8: "ford", 11: "abyss", 15: "pond", 18: "peak"}
_SYMBOLS = {5: "tunnel", 14: "tunnel", 17: "tunnel", 6: "spring", 19: "spring"}


def _grid(name: str, players: int, rounds: int) -> Board:
    count = _WIDE * _HIGH
    rows = []
    for number in range(count):
        row, column = divmod(number, _WIDE)
        sides = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        rows.append(
            Region(
                id=number,
                terrain=_SPECIAL.get(number, "meadow"),
                neighbours=tuple(r * _WIDE + c for r, c in sides if 0 <= r < _HIGH and 0 <= c < _WIDE),
                border=row in (0, _HIGH - 1) or column in (0, _WIDE - 1),
                symbols=(_SYMBOLS[number],) if number in _SYMBOLS else (),
                natives=1 if number in (7, 12) else 0,
            )
        )
    return Board(name, players, rounds, tuple(rows))


for _players in (2, 3):
    pack.board(_grid(f"grid_{_players}p", _players, 8))


@pack.native
class Hermits(Native):
    """Live alone, and leave what they have found to whoever drives them out."""

    tokens, supply = 1, 4

    @classmethod
    def on_lost(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Draw("find", region),)


# --- races ----------------------------------------------------------------------------------------------


@pack.race
class Badgers(Race):
    """At home in tunnels, tidy on the meadows, ill at ease on peaks."""

    tokens, supply = 5, 12
    effects = (cheaper(1, where=tunnel), cheaper(-1, where=peak), coins(1, per=meadow & ~spring))


@pack.race
class Moles(Race):
    """Tunnels are next to each other, springs to everything; they dig cheaply beside a held tunnel."""

    tokens, supply = 5, 11
    effects = (linked(tunnel), linked_to(spring), cheaper(1, where=beside_held(tunnel)))


@pack.race
class Storks(Race):
    """Fly anywhere but to peaks; two of them are lost with a nest, active or not."""

    tokens, supply = 6, 12
    effects = (reaches(everywhere & ~peak), loses(2, life=ALWAYS))


@pack.race
class Snails(Race):
    """Two of them only attack; one hatches for each spring."""

    tokens, supply = 5, 13
    effects = (attack_only(2), recruits(1, per=spring))


@pack.race
class Ants(Race):
    """One more every turn; in decline all stay where they are put for the last time."""

    tokens, supply = 4, 15
    effects = (recruits(1), keeps_all_tokens(), redeploys_on_decline())


@pack.race
class Toads(Race):
    """Enter at the water only, and live in it."""

    tokens, supply = 6, 11
    effects = (enters(coast | water, only=True), settles(water), coins(1, per=water, life=ALWAYS))


@pack.race
class Wraiths(Race):
    """Act in decline, and then lose nobody."""

    tokens, supply = 5, 10
    effects = (keeps_all_tokens(), acts_in_decline(), loses(0, life=DECLINED), recruits(1, per_conquests=2))


@pack.race
class Foxes(Race):
    """A cub each turn, a coin for each raid, and an inheritance."""

    tokens, supply = 4, 12
    counters = (Counter(id="raids", span="turn"), Counter(id="litters", span="race"))

    @classmethod
    def on_turn(cls, scene: PieceView) -> Sequence[Change]:
        return (GainTokens(1), Count("litters"))

    @classmethod
    def on_conquered(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Count("raids"), GainCoins(1)) if scene.count("raids") < 2 else ()

    @classmethod
    def on_decline(cls, scene: PieceView) -> Sequence[Change]:
        return (GainCoins(scene.count("litters")),)


def _swarm(scene: PieceView) -> int:
    """Regions that touch two of theirs."""
    out = 0
    for number, neighbours in enumerate(scene.board.neighbour_masks):
        if (neighbours & scene.held).bit_count() >= 2:
            out |= 1 << number
    return out


def _lone_nests(scene: PieceView) -> int:
    return sum(
        1 << number for number in regions(scene.held) if not scene.board.neighbour_masks[number] & scene.held
    )


@pack.race
class Wasps(Race):
    """What they have flanked costs as if empty; a nest of its own is worth a coin more."""

    tokens, supply = 6, 12
    effects = (
        as_if_empty(dynamic(_swarm)),
        coins(1, per=dynamic(_lone_nests)),
        enters(dynamic(lambda scene: scene.spots("beacon"))),
    )


def _other_combos(scene: PieceView) -> Sequence[int]:
    return range(scene.combos_in_column)


def _swap(scene: PieceView, slot: int) -> Sequence[Change]:
    return (SwapBadge(slot),)


@pack.race
class Magpies(Race):
    """Steal a badge when they arrive."""

    tokens, supply = 6, 11
    questions = (Question(id="steal", at="arrival", about="combo", options=_other_combos, answer=_swap),)


# --- powers ---------------------------------------------------------------------------------------------


@pack.power
class Walled(Power):
    """Harder to take while active, harder still in decline."""

    tokens = 3
    effects = (defence(1, "wall", life=ACTIVE), defence(2, "ruin", life=DECLINED))


@pack.power
class Ageless(Power):
    """Does not count as the one declined race."""

    tokens = 4
    effects = (outlives(),)


@pack.power
class Weary(Power):
    """May decline after scoring."""

    tokens = 4
    effects = (declines_after_scoring(),)


@pack.power
class Reckless(Power):
    """Rolls first."""

    tokens = 4
    effects = (rolls_first(),)


@pack.power
class Thrifty(Power):
    """Three coins once, and two each turn in decline."""

    tokens = 4
    effects = (coins(3, once=True), coins(2, life=DECLINED))


@pack.power
class Raiding(Power):
    """A coin per conquest that was not empty, and one for nothing."""

    tokens = 4
    effects = (coins(1, per=CONQUEST), coins(1))


@pack.power
class Bannered(Power):
    """Banners defend, shield and pay."""

    tokens = 4
    markers = (
        Marker(id="banner", count=3, defence=1, placed="redeploy", moves=True, returns=True, shields=True),
    )
    effects = (coins(1, per="banner"),)


@pack.power
class Cunning(Power):
    """A ram, a trap and a whisper, each once per turn."""

    tokens = 4
    means = (
        Means(id="ram", discount=2),
        Means(id="trap", as_if_empty=True),
        Means(id="whisper", replaces=True, or_from_hand=True, first_conquest=False),
    )


def _everybody(scene: PieceView) -> Sequence[int]:
    return [seat for seat in scene.opponents if seat not in scene.attacked]


def _peace(scene: PieceView, seat: int) -> Sequence[Change]:
    return (Truce(seat),)


def _own_regions(scene: PieceView) -> Sequence[int]:
    return regions(scene.held)


def _light(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put("beacon", region), Count("beacons"))


@pack.power
class Bright(Power):
    """Must light a beacon when the turn ends, and may make peace."""

    tokens = 4
    markers = (Marker(id="beacon", count=2, immune=True, stays=True),)
    counters = (Counter(id="beacons", span="race"),)
    questions = (
        Question(
            id="beacon", at="parting", about="region", options=_own_regions, answer=_light, optional=False
        ),
        Question(id="peace", at="parting", about="seat", options=_everybody, answer=_peace),
    )


@pack.relic
class Lamp(Relic):
    """Once per turn it shows the way to any spring."""

    markers = (Marker(id="lamp", stays=True, joins=True),)
    means = (Means(id="lamp", reach=spring | beside(spring), price=2, carries="lamp"),)


pack.deck(Deck("find", (Lamp,), drawn_by="hermits"))


@cache
def homebrew_world(players: int = 2) -> World:
    return World(pack.boards[f"grid_{players}p"], (pack,))
