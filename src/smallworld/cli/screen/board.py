"""The board as a list of regions in groups: one column with neighbours, or several narrow ones without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from smallworld.engine import View

from ..messages import Messages
from .regions import DIE, FREE, REST, TAKE, TRIBES, WATER, YOURS, Row, rows
from .style import QUIET, TITLE, Style

_ORDER = (YOURS, TAKE, DIE, "seat", REST, TRIBES, FREE, WATER)

Item = Row | str  # a region, or the heading of a group


@dataclass(frozen=True)
class Widths:
    ground: int
    price: int
    holder: int
    near: int  # 0: no neighbours

    @classmethod
    def within(cls, room: int, near: int, longest: int = 0) -> Widths:
        """Widths of the fields in a line: the number takes 3, each field begins with a blank."""
        ground = 16 if room >= 44 else 15 if longest > 13 else 13
        price = 5 if near else 4
        rest = room - 3 - (1 + ground) - (1 + price) - (2 + near if near else 0)
        return cls(ground, price, max(8, rest - 2), near)


def grouped(view: View, messages: Messages, style: Style, players: Sequence[str]) -> list[Item]:
    """Headings and regions in the order in which they are shown."""
    found: dict[str, list[Row]] = {}
    for row in rows(view, messages, style):
        found.setdefault(row.group, []).append(row)

    def rank(group: str) -> tuple[int, str]:
        return _ORDER.index("seat" if group.startswith("seat") else group), group

    items: list[Item] = []
    for group in sorted(found, key=rank):
        regions = found[group]
        if group in (TAKE, DIE):
            regions = sorted(regions, key=lambda row: (row.rank, row.region))
        items.append(_heading(group, regions, messages, style, players))
        items += regions
    return items


def _heading(
    group: str, rows: Sequence[Row], messages: Messages, style: Style, players: Sequence[str]
) -> str:
    if group.startswith("seat"):
        seat = int(group[4:])
        return f"{style.emblem(seat)} {players[seat]}"
    if group == TRIBES:  # lost tribes, monsters or both
        return ", ".join(dict.fromkeys(row.holder for row in rows))
    if group == WATER:
        return ", ".join(dict.fromkeys(row.terrain for row in rows))
    return messages(f"group_{group}")


def wide_board(items: Sequence[Item], messages: Messages, style: Style, width: int) -> RenderableType:
    """One region per line, with its neighbours."""
    near = max(len(item.neighbours) for item in items if isinstance(item, Row))
    widths = Widths.within(min(width, 70 + near), near)  # names of what lies there may be long
    lines = [header(messages, widths), *(line(item, style, widths, width) for item in items)]
    return Text("\n").join(lines)


def folded(
    items: Sequence[Item], count: int, style: Style, messages: Messages
) -> tuple[list[Item], list[Text]]:
    """The last `count` groups as paragraphs of numbers, and the items of the others."""
    starts = [place for place, item in enumerate(items) if isinstance(item, str)]
    if not count:
        return list(items), []
    kept = starts[max(0, len(starts) - count)]
    paragraphs: list[Text] = []
    before = ""
    for item in items[kept:]:
        if isinstance(item, str):
            paragraphs.append(Text(messages.labelled(item, ""), style=TITLE))
            before = ""
        else:
            paragraphs[-1].append(before + _brief(item, style), style="not bold default")
            before = ", "
    return list(items[:kept]), paragraphs


def _brief(row: Row, style: Style) -> str:
    """`12◆4 +Altar of Souls`; a region that can be taken has its price, as in `12(3)`."""
    out = str(row.region)
    if row.group in (TAKE, DIE):
        out += f"({row.price})"
    if row.seat >= 0:
        out += f"{style.emblem(row.seat)}{row.tokens}"
    elif row.holder and row.group != TRIBES:
        out += f" {row.holder}"
    return f"{out} +{row.markers}" if row.markers else out


def narrow_board(items: Sequence[Item], style: Style, width: int, columns: int = 2) -> RenderableType:
    """Several regions per line, without neighbours, where one column would be too tall."""
    room = (width - 2 * (columns - 1)) // columns
    widths = Widths.within(room, 0, max(len(item.terrain) for item in items if isinstance(item, Row)))
    parts = _split(items, [line(item, style, widths, room) for item in items], columns)
    out = []
    for number in range(max(map(len, parts))):
        row = Text(no_wrap=True)
        for place, part in enumerate(parts):
            row.append(" " * (place * (room + 2) - len(row)))
            row.append_text(part[number] if number < len(part) else Text(""))
        out.append(row)
    return Text("\n").join(out)


def _split(items: Sequence[Item], lines: Sequence[Text], columns: int) -> list[list[Text]]:
    """Columns of about the same height; a heading is never the last line of a column."""
    height = -(-len(lines) // columns)
    parts: list[list[Text]] = []
    start = 0
    for column in range(columns):
        end = len(lines) if column == columns - 1 else min(len(lines), start + height)
        while start + 1 < end < len(lines) and isinstance(items[end - 1], str):
            end -= 1
        parts.append(list(lines[start:end]))
        start = end
    return parts


def header(messages: Messages, widths: Widths) -> Text:
    text = f" {messages('head_region'):>2.2} {_fit(messages('head_terrain'), widths.ground)}"
    text += f" {messages('head_price'):>{widths.price}.{widths.price}}"
    text += f"  {_fit(messages('head_holder'), widths.holder)}"
    if widths.near:
        text += f" {messages('head_neighbours')}"
    return Text(text, style=QUIET)


def _fit(text: str, width: int) -> str:
    return f"{text:<{width}.{width}}"


def line(item: Item, style: Style, widths: Widths, room: int) -> Text:
    if isinstance(item, str):
        return Text(style.shortened(item, room), style=TITLE)
    own = item.group == YOURS
    out = Text(no_wrap=True)
    out.append(f"{style.own if own else ' '}{item.region:>2}", style="bold" if own or item.open else "")
    out.append(" ")
    _append(out, _ground(item, style, widths.ground), widths.ground)
    price = _price(item)
    out.append(" " * (1 + widths.price - len(price)))
    out.append_text(price)
    out.append("  ")
    _append(out, _holder(item, style, widths.holder), widths.holder)
    if widths.near:
        out.append(f" {item.neighbours}", style=QUIET)
    return out


def _append(out: Text, cell: Text, width: int) -> None:
    out.append_text(cell)
    out.append(" " * (width - len(cell)))


def _ground(row: Row, style: Style, width: int) -> Text:
    """Terrain and symbols in full where they fit, otherwise the symbols by their first letters."""
    signs = "+".join(row.signs)
    if len(f"{row.terrain} {signs}") > width:
        signs = "+".join(sign[:3] for sign in row.signs)
    room = width - len(signs) - 1 if signs else width
    out = Text(style.shortened(row.terrain, room))
    if signs:
        out.append(f" {signs}", style=QUIET)
    return out


def _price(row: Row) -> Text:
    if row.group == DIE:
        return Text(row.price, style="yellow")
    return Text(row.price, style="bold green" if row.group == TAKE or row.open else QUIET)


def _holder(row: Row, style: Style, width: int) -> Text:
    """`● 3 Orcs`; a declined race is in brackets and dim. Markers follow."""
    if not row.holder:
        return Text(style.shortened(row.markers, width))
    emblem = f"{style.emblem(row.seat)} " if row.seat >= 0 else ""
    declined = row.seat >= 0 and not row.active
    room = width - len(emblem) - len(f"{row.tokens} ") - (2 if declined else 0)
    # The emblem identifies the race, so markers may use some of its space, or all where there is little.
    for_markers = min(len(row.markers), 7) + 2 if row.markers else 0
    name = style.shortened(row.holder, max(4, room - for_markers))
    if emblem and row.markers and room - for_markers < 4:
        text = f"{emblem}({row.tokens})" if declined else f"{emblem}{row.tokens}"
    else:
        text = f"{emblem}{row.tokens} ({name})" if declined else f"{emblem}{row.tokens} {name}"
    colour = style.colour(row.seat) if row.seat >= 0 else QUIET
    out = Text(text, style=f"dim {colour}" if declined else colour)
    left = width - len(text) - 2
    if row.markers:
        out.append(f" +{style.shortened(row.markers, max(2, left))}", style="default not dim")
    return out
