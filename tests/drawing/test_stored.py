"""Outlines in a file: where boards cannot be drawn, they look as where they can."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from smallworld.drawing import outlines as outlines_of
from smallworld.drawing.draw import draw
from smallworld.drawing.outlines import outlines, stored_outlines
from smallworld.packs import find_packs

BOARD = find_packs()["base"].boards["base_2p"]


def test_stored_outlines_are_the_drawn_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    text = stored_outlines([BOARD])
    monkeypatch.setattr(import_module("smallworld.drawing.outlines"), "_stored", lambda: json.loads(text))
    monkeypatch.setattr("smallworld.drawing.draw.draw", None)  # there is no numpy to draw with
    outlines.cache_clear()
    try:
        assert outlines_of(BOARD) == draw(BOARD)
    finally:
        outlines.cache_clear()
