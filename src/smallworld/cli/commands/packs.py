"""`smallworld packs`: the installed packs and what they contain."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text

from smallworld.lab.worlds import world_names
from smallworld.packs import find_packs

from ..options import Lang, Plain, set_up
from ..screen.style import QUIET, TITLE


def packs(lang: Lang = "", plain: Plain = False) -> None:
    terminal, messages = set_up(lang, plain)
    for pack in find_packs().values():
        head = Text(messages.name("pack", pack.id), style=TITLE)
        head.append(f"  {pack.id} {pack.version}", style=QUIET)
        terminal.print(head)
        if messages.text("pack", pack.id):
            terminal.print(Padding(Text(messages.text("pack", pack.id)), (0, 2)))
        for kind, ids in (
            ("board", pack.boards),
            ("race", pack.races),
            ("power", pack.powers),
            ("neutral", pack.natives),
            ("relic", pack.relics),
            ("place", pack.places),
        ):
            if ids:
                names = [messages.name(kind, id) + (f" ({id})" if kind == "board" else "") for id in ids]
                counted = messages(f"brings_{kind}s", count=len(ids))
                line = Text(messages.labelled(counted, ""), style=QUIET)
                terminal.print(Padding(line.append(", ".join(names), style="not dim"), (0, 2)))
        if pack.needs:
            terminal.print(Padding(Text(messages("pack_needs", packs=", ".join(pack.needs))), (0, 2)))
    terminal.line()
    worlds = ", ".join(f"{name} ({messages.world(ids)})" for name, ids in world_names().items())
    terminal.line(messages("worlds_are", worlds=worlds, option="--world"))
