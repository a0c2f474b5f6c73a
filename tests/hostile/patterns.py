"""Regular expressions of the sources, found by reading the code, and whether one can be made to try again and
again: what a repetition can eat must not be able to come right after it, too."""

from __future__ import annotations

import ast
import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeGuard

Letters = frozenset[int]
ALL: Final[Letters] = frozenset(
    [*range(256), 0x3B1, 0x2003, 0x663, 0x10FFFF]
)  # a letter, a blank, a digit, none
CALLS: Final = ("compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
FROM_THE_START: Final = ("compile", "match", "fullmatch")
REPEATS: Final = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


@dataclass(frozen=True)
class Found:
    place: str  # file and the line's text: stays when lines move
    text: str | None  # None: it is put together when the program runs
    call: str  # of `re`, or the keyword of a constraint


def found_in(folder: Path, exported: tuple[str, ...] = ()) -> Iterator[Found]:
    """`exported`: names of compiled patterns that other files match with."""
    for path in sorted(folder.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        # A compiled pattern is looked for everywhere, unless everybody who uses its name matches with it.
        matched = {ast.unparse(node.value) for node in nodes if _calls(node, FROM_THE_START)}
        sought = {
            ast.unparse(node.value)
            for node in nodes
            if _calls(node, CALLS) and not _calls(node, FROM_THE_START)
        }
        named = {
            ast.unparse(node.value): ast.unparse(
                node.targets[0] if isinstance(node, ast.Assign) else node.target
            )
            for node in nodes
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        }
        for node in nodes:
            if not isinstance(node, ast.Call):
                continue
            name = str(path.relative_to(folder))
            function = node.func
            if _calls(function, CALLS) and ast.unparse(function.value) == "re":
                call, target = function.attr, named.get(ast.unparse(node), "")
                if call == "compile" and target not in matched - sought and target not in exported:
                    call = "search"
                yield Found(name, _constant(node.args[0]), call)
            for keyword in node.keywords:
                if keyword.arg in ("pattern", "regex"):
                    yield Found(name, _constant(keyword.value), "pattern")


def _calls(node: ast.AST, names: tuple[str, ...]) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr in names


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def trouble(text: str, call: str = "match") -> str:
    """Why a pattern may cost more than its text is long; empty: it cannot."""
    try:
        tree = list(parser.parse(text))
        _check(tree, frozenset())
        anchored = call in FROM_THE_START or tree[0] == (sre.AT, sre.AT_BEGINNING)
        if not anchored and any(_first(tree) & eaten for eaten in _eaten(tree, False)):
            return "it is looked for inside what it has just eaten"
    except _Ambiguous as error:
        return str(error)
    return ""


class _Ambiguous(Exception):
    pass


def _first(items: Any) -> Letters:
    """What these can begin with, one after the other."""
    found: Letters = frozenset()
    for item in items:
        found |= _first_of(item)
        if not _empty(item):
            break
    return found


def _first_of(item: Any) -> Letters:
    kind, what = item
    if kind in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
        return frozenset()
    if kind is sre.SUBPATTERN:
        return _first(what[-1])
    if kind is sre.BRANCH:
        return frozenset().union(*map(_first, what[1]))
    if kind in REPEATS:
        return _first(what[2])
    return _letters(item)


def _empty(item: Any) -> bool:
    """Whether it may be nothing."""
    kind, what = item
    if kind in REPEATS:
        return what[0] == 0 or all(map(_empty, what[2]))
    if kind is sre.SUBPATTERN:
        return all(map(_empty, what[-1]))
    if kind is sre.BRANCH:
        return any(all(map(_empty, branch)) for branch in what[1])
    return kind in (sre.AT, sre.ASSERT, sre.ASSERT_NOT)


def _check(items: Any, follow: Letters, inside: bool = False) -> None:
    """`follow`: what can come after these. `inside`: a repetition."""
    items = list(items)
    for place, (kind, what) in enumerate(items):
        rest = items[place + 1 :]
        after = _first(rest) | (follow if all(map(_empty, rest)) else frozenset())
        if kind is sre.SUBPATTERN:
            _check(what[-1], after, inside)
        elif kind is sre.BRANCH:
            firsts = [_first(branch) for branch in what[1]]
            if inside and sum(map(len, firsts)) > len(frozenset().union(*firsts)):
                raise _Ambiguous("a repetition of things that begin alike")
            for branch in what[1]:
                _check(branch, after, inside)
        elif kind in REPEATS:
            _, high, body = what
            again = _first(body) if high != 1 else frozenset()
            if high != 1 and all(map(_empty, body)):
                raise _Ambiguous("a repetition of what may be nothing")
            if again & after:
                raise _Ambiguous("what comes after a repetition may be part of it")
            _check(body, after | again, inside or high != 1)


def _eaten(items: Any, can_fail: bool) -> Iterator[Letters]:
    """What repetitions without an end eat, if it can still go wrong after them."""
    items = list(items)
    for place, (kind, what) in enumerate(items):
        later = can_fail or place < len(items) - 1
        if kind is sre.SUBPATTERN:
            yield from _eaten(what[-1], later)
        elif kind is sre.BRANCH:
            for branch in what[1]:
                yield from _eaten(branch, later)
        elif kind in REPEATS:
            if what[1] is sre.MAXREPEAT and later:
                yield _first(what[2])
            yield from _eaten(what[2], later)


def _letters(item: Any) -> Letters:
    kind, what = item
    if kind is sre.LITERAL:
        return frozenset([what])
    if kind is sre.NOT_LITERAL:
        return ALL - {what}
    if kind is sre.ANY:
        return ALL
    if kind is sre.IN:
        negated = what[0][0] is sre.NEGATE
        found = frozenset().union(*(_letters(one) for one in what if one[0] is not sre.NEGATE))
        return ALL - found if negated else found
    if kind is sre.RANGE:
        return frozenset(range(what[0], min(what[1], 0x3FF) + 1))
    if kind is sre.CATEGORY:
        name = str(what).rsplit("_", 1)[-1].lower()
        negated = "NOT" in str(what)
        wanted = re.compile({"digit": r"\d", "space": r"\s", "word": r"\w"}[name])
        return frozenset(letter for letter in ALL if bool(wanted.match(chr(letter))) is not negated)
    raise NotImplementedError(f"{kind}: nobody has said yet what it can eat")
