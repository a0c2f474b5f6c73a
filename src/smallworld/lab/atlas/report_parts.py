"""The charts of the report as HTML: every number is also written out, colour is never the only
information.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor
from typing import Final

from .result import Atlas, Entry, Figure, Kept, Table

SHADES: Final = 5
PLACES: Final = 6  # of the column


def title(name: str) -> str:
    return name.replace("_", " ").title()


def signed(value: float, digits: int = 1) -> str:
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text[1:] if float(f"{value:.{digits}f}") == 0 else text


def span(figure: Figure, digits: int = 1) -> str:
    """Its interval as text."""
    return f"{signed(figure.low, digits)} to {signed(figure.high, digits)}"


def place(price: float) -> int:
    """The last place in the column at which it is worth its price."""
    return max(1, min(PLACES, 1 + floor(price)))


def places(price: Figure) -> str:
    low, middle, high = place(price.low), place(price.value), place(price.high)
    return f"{middle}" if low == high else f"{middle} ({low}–{high})"


def sentence(name: str, entry: Entry) -> str:
    """A whole entry as a sentence, for tooltips."""
    return (
        f"{name}: {signed(entry.coins.value)} coins ({span(entry.coins)}), "
        f"wins {signed(entry.win.value)} points ({span(entry.win)}), "
        f"worth its price up to place {places(entry.price)}, {entry.picks} picks"
    )


# --- the heat map ----------------------------------------------------------------------------------------


def shade(value: float, bound: float) -> str:
    step = max(-SHADES, min(SHADES, round(SHADES * value / bound)))
    return "z0" if step == 0 else f"{'p' if step > 0 else 'n'}{abs(step)}"


def bound_of(atlas: Atlas) -> float:
    """The value with the strongest colour: one in twenty cells is beyond it."""
    sizes = sorted(abs(cell.coins.value) for table in atlas.tables.values() for cell in table.cells)
    return float(max(1, ceil(sizes[int(0.95 * (len(sizes) - 1))])))


def legend(bound: float) -> str:
    boxes = "".join(
        f'<i class="{shade(step / SHADES * bound, bound)}"></i>' for step in range(-SHADES, SHADES + 1)
    )
    return (
        f'<div class="legend"><span>−{bound:.0f} coins or less</span>{boxes}<span>+{bound:.0f} or more</span>'
        "<span><b>bold</b>: the interval leaves zero out; <em>italic</em>: it does not</span></div>"
    )


def heat_map(atlas: Atlas, players: int, bound: float) -> str:
    table = atlas.tables[players]
    races = _ordered(table.races)
    powers = _ordered(table.powers)
    head = "".join(f'<th scope="col"><span>{title(power)}</span></th>' for power in powers)
    rows = [f'<tr><th>race \\ power</th><th scope="col"><span>average</span></th>{head}</tr>']
    means = "".join(_mean_cell(title(power), table.powers[power]) for power in powers)
    body = [f'<tr><th scope="row">average</th><td class="mean"></td>{means}</tr>']
    combos = atlas.combos(players)
    for race in races:
        cells = [_mean_cell(title(race), table.races[race])]
        for power in powers:
            entry = combos[race, power]
            sure = "sure" if entry.coins.low > 0 or entry.coins.high < 0 else "maybe"
            tip = escape(sentence(f"{title(power)} {title(race)}", entry), quote=True)
            colour = shade(entry.coins.value, bound)
            cells.append(f'<td class="{colour} {sure}" title="{tip}">{signed(entry.coins.value)}</td>')
        body.append(f'<tr><th scope="row">{title(race)}</th>{"".join(cells)}</tr>')
    return (
        f'<div class="scroll"><table class="heat"><thead>{"".join(rows)}</thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _ordered(entries: dict[str, Entry]) -> list[str]:
    return sorted(entries, key=lambda name: -entries[name].coins.value)


def _mean_cell(name: str, entry: Entry) -> str:
    tip = escape(sentence(name, entry), quote=True)
    return f'<td class="mean" title="{tip}">{signed(entry.coins.value)}</td>'


# --- ranked lists ----------------------------------------------------------------------------------------


def axis(figure: Figure, low: float, high: float) -> str:
    """A dot with its interval on a line from `low` to `high`."""

    def at(value: float) -> float:
        return round(100 * (min(max(value, low), high) - low) / (high - low), 2)

    way = "up" if figure.low > 0 else "down" if figure.high < 0 else "even"
    left, right = at(figure.low), at(figure.high)
    return (
        f'<div class="axis {way}"><i class="zero" style="left:{at(0)}%"></i>'
        f'<i class="bar" style="left:{left}%;width:{round(right - left, 2)}%"></i>'
        f'<i class="dot" style="left:{at(figure.value)}%"></i></div>'
    )


def reach(figures: Iterable[Figure]) -> tuple[float, float]:
    found = list(figures)
    return min([0.0, *(f.low for f in found)]) - 0.3, max([0.0, *(f.high for f in found)]) + 0.3


def row(name: str, small: str, picture: str, says: str, more: str) -> str:
    return (
        f'<li><span class="name">{name}<small>{small}</small></span>{picture}'
        f'<span class="says">{says}<small>{more}</small></span></li>'
    )


def ranking(entries: Sequence[tuple[str, Entry]], ends: tuple[float, float]) -> str:
    rows = [
        '<li class="head"><span></span><span>coins above average, 95 %</span>'
        '<span class="says">wins · place</span></li>'
    ]
    for name, entry in entries:
        more = f"{signed(entry.win.value, 0)} % · <span>place {places(entry.price)}</span>"
        says = f"<b>{signed(entry.coins.value)}</b> ±{entry.coins.error * 1.96:.1f}"
        rows.append(row(name, f"{entry.picks} picks", axis(entry.coins, *ends), says, more))
    return f'<ul class="rank">{"".join(rows)}</ul>'


def ranked(entries: dict[str, Entry]) -> str:
    names = _ordered(entries)
    return ranking([(title(name), entries[name]) for name in names], reach(e.coins for e in entries.values()))


def combo_rankings(atlas: Atlas, players: int, count: int = 12) -> tuple[str, str]:
    """The best and the worst."""
    combos = atlas.combos(players)
    order = sorted(combos, key=lambda key: -combos[key].coins.value)
    named = [(f"{title(power)} {title(race)}", combos[race, power]) for race, power in order]
    ends = reach(entry.coins for _, entry in (*named[:count], *named[-count:]))
    return ranking(named[:count], ends), ranking(named[-count:], ends)


def combo_list(atlas: Atlas, players: int) -> str:
    combos = atlas.combos(players)
    rows = []
    for race, power in sorted(combos, key=lambda key: -combos[key].coins.value):
        entry = combos[race, power]
        cells = [
            f"{title(power)} {title(race)}",
            f"{entry.picks}",
            signed(entry.coins.value),
            span(entry.coins),
            signed(entry.win.value),
            span(entry.win),
            signed(entry.price.value),
            span(entry.price),
            places(entry.price),
        ]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    heads = ("combo", "picks", "coins", "95 %", "win points", "95 %", "fair price", "95 %", "place")
    head = "".join(f"<th>{head}</th>" for head in heads)
    return (
        f'<div class="scroll"><table class="list"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


# --- timing and seats ------------------------------------------------------------------------------------


def timing(table: Table) -> str:
    total = sum(kept.picks for kept in table.kept)
    most = max((kept.picks for kept in table.kept), default=1)
    order = sorted(table.kept, key=lambda kept: kept.turns or 99)
    rows = [
        f'<li><span class="name">{_turns(kept)}<small>{kept.picks} picks</small></span>'
        f'<div class="axis up"><i class="fill" style="width:{round(100 * kept.picks / most, 1)}%"></i></div>'
        f'<span class="says">{kept.picks / total:.0%}</span></li>'
        for kept in order
    ]
    enough = [kept for kept in order if kept.picks >= 10]
    ends = reach(kept.coins for kept in enough)
    worth = [
        row(
            _turns(kept),
            f"{kept.picks} picks",
            axis(kept.coins, *ends),
            f"<b>{signed(kept.coins.value)}</b> ±{kept.coins.error * 1.96:.1f}",
            "",
        )
        for kept in enough
    ]
    return (
        f'<h3>{table.players} players: how long</h3><ul class="rank">{"".join(rows)}</ul>'
        f'<h3 style="margin-top:14px">and coins above average</h3><ul class="rank">{"".join(worth)}</ul>'
    )


def _turns(kept: Kept) -> str:
    return "to the end" if not kept.turns else f"{kept.turns} turn{'s' * (kept.turns > 1)}"


def seats(table: Table) -> str:
    chance = 1 / table.players
    shown = [Figure(100 * (s.share - chance), 100 * (s.high - s.low) / 2 / 1.96) for s in table.seats]
    ends = reach(shown)
    rows = [
        row(
            f"Seat {'ABCDEFGH'[number]}",
            f"margin {signed(seat.margin.value)} ±{seat.margin.error * 1.96:.1f}",
            axis(figure, *ends),
            f"<b>{seat.share:.1%}</b>",
            f"{seat.low:.1%} to {seat.high:.1%}",
        )
        for number, (seat, figure) in enumerate(zip(table.seats, shown, strict=True))
    ]
    return f'<h3>{table.players} players: chance is {chance:.0%}</h3><ul class="rank">{"".join(rows)}</ul>'


def tenure(table: Table) -> str:
    """Turns a race is held."""
    order = sorted(table.turns, key=lambda race: -table.turns[race].value)
    low = min((figure.low for figure in table.turns.values()), default=0.0)
    high = max((figure.high for figure in table.turns.values()), default=1.0)
    rows = []
    for race in order:
        figure = table.turns[race]
        shown = Figure(figure.value - low, figure.error)
        picture = axis(shown, -0.1, high - low + 0.1).replace("down", "even")
        rows.append(
            row(title(race), "", picture, f"<b>{figure.value:.1f}</b> ±{figure.error * 1.96:.1f}", "")
        )
    return f'<h3>{table.players} players</h3><ul class="rank">{"".join(rows)}</ul>'
