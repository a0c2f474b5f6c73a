"""The weakest opponent: a random legal action, all equally likely."""

from __future__ import annotations

from smallworld.engine import Seeded, View


class RandomBot:
    """The same seed makes the same choices."""

    def __init__(self, seed: int | str = 0) -> None:
        self._source = Seeded(f"random bot/{seed}")

    def choose(self, view: View) -> str:
        if not view.legal:
            raise ValueError(f"nothing to choose for seat {view.seat} at {view}")
        return view.legal[int(self._source.random() * len(view.legal))]
