"""Every page's Python is run, from top to bottom, and must say what the page says it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import NAMES, PAGES, blocks, run


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_page_runs(page: Path) -> None:
    run(page)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_blocks_name_their_language(page: Path) -> None:
    """A session without a language would be neither formatted nor run."""
    known = {"python", "pycon", "toml", "json", "sh", "text"}
    for block in blocks(page):
        assert block.language in known, f"{page.name}, line {block.line}: expected one of {sorted(known)}"
        assert block.is_session == (block.language == "pycon"), f"{page.name}, line {block.line}"


def test_a_wrong_page_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner itself: a wrong answer is found, and its line is named."""
    monkeypatch.setattr("tests.docs.pages.ROOT", tmp_path)
    page = tmp_path / "wrong.md"
    page.write_text("# Wrong\n\n```python\nx = 1\n```\n\n```pycon\n>>> x + 1\n3\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r'File "wrong.md", line 8(.|\n)*Got:\n *2'):
        run(page)
