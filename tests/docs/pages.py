"""Reading the pages: their code blocks, headings, links and tables. One page is one namespace."""

from __future__ import annotations

import doctest
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

_FENCE = re.compile(r"^( *)(`{3,})([^`\n]*)\n(.*?)^\1\2`* *$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)(?:(?!`).)*?\1")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: `language` and what else stands behind the fence, its text, the line it begins on."""

    language: str
    marks: tuple[str, ...]
    text: str
    line: int

    @property
    def is_session(self) -> bool:
        return ">>>" in self.text and self.language in ("pycon", "python", "py")


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> list[Block]:
    text = read(page)
    found = []
    for match in _FENCE.finditer(text):
        language, *marks = match[3].split() or [""]
        found.append(Block(language, tuple(marks), match[4], text.count("\n", 0, match.start(4)) + 1))
    return found


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", read(page))


def links(page: Path) -> list[str]:
    return _LINK.findall(_CODE.sub("", prose(page)))


def anchors(page: Path) -> set[str]:
    """The names of a page's headings in links, as the usual hosts make them."""
    found = set()
    for heading in _HEADING.findall(prose(page)):
        kept = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(kept.replace(" ", "-"))
    return found


def section(page: Path, heading: str) -> str:
    """The text under a heading, up to the next one of the same or a higher level."""
    text = read(page)
    start = re.search(rf"^(#+) {re.escape(heading)}$", text, re.MULTILINE)
    assert start, f"{page.name} has no heading {heading!r}"
    end = re.search(rf"^#{{1,{len(start[1])}}} ", text[start.end() :], re.MULTILINE)
    return text[start.end() :][: end.start() if end else None]


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a text: rows of cells, the headings first."""
    found: list[list[list[str]]] = []
    inside = False
    for line in text.splitlines():
        row = line.strip()
        if not row.startswith("|"):
            inside = False
            continue
        if not inside:
            found.append([])
            inside = True
        cells = re.split(r"(?<!\\)\|", row.strip("|"))
        if not set(row) <= set("|-: "):
            found[-1].append([cell.strip().replace("\\|", "|") for cell in cells])
    return found


def columns(text: str, name: str) -> list[str]:
    """The cells under a heading of this name, of every table that has one."""
    found: list[str] = []
    for head, *rows in tables(text):
        if name in head:
            found += [row[head.index(name)] for row in rows]
    return found


def code_spans(text: str) -> list[str]:
    return [match[0].strip("`").strip() for match in _CODE.finditer(text)]


def run(page: Path) -> dict[str, Any]:
    """Run a page's Python from top to bottom; its namespace. What goes wrong names the line of the page."""
    name = page.relative_to(ROOT).as_posix()
    space: dict[str, Any] = {"__name__": page.stem}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=OPTIONS, verbose=False)
    said: list[str] = []
    for block in blocks(page):
        if block.is_session:
            test = parser.get_doctest(block.text, {}, name, name, block.line - 1)
            test.globs = space  # a DocTest copies what it is given; the page shares one
            runner.run(test, out=said.append, clear_globs=False)
        elif block.language in ("python", "py"):
            code = "\n" * (block.line - 1) + block.text
            exec(compile(code, name, "exec"), space)
    assert not runner.failures, "".join(said)
    return space
