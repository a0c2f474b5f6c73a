"""A sketch of the map: the number of each region at its place, with terrain and holder."""

from __future__ import annotations

from rich.text import Text

from smallworld.engine import View
from smallworld.engine.world.world import NONE
from smallworld.presentation import Region, regions

from ..messages import Messages
from .style import QUIET, Style


def chart(view: View, messages: Messages, style: Style, width: int, height: int) -> Text:
    """Regions are drawn near their centres; the sketch does not show which ones touch, their neighbour lists
    do.
    """
    state = view.state
    board = state.world.board
    across, down = board.canvas
    width = min(width, 110)
    height = max(10, min(height, 24))
    lines = [[" "] * width for _ in range(height)]
    styles: list[tuple[int, int, int, str]] = []
    held = regions(state)
    for region in sorted(board.regions, key=lambda place: place.centre[1]):
        terrain = messages.name("terrain", region.terrain)
        label, colour = _label(held[region.id], terrain, style, width * 9 // 100, state.marked)
        row = min(height - 1, int(region.centre[1] / down * height))
        column = max(0, min(width - len(label), int(region.centre[0] / across * width - len(label) / 2)))
        row, column = _free_spot(lines, row, column, len(label))
        lines[row][column : column + len(label)] = label
        styles.append((row, column, column + len(label), colour))
    # All lines have the same width, so that the styles fit.
    text = Text("\n".join("".join(line) for line in lines), no_wrap=True)
    for row, start, end, colour in styles:
        text.stylize(colour, row * (width + 1) + start, row * (width + 1) + end)
    return text


def _label(region: Region, terrain: str, style: Style, room: int, marked: int) -> tuple[str, str]:
    """`9 fo ●3+`: number, terrain, holder and tokens; a plus sign if anything else lies there."""
    if region.race == NONE:
        holder, colour = "", QUIET
    elif region.owner == NONE:
        holder, colour = f" {region.tokens}", ""
    else:
        holder = f" {style.emblem(region.owner)}{region.tokens}"
        colour = style.colour(region.owner) if region.active else f"dim {style.colour(region.owner)}"
    if marked >> region.number & 1:
        holder = f"{holder or ' '}+"
    space = max(2, room - len(holder) - len(f"{region.number} "))
    return f"{region.number} {terrain[:space]}{holder}", colour


def _free_spot(lines: list[list[str]], row: int, column: int, length: int) -> tuple[int, int]:
    """The wanted place, or the nearest line where it covers no other label."""
    for shift in (0, 1, -1, 2, -2):
        here = row + shift
        if 0 <= here < len(lines):
            space = lines[here][max(0, column - 1) : column + length + 1]
            if all(character == " " for character in space):
                return here, column
    return row, column
