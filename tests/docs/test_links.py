"""Links between the pages lead somewhere, and no page is left out of the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import DOCS, NAMES, PAGES, ROOT, anchors, links


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_resolve(page: Path) -> None:
    for link in links(page):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name}: {link} leads nowhere"
        assert target.is_relative_to(ROOT), f"{page.name}: {link} leads out of the project"
        if anchor:
            assert anchor in anchors(target), f"{page.name}: {link}: {target.name} has no such heading"


def test_index_lists_every_page() -> None:
    listed = [link.partition("#")[0] for link in links(DOCS / "index.md")]
    pages = {page.name for page in DOCS.glob("*.md")} - {"index.md"}
    assert pages <= set(listed), f"not in the index: {sorted(pages - set(listed))}"
    assert len(listed) == len(set(listed)), "a page is listed twice"


def test_readme_leads_to_the_documentation() -> None:
    assert "docs/index.md" in links(ROOT / "README.md")
