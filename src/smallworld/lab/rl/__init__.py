"""Reinforcement learning: the game as PettingZoo and Gymnasium environments. Needs the extra `rl`.

`env(players=3)` has an agent at each seat; `SmallWorldEnv(opponents=["greedy"])` has one agent among bots,
also as `gymnasium.make("smallworld.lab.rl:SmallWorld-v0")`. `SmallWorldVectorEnv` has many such games, and
`Batch` many games with all seats, as arrays. Spaces, rewards, hidden information:
docs/learning.md.
"""

from __future__ import annotations

from smallworld import install

try:
    import gymnasium
    import pettingzoo as _pettingzoo  # type: ignore[import-untyped]  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}; learners need the extra: {install('rl')}") from error

from .actions import Actions
from .batch import Arrays, Batch
from .graph import BoardGraph
from .gymnasium_env import SmallWorldEnv
from .observation import Block, Observer
from .pettingzoo_env import SmallWorldAEC, env, raw_env
from .vector_env import SmallWorldVectorEnv

__all__ = [
    "Actions",
    "Arrays",
    "Batch",
    "Block",
    "BoardGraph",
    "Observer",
    "SmallWorldAEC",
    "SmallWorldEnv",
    "SmallWorldVectorEnv",
    "env",
    "raw_env",
]

GYMNASIUM_ID = "SmallWorld-v0"

if GYMNASIUM_ID not in gymnasium.registry:
    gymnasium.register(
        GYMNASIUM_ID,
        entry_point="smallworld.lab.rl.gymnasium_env:SmallWorldEnv",
        vector_entry_point="smallworld.lab.rl.vector_env:SmallWorldVectorEnv",
    )
