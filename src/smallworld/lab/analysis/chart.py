"""The charts of the page: lines with confidence bands as SVG; the colours come from the page's style."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

Band = tuple[float, float, float]  # value, low, high


@dataclass(frozen=True)
class Frame:
    """The size of a chart, and how many turns lie between two labels on the axis."""

    name: str
    width: int
    height: int
    every: int
    left: int = 44
    right: int = 96
    top: int = 14
    bottom: int = 30


@dataclass(frozen=True)
class Axis:
    low: float
    high: float
    step: float
    unit: str = ""

    def ticks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + number * self.step for number in range(count + 1)]


def frames(turns: int) -> tuple[Frame, Frame]:
    """One for wide screens, one for phones; CSS shows one of them."""
    wide = Frame("wide", 1080, 340, max(1, -(-turns // 28)))
    return wide, Frame("narrow", 360, 260, max(1, -(-turns // 9)), left=42, right=14)


def chart(
    frame: Frame, axis: Axis, names: list[str], turns: list[str], rows: list[list[Band]], marks: list[int]
) -> str:
    """`rows`: for each seat, a value with its band at every turn. `marks`: turns to highlight."""
    across = (frame.width - frame.left - frame.right) / max(1, len(turns) - 1)
    down = (frame.height - frame.top - frame.bottom) / (axis.high - axis.low)

    def x(turn: int) -> float:
        return frame.left + turn * across

    def y(value: float) -> float:
        return frame.height - frame.bottom - (min(max(value, axis.low), axis.high) - axis.low) * down

    right = frame.width - frame.right
    out = [f'<svg class="{frame.name}" viewBox="0 0 {frame.width} {frame.height}" role="img">']
    for tick in axis.ticks():
        out.append(f'<path class="grid" d="M{frame.left} {y(tick):.1f}H{right}"/>')
        out.append(f'<text x="{frame.left - 6}" y="{y(tick) + 4:.1f}" class="end">{tick:g}{axis.unit}</text>')
    for mark in marks:
        out.append(f'<path class="mark" d="M{x(mark):.1f} {frame.top}V{frame.height - frame.bottom}"/>')
    for turn in range(0, len(turns), frame.every):
        out.append(
            f'<text x="{x(turn):.1f}" y="{frame.height - 10}" class="middle">{escape(turns[turn])}</text>'
        )
    for seat, row in enumerate(rows):
        upper = [f"{x(turn):.1f} {y(high):.1f}" for turn, (_, _, high) in enumerate(row)]
        lower = [f"{x(turn):.1f} {y(low):.1f}" for turn, (_, low, _) in enumerate(row)]
        out.append(f'<path class="band s{seat}" d="M{"L".join(upper + lower[::-1])}Z"/>')
    for seat, row in enumerate(rows):
        line = [f"{x(turn):.1f} {y(value):.1f}" for turn, (value, _, _) in enumerate(row)]
        out.append(f'<path class="line s{seat}" d="M{"L".join(line)}"/>')
        for turn, (value, low, high) in enumerate(row):
            said = f"{names[seat]}, {turns[turn]}: {value:.0f}{axis.unit} ({low:.0f}–{high:.0f})"
            out.append(
                f'<circle class="dot s{seat}" cx="{x(turn):.1f}" cy="{y(value):.1f}" r="3">'
                f"<title>{escape(said)}</title></circle>"
            )
    if frame.right > 40:
        out += _names(names, [y(row[-1][0]) for row in rows], right)
    return "".join([*out, "</svg>"])


def _names(names: list[str], heights: list[float], right: int) -> list[str]:
    """Names at the ends of their lines, moved apart where they would overlap, upwards from the lowest."""
    out, last = [], max(heights) + 16
    for height, seat in sorted(((height, seat) for seat, height in enumerate(heights)), reverse=True):
        last = min(height, last - 16)
        name = names[seat] if len(names[seat]) <= 12 else names[seat][:11] + "…"
        out.append(f'<text class="name s{seat}" x="{right + 9}" y="{last + 4:.1f}">{escape(name)}</text>')
    return out
