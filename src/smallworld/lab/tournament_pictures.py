"""Pictures of a tournament, as SVG: the crosstable and the ratings, from the data of `tournament.json`."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

_STYLE: Final = (
    "<style>svg{color:#2b2b2b;background:#fffdf7}text{fill:currentColor}"
    "@media(prefers-color-scheme:dark){svg{color:#e8e4da;background:#1d1b18}}</style>"
)
_GOOD, _BAD = "#2f7f4f", "#c2542d"
NAMES: Final = 190
CELL_WIDTH, CELL, HEAD, MARGIN = 96, 46, 54, 16
ROW, AXIS, WIDTH = 30, 46, 760


def crosstable(data: Mapping[str, Any]) -> str:
    """How often the bot of the row finishes ahead of the bot of the column, with the interval."""
    bots = [bot["bot"] for bot in data["bots"]]
    names = {bot["bot"]: _short(bot["name"]) for bot in data["bots"]}
    cells = {(cell["bot"], cell["against"]): cell for cell in data["crosstable"]}
    width = NAMES + CELL_WIDTH * len(bots) + MARGIN
    height = HEAD + CELL * len(bots) + MARGIN
    out = [_head(width, height, "How often the bot of the row finishes ahead of the bot of the column")]
    for column, bot in enumerate(bots):
        x = NAMES + CELL_WIDTH * (column + 0.5)
        out.append(
            f'<text x="{x:.0f}" y="{HEAD - 14}" text-anchor="middle" font-size="12">'
            f"{escape(_short(names[bot], 13))}</text>"
        )
    for row, bot in enumerate(bots):
        y = HEAD + CELL * row
        out.append(f'<text x="{NAMES - 12}" y="{y + 28}" text-anchor="end">{escape(names[bot])}</text>')
        for column, other in enumerate(bots):
            x = NAMES + CELL_WIDTH * column
            cell = cells.get((bot, other))
            if cell is None:
                out.append(_box(x, y, "currentColor", 0.05))
                continue
            strength = abs(cell["ahead"] - 0.5) * 2
            colour = _GOOD if cell["ahead"] >= 0.5 else _BAD
            low, high = (100 * end for end in cell["ahead_ci"])
            out += [
                _box(x, y, colour, 0.08 + 0.6 * strength),
                f'<text x="{x + CELL_WIDTH / 2:.0f}" y="{y + 21}" text-anchor="middle" font-weight="bold">'
                f"{100 * cell['ahead']:.0f} %</text>",
                f'<text x="{x + CELL_WIDTH / 2:.0f}" y="{y + 37}" text-anchor="middle" font-size="10.5">'
                f"{low:.0f} to {high:.0f}</text>",
            ]
    return "\n".join([*out, "</svg>"]) + "\n"


def _box(x: float, y: float, colour: str, opacity: float) -> str:
    return (
        f'<rect x="{x + 1.5}" y="{y + 1.5}" width="{CELL_WIDTH - 3}" height="{CELL - 3}" rx="4" '
        f'fill="{colour}" opacity="{opacity:.2f}"/>'
    )


def ratings(data: Mapping[str, Any]) -> str:
    """The rating of each bot with its interval, and small the rating in each world and number of players."""
    bots = data["bots"]
    ends: list[float] = [end for bot in bots for end in (*bot["rating_ci"], *bot["ratings"].values())]
    step = next(step for step in (50, 100, 200, 500, 1000, 5000) if (max(ends) - min(ends)) / step <= 12)
    low, high = step * (min(ends) // step), step * -(-max(ends) // step)
    height = MARGIN + ROW * len(bots) + AXIS

    def x(points: float) -> float:
        return NAMES + float(points - low) / (high - low) * (WIDTH - NAMES - 2 * MARGIN)

    bottom = MARGIN + ROW * len(bots)
    out = [_head(WIDTH, height, "Ratings in points; 0 is the average of these bots")]
    points = low
    while points <= high:
        weight = 0.5 if points == 0 else 0.15
        out += [
            f'<path d="M{x(points):.1f} {MARGIN}V{bottom}" stroke="currentColor" opacity="{weight}"/>',
            f'<text x="{x(points):.1f}" y="{bottom + 18}" text-anchor="middle" font-size="12">'
            f"{points:.0f}</text>",
        ]
        points += step
    for row, bot in enumerate(bots):
        y = MARGIN + ROW * (row + 0.5)
        left, right = bot["rating_ci"]
        said = f"{bot['name']}: {bot['rating']:+.0f} ({left:+.0f} to {right:+.0f})"
        out.append(
            f'<text x="{NAMES - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(_short(bot["name"]))}</text>'
        )
        for event, there in bot["ratings"].items():
            title = escape(f"{bot['name']}, {event}: {there:+.0f}")
            out.append(
                f'<circle cx="{x(there):.1f}" cy="{y:.1f}" r="3" fill="none" stroke="currentColor" '
                f'opacity="0.5"><title>{title}</title></circle>'
            )
        out.append(
            f"<g><title>{escape(said)}</title>"
            f'<path d="M{x(left):.1f} {y:.1f}H{x(right):.1f}" stroke="{_BAD}" stroke-width="3"/>'
            f'<circle cx="{x(bot["rating"]):.1f}" cy="{y:.1f}" r="5.5" fill="{_BAD}"/></g>'
        )
    middle = (NAMES + WIDTH - 2 * MARGIN) / 2
    out.append(
        f'<text x="{middle:.0f}" y="{height - 8}" text-anchor="middle" font-size="12">'
        "rating in points, 95 % intervals; circles: each world and number of players</text>"
    )
    return "\n".join([*out, "</svg>"]) + "\n"


def _head(width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'font-family="sans-serif" font-size="14"><title>{escape(title)}</title>{_STYLE}'
    )


def _short(name: str, letters: int = 22) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1]}…"
