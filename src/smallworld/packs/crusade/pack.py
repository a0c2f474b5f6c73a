"""The tribes (below ground: the monsters) as a party: how many, in what order they choose, what they earn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from smallworld.engine.bits import regions
from smallworld.engine.content.changes import Change, Draw, Settle, SweepCombo
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Aim, Party, Question, Target
from smallworld.engine.effects import coins

FEWEST, USUAL, MOST = 1, 14, 40  # tokens

pack = Pack(
    "crusade",
    version=1,
    phases={"setup": "", "omen": "begin"},
    options={"tribes": tuple(map(str, (USUAL, *(n for n in range(FEWEST, MOST + 1) if n != USUAL))))},
    texts=f"{__package__}.texts",
    learn=__package__,
)


# --- how they choose -------------------------------------------------------------------------------------


def _cheapness(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    return [-target.cost for target in targets]


def _worth(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    """Coins the region brings their rival now, with the one on the way; empty land brings none."""
    worth = scene.worth(scene.rival)
    return [worth.get(target.region, 0) + worth.get(target.way, 0) for target in targets]


def _finds(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    lie = scene.lying("relic") | scene.lying("place")
    return [1 if lie >> target.region & 1 else 0 for target in targets]


def _active(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    theirs = scene.active_of(scene.rival)
    return [1 if theirs >> target.region & 1 else 0 for target in targets]


# --- before the first turn -------------------------------------------------------------------------------


def _homes(scene: PieceView) -> Sequence[int]:
    """If they have too few tokens for all their homes, a player chooses the homes."""
    empty = scene.homes() & ~scene.occupied()
    have = scene.reserve(scene.settlers)
    return [region for region in regions(empty) if scene.board.regions[region].natives <= have]


def _settle(scene: PieceView, region: int) -> Sequence[Change]:
    return (Settle(scene.settlers, region, scene.board.regions[region].natives),)


def _hidden_finds(scene: PieceView) -> Sequence[int]:
    """The next of their regions whose relic or place is not shown yet."""
    if not scene.guarded_by(scene.settlers):
        return ()
    shown = scene.lying("relic") | scene.lying("place")
    return regions(scene.natives(scene.settlers) & ~shown)[:1]


def _show(scene: PieceView, region: int) -> Sequence[Change]:
    return (Draw(scene.guarded_by(scene.settlers), region),)


# --- after a decline -------------------------------------------------------------------------------------


def _without_race(scene: PieceView) -> Sequence[int]:
    """The die is rolled if the player has no race because the last one declined."""
    return () if scene.leads or scene.round == 1 else (0,)


def _sweep(scene: PieceView, pips: int) -> Sequence[Change]:
    return (SweepCombo(pips, to=scene.party),)


# --- what they earn --------------------------------------------------------------------------------------


def _finds_without_use(scene: PieceView) -> int:
    """How many of their regions hold a relic or place that does not work for them."""
    return (scene.held & scene.lying_idle()).bit_count()


@pack.rule
class LostTribesCrusade(Party):
    """They take the cheapest region, and of equal ones the one you would miss most."""

    rounds: ClassVar = {1: 9, 2: 8}
    tokens_option = "tribes"
    leaves_out = ("diplomat",)
    # Not counted region by region: nothing may double these coins.
    effects = (coins(1, times=_finds_without_use),)
    order = (
        Aim("cheapest", _cheapness),
        Aim("worth", _worth),
        Aim("finds", _finds),
        Aim("active", _active),
    )
    reasons: ClassVar = {
        "cheapest": (
            "Region {region} would cost them {here}, and they always take whatever costs the least: {best}.",
            "Choose one of: {options}.",
        ),
        "worth": (
            "Region {region} is worth {here} coins, and at equal cost they take what is worth most: {best}.",
            "Choose one of: {options}.",
        ),
        "finds": (
            "There is nothing in region {region}, and they prefer one with a relic or a place.",
            "Choose one of: {options}.",
        ),
        "active": (
            "There is no active race in region {region}, and they prefer one with an active race.",
            "Choose one of: {options}.",
        ),
    }
    questions = (
        Question(
            id="tribe_homes",
            at="setup",
            about="region",
            options=_homes,
            answer=_settle,
            optional=False,
            repeats=True,
        ),
        Question(
            id="tribe_hidden_finds",
            at="setup",
            about="region",
            options=_hidden_finds,
            answer=_show,
            optional=False,
            repeats=True,
        ),
        Question(id="omen", at="omen", about="die", options=_without_race, answer=_sweep, optional=False),
    )

    @classmethod
    def guide(cls, players: int, round: int) -> int:
        """Alone it is always you; of two, in the first round the one who did not start, then in turns."""
        return round % players

    @classmethod
    def rival(cls, players: int, round: int) -> int:
        return (round + 1) % players

    @classmethod
    def next_options(cls, coins: Sequence[int], options: Mapping[str, str]) -> Mapping[str, str]:
        """One token fewer after the tribes have won; one more after they came last, and alone."""
        tribes, tokens = coins[-1], int(options.get("tribes", USUAL))
        if tribes >= max(coins):
            tokens -= 1
        elif tribes < min(coins[:-1]):
            tokens += 1
        tokens = min(MOST, max(FEWEST, tokens))
        rest = {name: value for name, value in options.items() if name != "tribes"}
        return rest if tokens == USUAL else {**rest, "tribes": str(tokens)}
