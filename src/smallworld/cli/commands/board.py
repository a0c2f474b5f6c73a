"""`smallworld board`: draw a board of a pack, or one of your own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from smallworld.engine.content.board import Board, board_from_data
from smallworld.engine.errors import choices
from smallworld.packs import find_packs

from ..files import FileError, read_json, read_text, write_text
from ..usage import Command

app = typer.Typer()


@app.callback()
def main() -> None:
    """Makes `draw` a subcommand: typer would drop the name of a group's only command."""


@app.command("draw", cls=Command)
def draw(
    board: Annotated[str, typer.Argument(metavar="BOARD")],
    out: Path | None = None,
) -> None:
    from smallworld.drawing import picture

    svg = picture(read_board(board))
    if out is None:
        print(svg, end="")
    else:
        write_text(out.expanduser(), svg)


def read_board(source: str) -> Board:
    """A board by its id, or from a file, whose name is then its id."""
    boards = {name: board for pack in find_packs().values() for name, board in pack.boards.items()}
    path = Path(source).expanduser()
    if source in boards and not path.exists():
        return boards[source]
    if path.suffix != ".json" and not path.exists():
        raise FileError(f"{choices('board', source, boards)}; or the JSON file of a board")
    data = read_json(read_text(path), str(path))
    if not isinstance(data, dict):
        raise FileError(f"{path}: expected a table of keys, got {type(data).__name__}")
    name = re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_")
    return board_from_data(name if name[:1].isalpha() else f"board_{name}", data, source=str(path))
