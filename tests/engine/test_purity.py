"""The engine is pure: it names no content, imports the standard library only, and does no I/O."""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from pathlib import Path

import pytest

import smallworld.engine
from smallworld.packs import find_packs

ENGINE = Path(smallworld.engine.__file__).parent
FILES = sorted(ENGINE.rglob("*.py"))
NAMES = [str(path.relative_to(ENGINE)) for path in FILES]

# Words that name a piece, a place or a marker, and are used in the engine for what they mean in English.
ENGLISH = {
    "mine",  # what belongs to somebody: `mine = s.races_of(seat)`; the Mine is a symbol
    "shield",  # a marker that shields a lone token; Shield is a power
    "shields",
    "reborn",  # the event of a race that takes over what its elders hold; Reborn is a power
}
# Kinds of ground that the comments of `Terrain` give as examples of what a flag means.
GROUND = {"mountain", "sea", "river", "chasm"}
# The same for what may stand in a region.
THINGS = {"hero", "hole", "camp"}


def content_names() -> set[str]:
    """Every id of a piece, marker, means, use, counter, terrain and symbol that is installed; singular and
    plural."""
    names: set[str] = set()
    for pack in find_packs().values():
        names |= {*pack.terrains, *pack.symbols}
        for piece in pack.pieces:
            names.add(piece.id)
            for parts in (piece.markers, piece.means, piece.uses, piece.counters):
                names |= {part.id for part in parts}
    names |= {name[:-1] for name in names if name.endswith("s")} | {f"{name}s" for name in names}
    return names - ENGLISH


def words_of(path: Path) -> list[tuple[int, str, bool]]:
    """(line, word, whether it is a remark) for every word of a file; docstrings are remarks too."""
    text = path.read_text(encoding="utf-8")
    docstrings = {
        (node.body[0].lineno, node.body[0].col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)
    }
    found = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        remark = token.type == tokenize.COMMENT or token.start in docstrings
        for match in re.finditer(r"[A-Za-z]+(?:_[a-z]+)*", token.string):
            line = token.start[0] + token.string[: match.start()].count("\n")
            found.append((line, match[0].lower(), remark))
    return found


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_no_race_power_place_or_marker_is_named(path: Path) -> None:
    """They are content. Remarks may give a kind of ground or a thing as an example, and nothing else."""
    names = content_names()
    named = [
        f"line {line}: {word}"
        for line, word, remark in words_of(path)
        if word in names and not (remark and word in GROUND | THINGS)
    ]
    assert not named


def test_the_search_would_find_a_name() -> None:
    names = content_names()
    assert {"orcs", "orc", "flying", "fortress", "hill", "gnomes", "lair", "sorcery"} - names == {"lair"}
    words = {word for _, word, _ in words_of(Path(__file__))}
    assert {"gnomes", "shadow_mimes"} <= words


def imported(path: Path) -> set[str]:
    """Top-level modules a file imports; relative imports as '.'."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." if node.level else str(node.module).partition(".")[0])
    return found


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_only_the_standard_library_and_the_engine_itself_are_imported(path: Path) -> None:
    assert imported(path) - {"."} <= set(sys.stdlib_module_names)


def test_relative_imports_stay_in_the_engine() -> None:
    for path in FILES:
        depth = len(path.relative_to(ENGINE).parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level <= depth, f"{path.name} reaches out of the engine"


FORBIDDEN_MODULES = {
    "asyncio",
    "datetime",
    "http",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint", "hash", "id"}


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_there_is_no_chance_no_clock_and_no_file(path: Path) -> None:
    assert not imported(path) & FORBIDDEN_MODULES
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & FORBIDDEN_CALLS


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_no_module_keeps_something_that_changes(path: Path) -> None:
    """Counters live in the state; what a module knows is the same in every game."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]
