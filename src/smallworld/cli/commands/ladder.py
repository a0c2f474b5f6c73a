"""`smallworld ladder`: rate bots by games against each other."""

from __future__ import annotations

from functools import wraps
from typing import Any

from .sim import play, sim


@wraps(sim, assigned=("__annotations__",))
def ladder(**options: Any) -> None:
    play(**options, ladder=True)
