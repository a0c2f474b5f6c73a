"""The page about the architecture names every package, every file of the engine and every phase of a turn."""

from __future__ import annotations

from pathlib import Path

import smallworld
from smallworld.engine.making import PHASES
from tests.docs.pages import DOCS, code_spans, columns, section

PAGE = DOCS / "architecture.md"
SOURCE = Path(smallworld.__file__).parent


def test_packages_are_listed() -> None:
    packages = {f"`smallworld.{path.parent.name}`" for path in SOURCE.glob("*/__init__.py")}
    assert set(columns(section(PAGE, "Packages"), "Package")) == packages


def test_engine_files_are_listed() -> None:
    listed = code_spans(" ".join(columns(section(PAGE, "The engine, file by file"), "Files")))
    files = [path.stem for path in (SOURCE / "engine").glob("*.py") if path.stem != "__init__"]
    assert sorted(listed) == sorted([*files, "steps/"])


def test_phases_are_listed_in_order() -> None:
    listed = columns(section(PAGE, "The turn as a table of contents"), "Phase")
    assert tuple(row.partition(":")[0] for row in listed) == PHASES


def test_step_files_are_listed() -> None:
    listed = set(code_spans(" ".join(columns(section(PAGE, "The turn as a table of contents"), "Step file"))))
    files = {path.stem for path in (SOURCE / "engine" / "steps").glob("*.py")} - {"__init__"}
    assert listed == files
