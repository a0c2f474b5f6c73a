"""The vocabulary page is complete: every word a pack can use, every field, moment and change."""

from __future__ import annotations

import ast
import dataclasses
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from smallworld.engine import effects
from smallworld.engine.content import board, changes, piece_view, pieces
from smallworld.engine.words import region_sets
from tests.docs.pages import DOCS, code_spans, columns, read, run, section

PAGE = DOCS / "vocabulary.md"


def public_names(module: ModuleType) -> list[str]:
    """What a module defines at its top level, or imports for others."""
    names: list[str] = []
    # By path, because a compiled module does not know its source.
    source = Path(str(module.__file__)).with_name(f"{module.__name__.rpartition('.')[2]}.py")
    for node in ast.parse(read(source)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
        elif isinstance(node, ast.ImportFrom):  # `from .words.toll import toll as toll` is meant for others
            names += [alias.name for alias in node.names if alias.asname == alias.name]
    return [name for name in names if not name.startswith("_")]


def words_in(text: str) -> set[str]:
    """Every name that stands in code on the page."""
    return {word for span in code_spans(text) for word in re.findall(r"[A-Za-z_]\w*", span)}


@pytest.mark.parametrize("module", [effects, changes, region_sets], ids=lambda module: module.__name__)
def test_every_name_is_told(module: ModuleType) -> None:
    missing = [name for name in public_names(module) if name not in words_in(read(PAGE))]
    assert not missing, f"not in vocabulary.md: {missing}"


@pytest.mark.parametrize(
    "kind",
    [pieces.Marker, pieces.Means, pieces.Use, pieces.Question, pieces.Counter, pieces.Deck, board.Terrain],
    ids=lambda kind: kind.__name__,
)
def test_every_field_is_told(kind: Any) -> None:
    listed = columns(section(PAGE, kind.__name__), "Field")
    assert listed == [f"`{field.name}`" for field in dataclasses.fields(kind)]


def test_every_moment_is_told() -> None:
    moments = [name for name in vars(pieces.Piece) if name.startswith("on_")]
    assert columns(section(PAGE, "Moments"), "Moment") == [f"`{name}`" for name in moments]


def test_every_kind_of_piece_and_every_attribute_is_told() -> None:
    bases = {
        name
        for name, value in vars(pieces).items()
        if isinstance(value, type) and issubclass(value, pieces.Piece) and value is not pieces.Piece
    }
    text = section(PAGE, "Pieces")
    assert {span.strip("`") for span in columns(text, "Base")} == bases
    own = {name for name in vars(pieces.Piece) if not name.startswith(("_", "on_"))} - {"id", "kind"}
    told = {span.strip("`") for span in columns(text, "Attribute")}
    assert told == own | {"tokens", "supply"}
    assert {"brings_natives", "applies"} <= words_in(text)


def test_everything_a_scene_shows_is_told() -> None:
    seen = {name for name in vars(piece_view.PieceView) if not name.startswith("_")}
    told = words_in(section(PAGE, "Scene"))
    assert not seen - told, f"not under Scene: {sorted(seen - told)}"


def test_examples_are_real() -> None:
    """Each example of the tables is evaluated with the names the page has made by its end."""
    space = run(PAGE)
    examples = columns(read(PAGE), "Example")
    assert len(examples) > 80
    for example in examples:
        for span in code_spans(example):
            eval(span, dict(space))
