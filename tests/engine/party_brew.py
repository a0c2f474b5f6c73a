"""A small pack with a party, to test what the engine does for one: it wants what is dearest to its rival."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from smallworld.engine import Pack, World
from smallworld.engine.content.board import Board, Region
from smallworld.engine.content.changes import Change, SweepCombo
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Aim, Party, Question, Target
from smallworld.engine.effects import coins
from smallworld.packs.base import pack as base

pack = Pack("gangs", version=1, phases={"storm": "begin"}, options={"gangsters": ("4", "1", "2", "3", "9")})


def _rich(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    worth = scene.worth(scene.rival)
    return [worth.get(target.region, 0) for target in targets]


def _low(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    return [-target.region for target in targets]


def _every_third(scene: PieceView) -> Sequence[int]:
    return (0,) if scene.round == 3 else ()


def _blow(scene: PieceView, pips: int) -> Sequence[Change]:
    return (SweepCombo(pips, to=scene.party),)


@pack.rule
class Gang(Party):
    """They rob the rich; nobody ever decides anything for them."""

    purse = 2
    rounds: ClassVar = {1: 4, 2: 3}
    tokens_option = "gangsters"
    leaves_out = ("wealthy",)
    effects = (coins(1),)
    order = (Aim("rich", _rich), Aim("low", _low))
    reasons: ClassVar = {"rich": ("Too poor.", "Rob the rich."), "low": ("Too high.", "Stay low.")}
    questions = (Question(id="storm", at="storm", about="die", options=_every_third, answer=_blow),)

    @classmethod
    def next_options(cls, coins: Sequence[int], options: Mapping[str, str]) -> Mapping[str, str]:
        return {**options, "gangsters": "9"}


def board(size: int, natives: int = 1) -> Board:
    """Regions in a row, gangsters in the middle."""
    row = [
        Region(
            number,
            "hill" if number % 2 else "farmland",
            tuple(n for n in (number - 1, number + 1) if 0 <= n < 9),
            border=number in (0, 8),
            natives=natives if number == 4 else 0,
        )
        for number in range(9)
    ]
    return Board(f"row_{size}", size, 5, tuple(row))


def world(players: int = 1, **options: str) -> World:
    return World(board(players + 1), [base, pack], options=options)
