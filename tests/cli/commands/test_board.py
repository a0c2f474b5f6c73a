"""`smallworld board draw`: boards of packs and of files, and what is said of those that cannot be drawn."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from ..conftest import Run

SVG = "{http://www.w3.org/2000/svg}"


def test_board_of_a_pack(run: Run) -> None:
    result = run("board", "draw", "base_2p")
    assert result.exit_code == 0
    picture = ElementTree.fromstring(result.stdout)
    assert len(picture.findall(f".//{SVG}path")) == 23


def test_board_of_a_file(run: Run, tmp_path: Path) -> None:
    rows = [
        {"id": 0, "terrain": "sea", "border": True, "centre": [80, 80], "neighbors": [1]},
        {"id": 1, "terrain": "hill & dale", "border": True, "centre": [300, 80], "neighbors": [0]},
    ]
    source, out = tmp_path / "My Board.json", tmp_path / "pictures" / "mine.svg"
    source.write_text(json.dumps({"players": 2, "turns": 10, "regions": rows}), encoding="utf-8")
    result = run("board", "draw", str(source), "--out", str(out))
    assert result.exit_code == 0
    assert result.stdout == ""
    picture = ElementTree.parse(out).getroot()
    assert [title.text for title in picture.iter(f"{SVG}title")] == ["my_board", "0: sea", "1: hill & dale"]


def test_unknown_board(run: Run) -> None:
    result = run("board", "draw", "base_9p")
    assert result.exit_code == 2
    assert "unknown board 'base_9p'; expected one of: base_2p" in result.stderr


def test_broken_files(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "odd.json"
    for text, said in (
        ("{", "line 1, column 2"),
        ("[]", "expected a table of keys"),
        (
            '{"players": 2, "turns": 10, "regions": [{"id": 0, "terrain": "hill", "neighbors": []}]}',
            "no region is a border",
        ),
    ):
        source.write_text(text, encoding="utf-8")
        result = run("board", "draw", str(source))
        assert result.exit_code == 2
        assert said in result.stderr
    assert run("board", "draw", str(tmp_path / "none.json")).exit_code == 2
