"""Every regular expression of the sources is looked at. One that could be made to try again and again stands
nowhere near a stranger's text; the list below says why for each that is not plain."""

from __future__ import annotations

from pathlib import Path

import pytest

import smallworld

from .patterns import Found, found_in, trouble

MATCHED = ("ID", "COLOUR", "ICON", "PATH")  # of packs/files/limits.py: the readers beside it match with them
SOURCES = Path(smallworld.__file__).parent
FOUND = sorted(set(found_in(SOURCES, MATCHED)), key=str)

# File and pattern (None: it is put together while the program runs), and why it does no harm.
HARMLESS: dict[tuple[str, str | None], str] = {
    ("bots/external.py", None): "the parameters of a bot, which whoever starts the program has written",
    ("texts/wording.py", None): "words of our own glossaries, looked for in our own texts",
    ("lab/instruction_count.py", r"I\s+refs:\s+([\d,]+)"): "what valgrind says",
}


@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found.place}: {found.text}")
def test_a_pattern_cannot_be_made_to_try_again(found: Found) -> None:
    if (found.place, found.text) in HARMLESS:
        return
    assert found.text is not None, (
        "nobody can look at a pattern that is put together: say why it does no harm"
    )
    assert not trouble(found.text, found.call)


def test_the_list_names_what_is_there() -> None:
    assert set(HARMLESS) <= {(found.place, found.text) for found in FOUND}
    assert len(FOUND) > 20


@pytest.mark.parametrize(
    "pattern",
    [
        r"\s*(\[{1,2})\s*([^\[\]#]+?)\s*\]{1,2}\s*(?:#.*)?\Z",  # they were here, and cost hours
        r"\s*((?:[a-z]+|\"[^\"]*\")(?:\s*\.\s*[a-z]+)*)\s*=x*\s*y|\s*\s*z",
        r"([0-9]+)([A-H])\s+(.*)\Z",
        r"(a+)+b",
        r"(a?)*b",
        r"(?:a[bc]|[ab]c)*d",
        r"a*a*b",
        r".*,.*;",
        r"(?:x+,?)+y",
    ],
)
def test_bad_patterns_are_noticed(pattern: str) -> None:
    assert trouble(pattern)


@pytest.mark.parametrize(
    ("pattern", "call"), [(r"\s+x", "search"), (r"(\.?[^.\[]+|\[[0-9]+\])\Z", "sub"), (r"a*b", "findall")]
)
def test_patterns_that_are_looked_for_everywhere(pattern: str, call: str) -> None:
    assert trouble(pattern, call)
    assert not trouble(r"[^a-z0-9]+", call)


@pytest.mark.parametrize("pattern", [r"[a-z][a-z0-9_]*\Z", r"([a-z]+(\+[a-z]+)*)?\Z", r"(\d+)\s*([a-h]?)\Z"])
def test_plain_patterns_pass(pattern: str) -> None:
    assert not trouble(pattern)
