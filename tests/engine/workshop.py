"""A second homebrew pack, which builds on the first and uses what it leaves out: natives of another kind,
relics and places, decks, phases, options, kin, and questions in the middle of somebody else's turn.

With the option `bears` a first question puts bears on the grid; they guard what lies in the deck `hoard`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from smallworld.engine import Pack, World
from smallworld.engine.bits import regions
from smallworld.engine.content.board import Board, Terrain
from smallworld.engine.content.changes import (
    Ask,
    Change,
    Count,
    Discard,
    Draw,
    Drop,
    GainCoins,
    Leave,
    Put,
    Settle,
    Strike,
    TakeCoins,
    TakeOver,
)
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
from smallworld.engine.effects import ALWAYS, auxiliaries, cheaper, coins, doubles, passes, toll, unaided
from smallworld.engine.words.region_sets import alike, everywhere, here

from .homebrew import ford, meadow, peak, tunnel
from .homebrew import pack as homebrew_pack

pack = Pack(
    "workshop",
    version=2,
    terrains=(Terrain("crag", defence=1),),
    kin=(("terrain.peak", "terrain.crag"),),
    phases={"setup": "", "dawn": "muster", "dusk": "score"},
    options={"bears": ("off", "on"), "weather": ("dry", "wet")},
    needs=("homebrew",),
)


# --- natives and a rule of the whole game ---------------------------------------------------------------


@pack.native
class Bears(Native):
    """Two in a den, on a hoard."""

    tokens, supply = 2, 6

    @classmethod
    def on_lost(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Draw("hoard", region),)


def _dens(scene: PieceView) -> Sequence[int]:
    full = bin(scene.natives("bears")).count("1") >= 3
    return () if full else regions(scene.where(meadow) & ~scene.occupied())


def _den(scene: PieceView, region: int) -> Sequence[Change]:
    return (Settle("bears", region, 2),)


@pack.rule
class Denning(Rule):
    """The first player says where the bears live."""

    brings_natives = ("bears",)
    questions = (
        Question(
            id="den", at="setup", about="region", options=_dens, answer=_den, optional=False, repeats=True
        ),
    )

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return options.get("bears") == "on"


# --- races ----------------------------------------------------------------------------------------------


@pack.race
class Lizards(Race):
    """Whoever takes a region from them pays two coins."""

    tokens, supply = 6, 11
    effects = (toll(2, life=ALWAYS),)


@pack.race
class Hedgehogs(Race):
    """Nothing but tokens helps against them."""

    tokens, supply = 5, 10
    effects = (unaided(),)


@pack.race
class Otters(Race):
    """Pass along fords."""

    tokens, supply = 6, 12
    effects = (passes(ford),)


@pack.race
class Smiths(Race):
    """A pick for each peak held, three at most; a pick fights like a token beside a token."""

    tokens, supply = 5, 10
    counters = (Counter(id="picks", span="race"), Counter(id="picks_spent", span="turn"))
    effects = (auxiliaries(per=peak, most=3, owned="picks", spent="picks_spent"),)


def _yes(scene: PieceView) -> Sequence[int]:
    return (0,)


def _weep(scene: PieceView, yes: int) -> Sequence[Change]:
    return (TakeCoins(scene.mover, 2),)


@pack.race
class Mourners(Race):
    """When they lose a region they may ask two coins for their tears, on the spot."""

    tokens, supply = 6, 11
    questions = (Question(id="tears", about="yes", options=_yes, answer=_weep),)

    @classmethod
    def on_lost(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Ask("tears", subject=region),)


def _cursed(scene: PieceView) -> Sequence[int]:
    """Whoever stands next to what was lost, but not on it."""
    near = scene.bordering(1 << scene.subject) & scene.others() & ~scene.immune()
    return regions(near & ~scene.held_by(scene.mover))


def _curse(scene: PieceView, region: int) -> Sequence[Change]:
    return (Strike(region, 1),)


@pack.race
class Witches(Race):
    """A region lost is answered by a curse on a neighbour of it, and by a sigh."""

    tokens, supply = 6, 11
    counters = (Counter(id="sighs", span="race"),)
    questions = (
        Question(id="curse", about="region", options=_cursed, answer=_curse),
        Question(id="sigh", about="yes", options=_yes, answer=lambda scene, yes: (Count("sighs"),)),
    )

    @classmethod
    def on_lost(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Ask("sigh"), Ask("curse", subject=region))


def _graves(scene: PieceView) -> Sequence[int]:
    return regions(scene.declined_of(scene.seat)) if scene.active_tokens else ()


def _rise(scene: PieceView, region: int) -> Sequence[Change]:
    return (TakeOver(region),)


@pack.race
class Crows(Race):
    """At dawn they take over what their elders hold; in decline they leave the peaks."""

    tokens, supply = 5, 12
    questions = (
        Question(
            id="rise",
            at="dawn",
            about="region",
            options=_graves,
            answer=_rise,
            repeats=True,
            commits=True,
        ),
    )

    @classmethod
    def on_decline(cls, scene: PieceView) -> Sequence[Change]:
        return (Leave(scene.held & scene.where(peak)),)


# --- powers ---------------------------------------------------------------------------------------------


@pack.power
class Twinned(Power):
    """A coin for each pair of meadows, and one for each token in hand."""

    tokens = 4
    effects = (coins(1, per=meadow, every=2), coins(1, times=lambda scene: scene.hand))


@pack.power
class Greedy(Power):
    """Peaks pay twice whatever they pay."""

    tokens = 4
    effects = (coins(1, per=peak), doubles(peak))


def _crowd(scene: PieceView) -> bool:
    return scene.hand >= 3


@pack.power
class Handy(Power):
    """Dowsing, two tricks that share one use, and a leap for a crowd."""

    tokens = 4
    means = (
        Means(id="dowse", rolls=True, unlimited=True, where=tunnel | meadow),
        Means(id="tickle", spares=True, counter="trick"),
        Means(id="prod", discount=1, counter="trick"),
        Means(id="leap", reach=everywhere, where=peak, when=_crowd),
    )


def _neighbours(scene: PieceView) -> Sequence[int]:
    theirs = sum(scene.held_by(seat) for seat in scene.opponents)
    return regions(scene.bordering(scene.held) & theirs & ~scene.immune())


@pack.power
class Fiery(Power):
    """Once in a turn somebody next door is burnt out."""

    tokens = 4
    uses = (Use(id="burn", options=_neighbours, answer=lambda scene, region: (Strike(region, 1),)),)


def _others(scene: PieceView) -> Sequence[int]:
    return [seat for seat in scene.opponents if scene.active_of(seat)]


def _no_rival(scene: PieceView, seat: int) -> tuple[str, Mapping[str, str | int]] | None:
    return ("no_rival", {"seat": "ABCDEFGH"[seat]}) if seat in scene.opponents else None


@pack.power
class Jealous(Power):
    """Takes a coin from somebody when the turn ends."""

    tokens = 4
    reasons: ClassVar = {"no_rival": ("{seat} has nothing to envy.", "Choose somebody with an active race.")}
    questions = (
        Question(
            id="envy",
            at="parting",
            about="seat",
            options=_others,
            answer=lambda scene, seat: (TakeCoins(seat),),
            refuses=_no_rival,
        ),
    )


@pack.power
class Sprouting(Power):
    """A sprout for each meadow held, each turn."""

    tokens = 4
    markers = (Marker(id="sprout", count=9, defence=1, placed="redeploy", per_turn=meadow, per_region=2),)


@pack.power
class Vengeful(Power):
    """Remembers attacks."""

    tokens = 4
    counters = (Counter(id="grudges", span="race"),)

    @classmethod
    def on_attacked(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Count("grudges"),)


# --- relics and places ----------------------------------------------------------------------------------


@pack.relic
class Rod(Relic):
    """Carried along; once a turn it opens anything that touches the sky."""

    markers = (Marker(id="rod", stays=True, joins=True),)
    means = (Means(id="rod", discount=2, carries="rod"),)


@pack.place
class Orchard(Place):
    """Every region like its own pays and is cheap; its own pays two more."""

    markers = (Marker(id="orchard", stays=True, joins=True, never_doubled=True),)
    effects = (coins(1, per=alike, life=ALWAYS), coins(2, per=here), cheaper(1, where=alike))


@pack.place
class Altar(Place):
    """At dusk a token may be given for two coins, by an elder too."""

    markers = (Marker(id="altar", stays=True, joins=True),)
    questions = (
        Question(
            id="offer",
            at="dusk",
            about="region",
            options=lambda scene: regions(scene.held & ~(1 << scene.here)),
            answer=lambda scene, region: (Discard(region), GainCoins(2)),
            life=ALWAYS,
        ),
    )


@pack.place
class Stone(Place):
    """A badge lies with it."""

    markers = (Marker(id="stone", stays=True, joins=True),)

    @classmethod
    def on_found(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Draw("power", region),)


def _beside_the_gate(scene: PieceView) -> Sequence[int]:
    free = scene.bordering(scene.spots("gate")) & scene.land & ~scene.occupied()
    return regions(free & ~scene.immune())


@pack.place
class Gate(Place):
    """A golem stands beside it and lets only the gate's holder pass; whoever leaves the gate loses it."""

    markers = (
        Marker(id="gate", stays=True, joins=True, defence=1),
        Marker(id="golem", stays=True, immune=True, opens_to="home", home="gate"),
    )
    questions = (
        Question(
            id="golem",
            about="region",
            options=_beside_the_gate,
            answer=lambda scene, region: (Put("golem", region),),
            optional=False,
        ),
    )

    @classmethod
    def on_found(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Ask("golem"),) if scene.race >= 0 else ()

    @classmethod
    def on_released(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Drop("golem"),)


pack.deck(Deck("hoard", (Rod, Orchard, Altar, Stone, Gate), drawn_by="bears"))


@cache
def workshop_world(players: int = 2, *, bears: bool = True, board: str = "") -> World:
    return World(
        homebrew_pack.boards[board or f"grid_{max(2, min(players, 3))}p"],
        (homebrew_pack, pack),
        players=players,
        options={"bears": "on"} if bears else {},
    )
