"""Writes the combo values that the server shows, from the atlases in docs/atlas.

python -m tools.atlas_values
"""

from __future__ import annotations

import json
from pathlib import Path

from smallworld.lab.atlas.result import ALL, read_atlas
from smallworld.server.picture.atlas_values import world_of

ROOT = Path(__file__).resolve().parent.parent
ATLASES = ROOT / "docs/atlas"
FILE = ROOT / "src/smallworld/server/picture/worth.json"


def worth() -> dict[str, dict[str, dict[str, list[float]]]]:
    """Coins above average and their standard error: by packs and board, race, power."""
    found: dict[str, dict[str, dict[str, list[float]]]] = {}
    for file in sorted(ATLASES.glob("*.json")):
        atlas = read_atlas(file)
        for players in atlas.tables:
            if players == ALL:
                continue
            packs, board = atlas.settings["packs"], atlas.settings["boards"][str(players)]
            races = found.setdefault(world_of(packs, board), {})
            for race in atlas.race_ids:
                for power in atlas.power_ids:
                    coins = atlas.cell(players, race, power).coins
                    races.setdefault(race, {})[power] = [round(coins.value, 1), round(coins.error, 2)]
    return found


def text() -> str:
    return json.dumps(worth(), separators=(",", ":")).replace('},"', '},\n"') + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
