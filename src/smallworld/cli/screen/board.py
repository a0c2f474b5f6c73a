"""The board as a table of regions in groups: one wide column with neighbours, or two narrow ones."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from smallworld.engine import View

from ..voice import Voice
from .look import QUIET, TITLE, Look
from .regions import DIE, FREE, REST, TAKE, TRIBES, WATER, YOURS, Row, rows

_ORDER = (YOURS, TAKE, DIE, "seat", REST, TRIBES, FREE, WATER)

Item = Row | str  # a region, or the heading of a group


def grouped(view: View, voice: Voice, look: Look, players: Sequence[str]) -> list[Item]:
    """Headings and regions in the order in which they are shown."""
    found: dict[str, list[Row]] = {}
    for row in rows(view, voice, look):
        found.setdefault(row.group, []).append(row)

    def rank(group: str) -> tuple[int, str]:
        return _ORDER.index("seat" if group.startswith("seat") else group), group

    items: list[Item] = []
    for group in sorted(found, key=rank):
        regions = found[group]
        if group == TAKE:
            regions = sorted(regions, key=lambda row: (int(row.price.rstrip("*") or 0), row.region))
        elif group == DIE:
            regions = sorted(regions, key=lambda row: (-int(row.price.rstrip("*%")), row.region))
        items.append(_heading(group, voice, look, players))
        items += regions
    return items


def _heading(group: str, voice: Voice, look: Look, players: Sequence[str]) -> str:
    if group.startswith("seat"):
        seat = int(group[4:])
        return f"{look.emblem(seat)} {players[seat]}"
    return voice(f"group_{group}")


def holder_text(row: Row, look: Look, width: int) -> Text:
    """`● Orcs ×3`; a declined race stands in brackets and is dim."""
    if not row.holder:
        return Text("")
    count = f" {look.times}{row.tokens}"
    emblem = f"{look.emblem(row.seat)} " if row.seat >= 0 else ""
    declined = row.seat >= 0 and not row.active
    room = width - len(count) - len(emblem) - (2 if declined else 0)
    name = look.shortened(row.holder, room)
    text = f"{emblem}({name}){count}" if declined else f"{emblem}{name}{count}"
    style = QUIET if row.seat < 0 else look.colour(row.seat)
    return Text(text, style=f"dim {style}" if declined and not look.plain else style)


def price_text(row: Row, look: Look) -> Text:
    if look.plain or not row.price:
        return Text(row.price)
    if row.group == DIE:
        return Text(row.price, style="yellow")
    return Text(row.price, style="bold green" if row.group == TAKE or row.open else QUIET)


def _number(row: Row, look: Look) -> Text:
    own = row.group == YOURS
    return Text(f"{look.own if own else ' '}{row.region:>2}", style="bold" if own or row.open else "")


def wide_board(view: View, voice: Voice, look: Look, players: Sequence[str], width: int) -> RenderableType:
    """One region to a line, with everything."""
    items = grouped(view, voice, look, players)
    terrain, signs, price, near = 10, 7, 5, 20
    holder = 16
    markers = max(0, min(16, width - (3 + terrain + signs + holder + price + near + 6)))
    if markers < 5:
        holder, markers = holder + markers - 1, 0
    grid = Table(box=None, padding=(0, 1, 0, 0), show_header=True, header_style=QUIET, pad_edge=False)
    grid.add_column(" " + voice("head_region"), width=3, no_wrap=True)
    grid.add_column(voice("head_terrain"), width=terrain, no_wrap=True)
    grid.add_column("", width=signs, no_wrap=True)
    grid.add_column(voice("head_holder"), width=holder, no_wrap=True)
    if markers:
        grid.add_column("", width=markers, no_wrap=True)
    grid.add_column(voice("head_price"), width=price, no_wrap=True, justify="right")
    grid.add_column(voice("head_neighbours"), width=near, no_wrap=True)
    for item in items:
        if isinstance(item, str):
            continue
        cells: list[RenderableType] = [
            _number(item, look),
            look.shortened(item.terrain, terrain),
            Text(item.signs, style=QUIET),
            holder_text(item, look, holder),
        ]
        if markers:
            cells.append(look.shortened(item.markers, markers))
        cells += [price_text(item, look), Text(item.neighbours, style=QUIET)]
        grid.add_row(*cells)
    return _with_headings(grid, items)


def _with_headings(grid: Table, items: Sequence[Item]) -> RenderableType:
    return grid


def narrow_board(
    view: View, voice: Voice, look: Look, players: Sequence[str], width: int, columns: int = 2
) -> RenderableType:
    """Two regions to a line, without neighbours: for boards or terminals where one column does not fit."""
    items = grouped(view, voice, look, players)
    room = (width - 2 * (columns - 1)) // columns
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(columns):
        grid.add_column(width=room, no_wrap=True)
    lines = [_narrow_line(item, look, room) for item in items]
    parts = _split(items, lines, columns)
    for number in range(max(map(len, parts))):
        grid.add_row(*(part[number] if number < len(part) else "" for part in parts))
    return grid


def _split(items: Sequence[Item], lines: Sequence[Text], columns: int) -> list[list[Text]]:
    """Columns of about the same height; a heading never stands alone at the foot of one."""
    height = -(-len(lines) // columns)
    parts: list[list[Text]] = []
    start = 0
    for column in range(columns):
        end = len(lines) if column == columns - 1 else min(len(lines), start + height)
        while end > start + 1 and end < len(lines) and isinstance(items[end - 1], str):
            end -= 1
        parts.append(list(lines[start:end]))
        start = end
    return parts


def _narrow_line(item: Item, look: Look, room: int) -> Text:
    if isinstance(item, str):
        return Text(look.shortened(item, room), style=TITLE if not look.plain else "")
    terrain, signs, price = 8, 7, 4
    rest = room - (3 + 1 + terrain + 1 + signs + 1 + price + 1)
    if rest < 12:
        signs, rest = 3, rest + 4
    markers = max(0, min(9, rest - 14))
    holder = rest - markers - (1 if markers else 0)
    out = Text()
    out.append_text(_number(item, look))
    out.append(f" {look.shortened(item.terrain, terrain):<{terrain}} ")
    out.append(f"{look.shortened(item.signs, signs):<{signs}} ", style=QUIET)
    price_cell = price_text(item, look)
    out.append(" " * (price - len(price_cell)))
    out.append_text(price_cell)
    out.append(" ")
    text = holder_text(item, look, holder)
    out.append_text(text)
    if markers and item.markers:
        used = holder - len(text) + markers
        out.append(" " + look.shortened(item.markers, used))
    out.truncate(room)
    return out
