"""Writes the tables and charts of docs/balance.md, from the measured pieces and the reports of the examples.

python -m tools.balance
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from smallworld.lab.atlas.report_parts import places, signed, span
from smallworld.lab.atlas.result import Figure
from smallworld.lab.balance.charts import field_picture
from smallworld.lab.balance.printed import Entry, printed
from smallworld.lab.balance.report import Dot, Interval
from smallworld.packs import find_packs
from smallworld.packs.files import pack_from_file
from smallworld.texts import Catalogue
from smallworld.texts.balance_report import BalanceReportTexts

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/balance.md"
PICTURES = ROOT / "docs/balance"
EXAMPLES = ROOT / "examples/homebrew"
WORLDS = ("base", "underground", "both")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def pieces(kind: str) -> str:
    """All printed races, or powers, strongest first."""
    report_texts = _teller([])
    heads = (
        "Race" if kind == "race" else "Power",
        "Coins above average",
        "Wins",
        "Place",
        *_heads(),
        "Games",
    )
    return table(
        heads, (_row(report_texts.name(name), entry) for name, entry in printed().kind(kind).items())
    )


def _heads() -> list[str]:
    return [*(f"{players} pl." for players in (2, 3, 4, 5)), "Underground", "Both"]


def _row(name: str, entry: Entry) -> list[str]:
    parts = [entry.players.get(str(players)) for players in (2, 3, 4, 5)]
    parts += [entry.worlds.get(world) for world in WORLDS[1:]]
    return [
        name,
        f"{signed(entry.coins.value)} ({span(entry.coins)})",
        f"{signed(entry.wins.value, 0)} ({span(entry.wins, 0)})",
        places(entry.coins),
        *(signed(one.value) if one else "" for one in parts),
        str(entry.games),
    ]


def examples() -> str:
    rows = []
    for path in sorted(EXAMPLES.glob("*.balance.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        toml = path.with_name(path.name.replace(".balance.json", ".toml"))
        report_texts = _teller([toml])
        coins = _figure(data["coins"])
        wins = f"{100 * data['wins']['value']:.0f} % ({100 * data['wins_usual']['value']:.0f} %)"
        file = f"[{toml.name}](../examples/homebrew/{toml.name})"
        name = f"{report_texts.name(data['piece'])}, {file}"
        sentence = report_texts.sentence(data)
        rows.append([name, f"{signed(coins.value)} ({span(coins)})", wins, str(data["played"]), sentence])
    return table(("Piece", "Coins above average", "Wins (usual)", "Games", "Verdict"), rows)


def _figure(data: dict[str, Any]) -> Figure:
    return Figure(data["value"], (data["high"] - data["low"]) / 2 / 1.959964)


def _teller(more: Sequence[Path]) -> BalanceReportTexts:
    return BalanceReportTexts(Catalogue("en", [*find_packs().values(), *map(pack_from_file, more)]))


def picture(kind: str) -> str:
    report_texts = _teller([])
    dots = [
        Dot(name, Interval(entry.coins.value, entry.coins.low, entry.coins.high), False)
        for name, entry in printed().kind(kind).items()
    ]
    title = f"All printed {kind}s, strongest first: coins above an average combo, 95 %"
    return field_picture(dots, report_texts.name, title, report_texts.word("worth"), alone=True)


PARTS = {"races": lambda: pieces("race"), "powers": lambda: pieces("power"), "examples": examples}


def filled(text: str) -> str:
    """The page with its tables updated, each between its two marks."""
    for name, make in PARTS.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n{make()}\n\n{end}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for kind in ("race", "power"):
        (PICTURES / f"{kind}s.svg").write_text(picture(kind), encoding="utf-8")
