"""Copies of environments: the game, its luck and its bots go on by themselves."""

from __future__ import annotations

from copy import deepcopy
from typing import ClassVar, Self


class CopiedEnv:
    """`clone()` is the environment as it is now. `restore()` goes back to a clone, as often as one likes."""

    shared: ClassVar[tuple[str, ...]] = ()  # attributes that a clone shares, because they are costly to copy

    def clone(self) -> Self:
        """Like `deepcopy`, but with the same space objects: `sample` draws from one source for both."""
        kept = [vars(self)[name] for name in self.shared]
        return deepcopy(self, {id(value): value for value in kept})

    def restore(self, saved: Self) -> None:
        """Be what `saved` is; it stays as it is."""
        mine = saved.clone()
        vars(self).clear()
        vars(self).update(vars(mine))
