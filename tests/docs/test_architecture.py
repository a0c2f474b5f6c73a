"""The page about the architecture names every package, the engine's folders and files, and every phase."""

from __future__ import annotations

from pathlib import Path

import smallworld
from smallworld.engine.world.building import PHASES
from tests.docs.pages import DOCS, code_spans, columns, section

PAGE = DOCS / "architecture.md"
SOURCE = Path(smallworld.__file__).parent


def test_packages_are_listed() -> None:
    packages = {f"`smallworld.{path.parent.name}`" for path in SOURCE.glob("*/__init__.py")}
    assert set(columns(section(PAGE, "Packages"), "Package")) == packages


def test_engine_folders_and_files_are_listed() -> None:
    page = section(PAGE, "The engine, folder by folder")
    listed = dict(zip(columns(page, "Folder"), columns(page, "Files"), strict=True))
    folders = {path.parent for path in (SOURCE / "engine").glob("**/__init__.py")} - {SOURCE / "engine"}
    assert set(listed) == {f"`{path.relative_to(SOURCE / 'engine').as_posix()}`" for path in folders}
    for folder, files in listed.items():
        if names := code_spans(files):
            assert sorted(names) == stems(SOURCE / "engine" / folder.strip("`"))
    loose = code_spans(page[page.rindex("In the engine's own folder") :])
    assert sorted(loose) == stems(SOURCE / "engine")


def stems(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")


def test_phases_are_listed_in_order() -> None:
    listed = columns(section(PAGE, "The turn as a table of contents"), "Phase")
    assert tuple(row.partition(":")[0] for row in listed) == PHASES


def test_step_files_are_listed() -> None:
    listed = set(code_spans(" ".join(columns(section(PAGE, "The turn as a table of contents"), "Step file"))))
    files = {path.stem for path in (SOURCE / "engine" / "turn" / "steps").glob("*.py")} - {"__init__"}
    assert listed == files
