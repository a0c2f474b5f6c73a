"""For learners: the game as a PettingZoo and as a Gymnasium environment. Needs the extra `rl`.

`env(players=3)` has an agent at each seat; `SmallWorldEnv(opponents=["greedy"])` one among bots, also by the
name `gymnasium.make("smallworld.lab.rl:SmallWorld-v0")`. Spaces, rewards, what is hidden: docs/learning.md.
"""

from __future__ import annotations

try:
    import gymnasium
    import pettingzoo as _pettingzoo  # type: ignore[import-untyped]  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}; learners need the extra: pip install 'smallworld[rl]'") from error

from .actions import Actions
from .aec import SmallWorldAEC, env, raw_env
from .observation import Block, Observer
from .single import SmallWorldEnv

__all__ = ["Actions", "Block", "Observer", "SmallWorldAEC", "SmallWorldEnv", "env", "raw_env"]

GYMNASIUM_ID = "SmallWorld-v0"

if GYMNASIUM_ID not in gymnasium.registry:
    gymnasium.register(GYMNASIUM_ID, entry_point="smallworld.lab.rl.single:SmallWorldEnv")
