"""`smallworld pack`: races and powers of your own, as files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from smallworld.engine import Pack, SmallWorldError, read_record
from smallworld.engine.content.pieces import Piece
from smallworld.engine.errors import choices
from smallworld.packs import find_packs, world_from_key
from smallworld.packs.files import PackFileError, data_of, needs_code, pack_from_file, schema, write_data

from ..files import read_text, write_text
from ..messages import Messages
from ..options import Lang, Plain, set_up
from ..screen import encyclopedia
from ..screen.style import BAD, GOOD
from ..usage import Command

app = typer.Typer()

Out = Path | None


@app.command("check", cls=Command)
def check(
    file: Path,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain)
    try:
        pack = pack_from_file(file.expanduser())
    except PackFileError as error:
        for fault in error.faults:
            terminal.line(messages.fault(fault), BAD, whole=True)
        raise typer.Exit(1) from None
    messages = Messages(messages.lang, plain=messages.plain, packs=(*find_packs().values(), pack))
    terminal.line(messages("pack_good", file=str(file), count=len(pack.pieces)), GOOD, whole=True)
    for entry in encyclopedia.entries((pack,)):
        if entry.kind in ("race", "power"):
            terminal.print(*encyclopedia.entry_page(entry, messages))


@app.command("export", cls=Command)
def export(
    what: Annotated[str, typer.Argument(metavar="NAME")],
    out: Out = None,
) -> None:
    path = Path(what).expanduser()
    if path.exists():
        packs = [
            pack for pack in read_record(read_text(path), world_from_key).game.world.packs if pack.source
        ]
        if not packs:
            raise SmallWorldError(f"{path}: this game was played with installed packs alone")
        text = "\n".join(write_data(data_of(pack)) for pack in packs)
    else:
        text = write_data(_exported(what))
    if out is None:
        print(text, end="")
    else:
        write_text(out.expanduser(), text)


def _exported(what: str) -> dict[str, object]:
    known = find_packs()
    if what in known:
        pieces = [*known[what].races.values(), *known[what].powers.values()]
        for piece in pieces:
            if reasons := needs_code(piece):
                print(f"left out: {piece.kind} {piece.id}: {'; '.join(reasons)}", file=sys.stderr)
        if all(map(needs_code, pieces)):
            raise SmallWorldError(f"pack {what} has no race or power that could stand in a file")
        return data_of(known[what], lambda piece: not needs_code(piece))
    pack, found = _piece_named(what)
    if reasons := needs_code(found):
        raise SmallWorldError([f"{found.kind} {what} {reason}: a file cannot say that" for reason in reasons])
    alone = data_of(pack, lambda piece: piece is found)
    return {"id": f"my_{what}", **{key: alone[key] for key in alone if key not in ("id", "texts")}}


def _piece_named(name: str) -> tuple[Pack, type[Piece]]:
    packs = find_packs().values()
    found = {id: (pack, piece) for pack in packs for id, piece in (*pack.powers.items(), *pack.races.items())}
    if name not in found:
        raise SmallWorldError(choices("race, power or pack", name, [*found, *find_packs()]))
    return found[name]


@app.command("schema", cls=Command)
def print_schema(out: Out = None) -> None:
    text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    if out is None:
        print(text, end="")
    else:
        write_text(out.expanduser(), text)
