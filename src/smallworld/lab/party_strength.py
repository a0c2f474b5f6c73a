"""How strong a party is: the share of games each bot wins against it, by its number of tokens.

A game is `level/tokens/number` and depends on nothing else, so that a run can be stopped and continued.
Results are a JSON file and a chart; `even` is the number of tokens at which half of the games are won.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from smallworld import __version__
from smallworld.bots.levels import levels
from smallworld.bots.registry import make_bot
from smallworld.bots.safe_bot import Guarded
from smallworld.bots.try_bot import close
from smallworld.engine import SmallWorldError, World
from smallworld.engine.world.building import number_bounds
from smallworld.packs import load_world

from .arena import play_game
from .ratings import wilson
from .sim import bot_seed
from .workers import call_all

FORMAT: Final = 1


@dataclass(frozen=True)
class Measure:
    """The settings: bots by name and spec, numbers of tokens, one world for one player."""

    bots: tuple[tuple[str, str], ...]
    tokens: tuple[int, ...]
    packs: tuple[str, ...]
    board: str = ""
    seed: int = 0

    def check(self) -> None:
        world = self.world(0)
        party = world.party
        if party is None or not party.tokens_option:
            raise SmallWorldError(f"no party with a number of tokens in {', '.join(self.packs)}")
        values = next(pack.options[party.tokens_option] for pack in world.packs if pack.rules.get(party.id))
        low, high = number_bounds(values) or (0, 0)
        wrong = [number for number in self.tokens if not low <= number <= high]
        if wrong or not self.tokens:
            raise SmallWorldError(f"tokens: expected numbers from {low} to {high}, got {wrong or 'none'}")

    def world(self, tokens: int) -> World:
        """`tokens` 0: the default."""
        plain = load_world(self.board, players=0 if self.board else 1, packs=self.packs)
        if not tokens or plain.party is None:
            return plain
        options = {plain.party.tokens_option: str(tokens)}
        return load_world(plain.board.id, packs=self.packs, options=options)


@dataclass
class Cell:
    games: int = 0
    wins: int = 0
    coins: int = 0  # of the player
    party: int = 0  # of the party


@dataclass
class Curve:
    """The results: a cell for each bot and number of tokens."""

    measure: Measure
    cells: dict[tuple[str, int], Cell] = field(default_factory=dict)

    def add(self, name: str, tokens: int, coins: Sequence[int], won: bool) -> None:
        cell = self.cells.setdefault((name, tokens), Cell())
        cell.games += 1
        cell.wins += won
        cell.coins += coins[0]
        cell.party += coins[-1]

    def share(self, name: str, tokens: int) -> float:
        cell = self.cells[name, tokens]
        return cell.wins / cell.games

    def even(self, name: str) -> float | None:
        """The number of tokens at which a bot wins half of its games, interpolated."""
        known = [tokens for tokens in sorted(self.measure.tokens) if (name, tokens) in self.cells]
        for one, two in pairwise(known):
            first, second = self.share(name, one), self.share(name, two)
            if first >= 0.5 > second:
                return one + (two - one) * (first - 0.5) / (first - second)
        return None


def measure(what: Measure, games: int, jobs: int = 1, progress: Callable[[], None] = lambda: None) -> Curve:
    """Play so many games of each bot against each number of tokens."""
    what.check()
    curve = Curve(what)
    places = [(name, tokens) for tokens in what.tokens for name, _ in what.bots]
    numbers = range(games * len(places))
    with closing(call_all(partial(_play, what), numbers, jobs)) as rows:
        for place, coins, won in rows:
            curve.add(*places[place], coins, won)
            progress()
    return curve


def _play(what: Measure, number: int) -> tuple[int, tuple[int, ...], bool]:
    places = [(bot, tokens) for tokens in what.tokens for bot in what.bots]
    game, place = divmod(number, len(places))
    (name, spec), tokens = places[place]
    # The luck is the same for every bot and every number of tokens: only they differ.
    seed = f"{what.seed}/{game}"
    bot = Guarded(make_bot(spec, bot_seed(seed, spec, 0)), name)
    try:
        result = play_game(what.world(tokens), [bot], seed)
    finally:
        close(bot)
    return place, result.coins, 0 in result.winners


def usual_bots() -> tuple[tuple[str, str], ...]:
    """The difficulty levels people choose from."""
    return tuple((level.name, level.bot("plain")) for level in levels())


# --- on disk -----------------------------------------------------------------------------------------------


def as_data(curve: Curve) -> dict[str, Any]:
    what = curve.measure
    return {
        "format": FORMAT,
        "smallworld": __version__,
        "packs": list(what.packs),
        "board": what.world(0).board.id,
        "seed": what.seed,
        "bots": dict(what.bots),
        "even": {
            name: None if (even := curve.even(name)) is None else round(even, 1) for name, _ in what.bots
        },
        "rows": [
            {
                "bot": name,
                "tokens": tokens,
                "games": cell.games,
                "wins": cell.wins,
                "coins": round(cell.coins / cell.games, 1),
                "party": round(cell.party / cell.games, 1),
            }
            for (name, tokens), cell in sorted(curve.cells.items(), key=lambda item: (item[0][1], item[0][0]))
        ],
    }


def write(curve: Curve, stem: Path) -> tuple[Path, Path]:
    """`stem`.json and `stem`.svg."""
    data, picture = stem.with_suffix(".json"), stem.with_suffix(".svg")
    stem.parent.mkdir(parents=True, exist_ok=True)
    data.write_text(json.dumps(as_data(curve), indent=1) + "\n", encoding="utf-8")
    picture.write_text(draw(as_data(curve)), encoding="utf-8")
    return data, picture


COLOURS: Final = ("#8a8a8a", "#2f7f4f", "#2b6cb0", "#b7791f", "#b83280", "#5a3d9a")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 420, 54, 120, 24, 48


def draw(data: Mapping[str, Any]) -> str:
    """Shares by tokens, one line for each bot, with the interval of each share."""
    tokens: list[int] = sorted({row["tokens"] for row in data["rows"]})
    low, high = tokens[0], max(tokens[-1], tokens[0] + 1)

    def x(number: float) -> float:
        return LEFT + (number - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(share: float) -> float:
        return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="13">',
        "<title>Share of games won against the party, by the number of its tokens</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
    ]
    for tenth in range(0, 11, 2):
        share = tenth / 10
        dash = "" if tenth == 0 else ' stroke-dasharray="2 4"'
        out.append(f'<path d="M{LEFT} {y(share):.1f}H{WIDTH - RIGHT}" stroke="#bbb"{dash}/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{tenth * 10} %</text>')
    out.append(f'<path d="M{LEFT} {y(0.5):.1f}H{WIDTH - RIGHT}" stroke="#555"/>')
    for number in tokens:
        out.append(
            f'<text x="{x(number):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{number}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">tokens of the party</text>')
    ends: list[float] = []
    for place, name in enumerate(data["bots"]):
        rows = sorted((row for row in data["rows"] if row["bot"] == name), key=lambda row: row["tokens"])
        if not rows:
            continue
        colour = COLOURS[place % len(COLOURS)]
        for row in rows:
            bottom, top = wilson(row["wins"] / row["games"], row["games"])
            line = f"M{x(row['tokens']):.1f} {y(bottom):.1f}V{y(top):.1f}"
            out.append(f'<path d="{line}" stroke="{colour}" opacity="0.35"/>')
        points = " ".join(f"{x(row['tokens']):.1f},{y(row['wins'] / row['games']):.1f}" for row in rows)
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        end = y(rows[-1]["wins"] / rows[-1]["games"])
        while any(abs(end - other) < 15 for other in ends):  # names must not overlap
            end -= 15
        ends.append(end)
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{end + 4:.1f}" fill="{colour}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
