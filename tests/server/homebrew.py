"""A pack for tests of the server: pieces that ask in the middle of things, lie on the map, bring helpers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar

from smallworld.engine import Pack, State, World, position_string, state_from
from smallworld.engine.bits import regions
from smallworld.engine.content.board import Board, Terrain
from smallworld.engine.content.changes import Ask, Change, Draw, GainCoins, Put, Strike, SwapBadge, TakeCoins
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import (
    Counter,
    Deck,
    Marker,
    Means,
    Native,
    Place,
    Power,
    Question,
    Race,
    Relic,
    Rule,
    Use,
)
from smallworld.engine.effects import auxiliaries
from smallworld.engine.words.region_sets import everywhere, terrain
from smallworld.packs import find_packs, load_world

pack = Pack("homebrew", version=1, terrains=(Terrain("lagoon"),))
PACKS = ["base", "homebrew"]


def _two_coins(scene: PieceView, option: int) -> Sequence[Change]:
    return (GainCoins(2),)


@pack.race
class Wailers(Race):
    """Whoever loses a region may wail for two coins."""

    tokens, supply = 5, 10
    questions = (Question(id="wail", about="yes", options=lambda scene: (0,), answer=_two_coins),)

    @classmethod
    def on_lost(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Ask("wail", region),)


@pack.race
class Smiths(Race):
    """Anvils fight beside them."""

    tokens, supply = 5, 10
    effects = (auxiliaries(per=everywhere, most=4, owned="anvils", spent="anvils_spent"),)
    counters = (Counter(id="anvils", span="race"), Counter(id="anvils_spent", span="turn"))


@pack.race
class Diggers(Race):
    """They find something wherever they go."""

    tokens, supply = 6, 10

    @classmethod
    def on_conquered(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Draw("hoard", region),)


def _held(scene: PieceView) -> Sequence[int]:
    return regions(scene.held)


@pack.power
class Haunting(Power):
    """A spook moves where its owner wants, as soon as a region is lost."""

    tokens = 5
    markers = (Marker(id="spook", defence=1),)
    questions = (
        Question(
            id="haunt",
            about="region",
            options=_held,
            answer=lambda scene, region: (Put("spook", region),),
            optional=False,
            refuses=lambda scene, region: ("unhaunted", {"region": region}),
        ),
    )
    reasons: ClassVar[Mapping[str, tuple[str, str]]] = {
        "unhaunted": ("Nobody of yours can be haunted in region {region}.", "Choose a region of yours.")
    }

    @classmethod
    def on_lost(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Ask("haunt", region),)


@pack.power
class Fickle(Power):
    """May swap itself for the badge of another combo."""

    tokens = 4
    questions = (
        Question(
            id="fickle",
            at="arrival",
            about="combo",
            options=lambda scene: range(scene.combos_in_column),
            answer=lambda scene, slot: (SwapBadge(slot),),
        ),
    )


@pack.power
class Greedy(Power):
    """At the end of the turn, a coin from a neighbour."""

    tokens = 4
    questions = (
        Question(
            id="greed",
            at="parting",
            about="seat",
            options=lambda scene: scene.opponents,
            answer=lambda scene, seat: (TakeCoins(seat),),
        ),
    )


@pack.power
class Guessing(Power):
    """Rolls the die for a region first."""

    tokens = 4
    means = (Means(id="guess", rolls=True, unlimited=True),)


@pack.power
class Swimming(Power):
    """Left out on every board: none has a lagoon."""

    tokens = 4
    needs: ClassVar = (terrain("lagoon"),)


@pack.native
class Bats(Native):
    """They hang around."""

    supply = 4


@pack.relic
class OldSpoon(Relic):
    """Stirs up a neighbouring region, once per turn."""

    markers = (Marker(id="old_spoon", joins=True, stays=True),)
    uses = (
        Use(
            id="stir",
            options=lambda scene: regions(scene.bordering(1 << scene.here) & scene.others()),
            answer=lambda scene, region: (Strike(region, 1),),
        ),
    )


@pack.place
class DeepWell(Place):
    """A badge lies at its bottom."""

    markers = (Marker(id="deep_well", joins=True, stays=True),)

    @classmethod
    def on_found(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Draw("power", region),)


@pack.place
class QuietCave(Place):
    """Nothing happens."""

    markers = (Marker(id="quiet_cave", joins=True, stays=True),)


@pack.rule
class BatsAbound(Rule):
    brings_natives = ("bats",)

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return True


pack.deck(Deck("hoard", (OldSpoon, DeepWell, QuietCave), drawn_by="bats"))


@contextmanager
def installed() -> Iterator[None]:
    """As long as this lasts, the pack is found like any other."""
    packs = find_packs()
    packs[pack.id] = pack
    try:
        yield
    finally:
        del packs[pack.id]


@cache
def world() -> World:
    return load_world("base_2p", packs=PACKS)


def row() -> tuple[int, int, int, int]:
    """Four open regions, each next to the one before; the first at the border."""
    board, dry = world().board, world().open_terrain
    near = [mask & dry for mask in board.neighbour_masks]
    for a in regions(world().border & dry):
        for b in regions(near[a]):
            for c in regions(near[b] & ~(1 << a)):
                for d in regions(near[c] & ~(1 << a | 1 << b)):
                    if "mountain" not in (board.regions[b].terrain, board.regions[c].terrain):
                        return a, b, c, d
    raise AssertionError("no such regions")


def position(a: dict[str, Any], b: dict[str, Any], **more: Any) -> State:
    """Two active races; whatever else is not said is empty."""
    return state_from(
        {"board": "base_2p", "players": {"A": {"active": a}, "B": {"active": b}}, "step": "conquer", **more},
        lambda _: world(),
    )


def attack(power: str = "flying") -> tuple[str, int]:
    """A is about to attack B's Wailers in the region; as a start of a table."""
    a, b, c, d = row()
    mine = {"race": "orcs", "power": "commando", "hand": 6, "regions": {a: 1}}
    theirs = {"race": "wailers", "power": power, "regions": {b: 2, c: 2, d: 2}}
    return position_string(position(mine, theirs)), b
