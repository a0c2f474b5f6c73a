"""`smallworld board`: draw a board, one of a pack or one of your own in the making."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from smallworld.engine.board import Board, board_from_data
from smallworld.engine.errors import choices
from smallworld.packs import find_packs

from .storage import FileTrouble, read_text, write_text

app = typer.Typer(no_args_is_help=True, help="Boards: draw one of a pack, or one of your own.")


@app.callback()
def main() -> None:
    """Keep `draw` a word of its own, for a group with one command would swallow it."""


@app.command("draw")
def draw(
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="The id of an installed board, or a board's JSON file.")
    ],
    out: Annotated[Path | None, typer.Option(help="Where to put the picture. [default: print it]")] = None,
) -> None:
    """Draw a board as an SVG picture: outlines made from its graph, as the browser table shows them."""
    from smallworld.drawing import picture

    svg = picture(read_board(board))
    if out is None:
        print(svg, end="")
    else:
        write_text(out.expanduser(), svg)


def read_board(source: str) -> Board:
    """A board by its id, or from a file; the file's name is then its id."""
    boards = {name: board for pack in find_packs().values() for name, board in pack.boards.items()}
    path = Path(source).expanduser()
    if source in boards and not path.exists():
        return boards[source]
    if path.suffix != ".json" and not path.exists():
        raise FileTrouble(f"{choices('board', source, boards)}; or the JSON file of a board")
    try:
        data = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise FileTrouble(f"{path}: line {error.lineno}, column {error.colno}: {error.msg}") from error
    if not isinstance(data, dict):
        raise FileTrouble(f"{path}: expected a table of keys, got {type(data).__name__}")
    name = re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_")
    return board_from_data(name if name[:1].isalpha() else f"board_{name}", data, source=str(path))
