"""A sketch of the map: each region's number where it lies, with its terrain and who holds it."""

from __future__ import annotations

from rich.text import Text

from smallworld.engine import View
from smallworld.engine.world import NONE

from ..voice import Voice
from .look import QUIET, Look


def chart(view: View, voice: Voice, look: Look, width: int, height: int) -> Text:
    """Regions stand near their centres; which ones touch is said by their neighbours, not by this picture."""
    state = view.state
    board = state.world.board
    across, down = board.canvas
    width = min(width, 110)
    height = max(10, min(height, 24))
    lines = [[" "] * width for _ in range(height)]
    styles: list[tuple[int, int, int, str]] = []
    for region in sorted(board.regions, key=lambda place: place.centre[1]):
        label, style = _label(view, region.id, voice, look, width * 9 // 100)
        row = min(height - 1, int(region.centre[1] / down * height))
        column = max(0, min(width - len(label), int(region.centre[0] / across * width - len(label) / 2)))
        row, column = _free_spot(lines, row, column, len(label))
        lines[row][column : column + len(label)] = label
        styles.append((row, column, column + len(label), style))
    # Each line is joined to a text of the same width, so that the styles still fit.
    text = Text("\n".join("".join(line) for line in lines), no_wrap=True)
    for row, start, end, style in styles:
        text.stylize(style, row * (width + 1) + start, row * (width + 1) + end)
    return text


def _label(view: View, region: int, voice: Voice, look: Look, room: int) -> tuple[str, str]:
    """`9 fo ●3+`: number, terrain, holder and tokens; a cross where something else lies."""
    state = view.state
    terrain = voice.name("terrain", state.world.board.regions[region].terrain)
    race = state.occ[region]
    if race == NONE:
        holder, style = "", QUIET
    elif state.owner[race] == NONE:
        holder, style = f" {state.tokens[region]}", ""
    else:
        seat = state.owner[race]
        emblem = look.emblem(seat)
        holder = f" {emblem}{state.tokens[region]}"
        style = look.colour(seat) if state.is_active(race) else f"dim {look.colour(seat)}"
    if state.marked >> region & 1:
        holder = f"{holder or ' '}+"
    space = max(2, room - len(holder) - len(f"{region} "))
    return f"{region} {terrain[:space]}{holder}", style


def _free_spot(lines: list[list[str]], row: int, column: int, length: int) -> tuple[int, int]:
    """The wanted spot, or the nearest line where it does not cover another label."""
    for shift in (0, 1, -1, 2, -2):
        here = row + shift
        if 0 <= here < len(lines):
            space = lines[here][max(0, column - 1) : column + length + 1]
            if all(character == " " for character in space):
                return here, column
    return row, column
