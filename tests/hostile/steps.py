"""What reading costs, counted in executed lines of Python: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any, Final

from smallworld.engine.errors import SmallWorldError

MOST_STEPS: Final = 20_000_000  # after these a reader is stopped: whatever it does, it is too much


class TooManySteps(BaseException):
    """No reader catches it."""


def steps(read: Callable[[], object], most: int = MOST_STEPS) -> int:
    """Lines that were executed until a value or a fault came out; any other exception goes on."""
    count = 0

    def counted(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        if count > most:
            raise TooManySteps
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        with suppress(SmallWorldError):
            read()
    finally:
        sys.settrace(before)
    return count


def assert_linear(read: Callable[[str], object], hostile: Callable[[int], str], sizes: Sequence[int]) -> None:
    """Twice the text costs about twice: never more than two and a half times, once it costs anything."""
    read_or_refused(read, hostile(sizes[0]))  # first uses fill caches
    costs = [steps(partial(read, hostile(size))) for size in sizes]
    for small, less, large, more in zip(sizes, costs, sizes[1:], costs[1:], strict=False):
        assert more <= 1.25 * less * large / small + 500, dict(zip(sizes, costs, strict=True))


def read_or_refused(read: Callable[[str], object], text: str) -> None:
    with suppress(SmallWorldError):
        read(text)
