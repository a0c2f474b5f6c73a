"""Texts that a coverage-guided fuzzer has kept (`tools/fuzz_parsers.py`): a parser gives a value or its own
error, within a bound of steps."""

from __future__ import annotations

from functools import partial

import pytest

from tools.fuzz_parsers import CORPUS, NAMES, SAVED, parsers, texts_of

from .steps import steps

PARSERS = parsers()
MOST = (
    3_000_000  # lines of Python for one text of at most four thousand letters, the making of a world included
)


@pytest.mark.parametrize("name", NAMES)
def test_kept_texts_are_read_or_refused(name: str) -> None:
    texts = texts_of(name)
    assert texts
    for text in texts:
        assert steps(partial(PARSERS[name], text)) < MOST, text


def test_every_parser_has_its_texts_and_they_are_few() -> None:
    assert list(PARSERS) == NAMES
    assert {path.stem for path in CORPUS.iterdir()} == set(NAMES)
    assert sum(path.stat().st_size for path in CORPUS.iterdir()) < 200_000
    assert all(sum(map(len, texts_of(name))) <= SAVED for name in NAMES)
