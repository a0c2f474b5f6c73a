"""Bot classes of one's own: in a Python file, or in a module that can be imported."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from smallworld.engine import SmallWorldError
from smallworld.engine.errors import choices

MAX_FILE: Final = 2_000_000  # bytes of a Python file that is looked at
_SUFFIXES: Final = (".py", ".js", ".mjs")
_ROOTS: Final = ("./", "../", "/", "~/")
_MODULE: Final = re.compile(r"(?s)([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)(?::(.*))?")
_CLASS: Final = re.compile(r"(?s)([A-Za-z_]\w*)(?::(.*))?")


class Place(NamedTuple):
    """A file or a module, perhaps a class in it, and the text of its parameters."""

    path: str
    attribute: str
    parameters: str


def is_path(spec: str) -> bool:
    return bool(_path_in(spec)[0])


def _path_in(spec: str) -> tuple[str, str]:
    """The path at the beginning of a spec, and what follows after a colon; nothing if it names none."""
    drive = spec[:2] if spec[1:3] in (":\\", ":/") and not spec.startswith("/") else ""
    path, _, rest = spec[len(drive) :].partition(":")
    named = drive or path.startswith(_ROOTS) or path.endswith(_SUFFIXES)
    return (drive + path, rest) if named else ("", spec)


def file_in(spec: str) -> Place | None:
    """The file a spec names by its path; nothing if it names none. `./my_bot` is a path, and `my_bot.py`."""
    path, rest = _path_in(spec)
    if not path:
        return None
    words = _CLASS.fullmatch(rest)
    attribute, parameters = (words[1], words[2] or "") if words else ("", rest)
    if not Path(path).expanduser().is_file():
        raise SmallWorldError(f"there is no file {path}")
    return Place(str(Path(path).expanduser()), attribute, parameters)


def module_in(spec: str) -> Place | None:
    """`package.module:Class`; nothing if the spec does not look like that."""
    found = _MODULE.fullmatch(spec)
    return Place(found[1], found[2], found[3] or "") if found else None


def class_in_file(place: Place) -> Callable[..., Any] | None:
    """The bot class of a Python file; nothing if the file is a program."""
    path = Path(place.path)
    if path.suffix != ".py":
        return None
    names = classes_with_choose(path)
    if not names:
        return None
    if place.attribute and place.attribute not in names:
        raise SmallWorldError(f"{place.path}: {choices('class', place.attribute, names)}")
    if not place.attribute and len(names) > 1:
        raise SmallWorldError(
            f"{place.path} has several bots; write one of: "
            + ", ".join(f"{place.path}:{name}" for name in names)
        )
    made: Callable[..., Any] = getattr(_module_of(str(path.resolve())), place.attribute or names[0])
    return made


def class_in_module(place: Place) -> Callable[..., Any]:
    _look_here()
    try:
        found = getattr(import_module(place.path), place.attribute)
    except Exception as error:
        raise SmallWorldError(f"{place.path}: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise SmallWorldError(f"{place.path}:{place.attribute} is no class")
    made: Callable[..., Any] = found
    return made


def classes_with_choose(path: Path) -> list[str]:
    """The public classes of a file that have a method `choose`, without running the file.

    That is what tells a bot for this process from a program of its own.
    """
    try:
        if path.stat().st_size > MAX_FILE:
            raise SmallWorldError(f"{path}: more than {MAX_FILE} bytes")
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError) as error:
        if isinstance(error, SmallWorldError):
            raise
        raise SmallWorldError(f"{path}: cannot be read as Python: {error}") from error
    except OSError as error:
        raise SmallWorldError(f"{path}: {error.strerror or error}") from error
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

    def chooses(node: ast.ClassDef, above: frozenset[str] = frozenset()) -> bool:
        if any(isinstance(part, ast.FunctionDef) and part.name == "choose" for part in node.body):
            return True
        parents = {base.id for base in node.bases if isinstance(base, ast.Name)} & classes.keys() - above
        return any(chooses(classes[name], above | {node.name}) for name in parents)

    return [name for name, node in classes.items() if not name.startswith("_") and chooses(node)]


@cache
def _module_of(path: str) -> ModuleType:
    """A file as a module: run once in a process, and able to import its neighbours."""
    name = f"{Path(path).stem}_{hashlib.blake2b(path.encode(), digest_size=4).hexdigest()}"
    found = spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise SmallWorldError(f"{path}: cannot be read as Python")
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    module = sys.modules[name] = module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise SmallWorldError(f"{path}: {type(error).__name__}: {error}") from error
    return module


def _look_here() -> None:
    """Modules in the present folder are found, as with `python -m`."""
    if not {"", str(Path.cwd())} & set(sys.path):
        sys.path.append(str(Path.cwd()))
