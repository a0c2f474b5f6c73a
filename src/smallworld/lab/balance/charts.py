"""The charts of the report: the rank of a piece among all printed ones, and the effect of other numbers.

Lines are `currentColor`, so that a chart inside a page has the page's colours; one in its own file brings
colours for light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor
from statistics import quantiles
from typing import Final

from .report import Curve, Dot, Interval, Report

WIDTH: Final = 460
NAMES: Final = 132  # space for names
RIGHT, TOP, BOTTOM, ROW = 20, 10, 44, 17
HEIGHT: Final = 190  # of a curve
OWN: Final = "#d9701a"  # visible on light and dark
_ALONE: Final = (
    "<style>svg{color:#2b2b2b;background:#fffdf7}"
    "@media(prefers-color-scheme:dark){svg{color:#e8e4da;background:#1d1b18}}</style>"
)
Name = Callable[[str], str]


def field_picture(dots: Sequence[Dot], name: Name, title: str, axis: str, *, alone: bool = False) -> str:
    """One row for each piece, strongest on top: a dot with its interval; the measured piece is
    highlighted.
    """
    others = [dot.coins.value for dot in dots if not dot.own]
    scale = _Scale([dot.coins for dot in dots], NAMES, WIDTH - RIGHT)
    height = TOP + ROW * len(dots) + BOTTOM
    lower, _, upper = quantiles(others, n=4)
    out = [
        *_head(height, title, alone),
        f'<rect x="{scale(lower):.1f}" y="{TOP}" width="{scale(upper) - scale(lower):.1f}" '
        f'height="{ROW * len(dots)}" fill="currentColor" opacity="0.08"/>',
        *scale.grid(TOP, TOP + ROW * len(dots)),
    ]
    for number, dot in enumerate(dots):
        y = TOP + ROW * (number + 0.5)
        colour = OWN if dot.own else "currentColor"
        weight = ' font-weight="bold"' if dot.own else ""
        faint = "" if dot.own else ' opacity="0.45"'
        out.append(
            f"<g><title>{escape(name(dot.id))}: {_said(dot.coins)}</title>"
            f'<text x="{NAMES - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{colour}"{weight}>'
            f"{escape(_short(name(dot.id)))}</text>"
            f'<path d="M{scale(dot.coins.low):.1f} {y:.1f}H{scale(dot.coins.high):.1f}" stroke="{colour}" '
            f'stroke-width="{3 if dot.own else 1.5}"{faint}/>'
            f'<circle cx="{scale(dot.coins.value):.1f}" cy="{y:.1f}" r="{5.5 if dot.own else 3.5}" '
            f'fill="{colour}"/></g>'
        )
    out.append(_axis_name((NAMES + WIDTH - RIGHT) / 2, height - 8, axis))
    return "\n".join([*out, "</svg>"]) + "\n"


def curve_picture(report: Report, name: Name, title: str, axis: str, *, alone: bool = False) -> str:
    """A panel for each number that was changed: the value of the piece with it. Empty if none was."""
    if not report.curves:
        return ""
    others = [dot.coins.value for dot in report.field if not dot.own]
    lower, _, upper = quantiles(others, n=4)
    height = HEIGHT * len(report.curves)
    out = _head(height, title, alone)
    spans = [point.coins for curve in report.curves for point in curve.points]
    for number, curve in enumerate(report.curves):
        out += _panel(curve, HEIGHT * number, spans, (lower, upper), name(curve.id), axis)
    return "\n".join([*out, "</svg>"]) + "\n"


def _panel(
    curve: Curve, top: float, spans: Sequence[Interval], middle: tuple[float, float], name: str, axis: str
) -> list[str]:
    left, right, low, high = 44, WIDTH - RIGHT, top + HEIGHT - BOTTOM, top + TOP + 8
    scale = _Scale([*spans, Interval(0, *middle)], low, high)
    values = [point.value for point in curve.points]

    def x(value: int) -> float:
        return left + (value - values[0] + 0.5) / (values[-1] - values[0] + 1) * (right - left)

    out = [
        f'<rect x="{left}" y="{scale(middle[1]):.1f}" width="{right - left}" '
        f'height="{scale(middle[0]) - scale(middle[1]):.1f}" fill="currentColor" opacity="0.08"/>'
    ]
    for mark in scale.marks:
        strong = "0.5" if mark == 0 else "0.15"
        y = scale(mark)
        out.append(f'<path d="M{left} {y:.1f}H{right}" stroke="currentColor" opacity="{strong}"/>')
        out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{_signed(mark)}</text>')
    line = " ".join(f"{x(point.value):.1f},{scale(point.coins.value):.1f}" for point in curve.points)
    out.append(f'<polyline points="{line}" fill="none" stroke="currentColor" opacity="0.5"/>')
    for point in curve.points:
        colour, at = (OWN if point.step == 0 else "currentColor"), x(point.value)
        weight = ' font-weight="bold"' if point.step == 0 else ""
        out.append(
            f"<g><title>{point.value}: {_said(point.coins)}</title>"
            f'<path d="M{at:.1f} {scale(point.coins.low):.1f}V{scale(point.coins.high):.1f}" '
            f'stroke="{colour}" stroke-width="2" opacity="0.6"/>'
            f'<circle cx="{at:.1f}" cy="{scale(point.coins.value):.1f}" r="{5.5 if point.step == 0 else 4}" '
            f'fill="{colour}"/>'
            f'<text x="{at:.1f}" y="{low + 17:.1f}" text-anchor="middle" fill="{colour}"{weight}>'
            f"{point.value}</text></g>"
        )
    out.append(_axis_name((left + right) / 2, low + 36, f"{name} · {axis}"))
    return out


# --- helpers -----------------------------------------------------------------------------------------------


class _Scale:
    """Coins to coordinates, with round tick marks."""

    def __init__(self, spans: Sequence[Interval], first: float, last: float) -> None:
        low, high = min(span.low for span in spans), max(span.high for span in spans)
        self.step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if (high - low) / step <= 8)
        self.low, self.high = floor(low / self.step) * self.step, ceil(high / self.step) * self.step
        self.first, self.last = first, last

    def __call__(self, coins: float) -> float:
        return self.first + (coins - self.low) / max(1e-9, self.high - self.low) * (self.last - self.first)

    @property
    def marks(self) -> list[int]:
        return list(range(self.low, self.high + 1, self.step))

    def grid(self, top: float, bottom: float) -> list[str]:
        out = []
        for mark in self.marks:
            strong = "0.5" if mark == 0 else "0.15"
            x = self(mark)
            out.append(f'<path d="M{x:.1f} {top}V{bottom}" stroke="currentColor" opacity="{strong}"/>')
            out.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{_signed(mark)}</text>')
        return out


def _head(height: float, title: str, alone: bool) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        'font-family="sans-serif" font-size="12" fill="currentColor">',
        f"<title>{escape(title)}</title>",
        *([_ALONE] if alone else []),
    ]


def _axis_name(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" opacity="0.75">{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= 19 else name[:18] + "…"


def _signed(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"


def _said(coins: Interval) -> str:
    text = f"{coins.value:+.1f} ({coins.low:+.1f} … {coins.high:+.1f})"
    return text.replace("-", "−")
