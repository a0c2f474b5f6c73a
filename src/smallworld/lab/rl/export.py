"""Games of bots as training data: what each decision saw, what was legal and chosen, and how the game ended.

    positions/000000.parquet   the decisions of games 0 to 24, one row each
    manifest.json              what was played, by which version, and what the numbers mean

The rows of a game depend on its number alone: a stopped export goes on, and the same command writes the same
rows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from smallworld.bots.registry import make_bot
from smallworld.bots.safe_bot import Guarded
from smallworld.bots.try_bot import close
from smallworld.engine import SmallWorldError, View, World, parse_action, world_key

from ..arena import play_game
from ..results import VERSION, check_same, find_pyarrow, lock, read_manifest, replace
from ..sim import Settings, bot_seed
from ..workers import call_all
from .actions import Actions
from .observation import Observer

CHUNK: Final = 25  # games in a file
FOLDER: Final = "positions"


@dataclass
class Row:
    """A decision. `weights` belong to `legal`: what the bot says of its search, or 1 for what it chose."""

    game: int
    seat: int
    decision: int  # of the game, from 0
    bot: str
    observation: NDArray[np.float32]
    legal: NDArray[np.int16]
    weights: NDArray[np.float32]
    action: int
    win: float = 0.0  # 1 for a victory, shared equally; 0 also for a forfeit
    margin: float = 0.0  # own coins less the average of the others


class Recorder:
    """A bot that is watched. It may have `weights`: by action of its last decision, such as visit counts."""

    def __init__(
        self, bot: Guarded, spec: str, actions: Actions, observer: Observer, rows: list[Row], game: int
    ):
        self.bot, self.spec, self.rows, self.game = bot, spec, rows, game
        self.actions, self.observer = actions, observer

    @property
    def forfeits(self) -> Sequence[object]:
        return self.bot.forfeits

    def choose(self, view: View) -> int:
        assert view.legal is not None
        seen = self.observer.observe(view.state, view.seat)
        codes = list(view.legal.codes)
        legal = np.array([self.actions.numbers[code] for code in codes], dtype=np.int16)
        code = self.bot.choose(view)
        weights = self._weights(codes, code, view.state.world)
        number = self.actions.numbers[code]
        self.rows.append(Row(self.game, view.seat, len(self.rows), self.spec, seen, legal, weights, number))
        return code

    def _weights(self, codes: Sequence[int], chosen: int, world: World) -> NDArray[np.float32]:
        told = getattr(self.bot.bot, "weights", None)
        if isinstance(told, Mapping) and told:
            known = {
                parse_action(world, action) if isinstance(action, str) else action: told[action]
                for action in told
            }
            found = np.array([max(0.0, float(known.get(code, 0.0))) for code in codes], dtype=np.float32)
            if np.isfinite(found).all() and found.sum() > 0:
                return np.asarray(found / found.sum(), dtype=np.float32)
        return np.array([code == chosen for code in codes], dtype=np.float32)


def play_chunk(settings: Settings, games: int, number: int) -> tuple[int, list[Row]]:
    """All decisions of the games of one file."""
    world = settings.world
    actions, observer = Actions(world), Observer(world)
    found: list[Row] = []
    for game in range(number * CHUNK, min(games, (number + 1) * CHUNK)):
        found += _play(settings, game, actions, observer)
    return number, found


def _play(settings: Settings, game: int, actions: Actions, observer: Observer) -> list[Row]:
    group, specs = settings.schedule[game]
    seed, rows = f"{settings.seed}/{group}", list[Row]()
    bots: list[Recorder] = []
    try:
        for seat, spec in enumerate(specs):
            bot = Guarded(make_bot(spec, bot_seed(seed, spec, specs[:seat].count(spec))), spec)
            bots.append(Recorder(bot, spec, actions, observer, rows, game))
        result = play_game(settings.world, bots, seed)
    finally:
        for one in bots:
            close(one.bot)
    for row in rows:
        others = sum(result.coins) - result.coins[row.seat]
        row.win = 1 / len(result.winners) if row.seat in result.winners else 0.0
        row.margin = result.coins[row.seat] - others / (len(result.coins) - 1)
    return rows


# --- on disk -----------------------------------------------------------------------------------------------


def export(
    settings: Settings,
    games: int,
    folder: str | Path,
    jobs: int = 1,
    ray: str = "",
    progress: Callable[[int], None] = lambda games: None,
) -> int:
    """Play what is missing and write it; how many games are there. An interrupt keeps the finished files."""
    settings.check()
    find_pyarrow()
    place = Path(folder).expanduser()
    (place / FOLDER).mkdir(parents=True, exist_ok=True)
    _open(place, settings)
    held = lock(place)
    try:
        numbers = [number for number in range(-(-games // CHUNK)) if not _complete(place, number, games)]
        progress(games - sum(min(games, (number + 1) * CHUNK) - number * CHUNK for number in numbers))
        with closing(call_all(partial(play_chunk, settings, games), numbers, jobs, ray)) as chunks:
            for number, rows in chunks:
                replace(_file(place, number), partial(_write, rows))
                progress(min(games, (number + 1) * CHUNK) - number * CHUNK)
    finally:
        held.close()
    return games


def _open(folder: Path, settings: Settings) -> None:
    world = settings.world
    observer, actions = Observer(world), Actions(world)
    told = json.loads(json.dumps({**asdict(settings), "world": str(world_key(world))}))
    if (folder / "manifest.json").exists():
        check_same(read_manifest(folder), told, folder)
        return
    blocks = {
        name: {"start": block.start, "rows": block.rows, "columns": list(block.columns)}
        for name in ("regions", "players", "column", "table")
        for block in (getattr(observer, name),)
    }
    manifest = {
        **VERSION,
        "settings": told,
        "observation": observer.size,
        "blocks": blocks,
        "actions": [actions.name(number) for number in range(len(actions))],
    }
    text = json.dumps(manifest, indent=1) + "\n"
    replace(folder / "manifest.json", lambda new: new.write_text(text, encoding="utf-8"))


def _file(folder: Path, number: int) -> Path:
    return folder / FOLDER / f"{number:06}.parquet"


def _complete(folder: Path, number: int, games: int) -> bool:
    """Whether the file is there with all games it should have; the last one may have had fewer."""
    path = _file(folder, number)
    if not path.exists():
        return False
    last = import_module("pyarrow.parquet").read_table(path, columns=["game"]).column("game").to_pylist()[-1]
    return int(last) + 1 >= min(games, (number + 1) * CHUNK)


def _write(rows: Sequence[Row], path: Path) -> None:
    arrow = find_pyarrow()
    size = len(rows[0].observation)
    seen = arrow.FixedSizeListArray.from_arrays(np.concatenate([row.observation for row in rows]), size)
    table = arrow.table(
        {
            "game": arrow.array([row.game for row in rows], arrow.int32()),
            "decision": arrow.array([row.decision for row in rows], arrow.int32()),
            "seat": arrow.array([row.seat for row in rows], arrow.int8()),
            "bot": arrow.array([row.bot for row in rows]).dictionary_encode(),
            "observation": seen,
            "legal": arrow.array([row.legal for row in rows], arrow.list_(arrow.int16())),
            "weights": arrow.array([row.weights for row in rows], arrow.list_(arrow.float32())),
            "action": arrow.array([row.action for row in rows], arrow.int16()),
            "win": arrow.array([row.win for row in rows], arrow.float32()),
            "margin": arrow.array([row.margin for row in rows], arrow.float32()),
        }
    )
    import_module("pyarrow.parquet").write_table(table, path, compression="zstd")


@dataclass(frozen=True)
class Positions:
    """Everything in a folder as arrays: decisions × …"""

    observation: NDArray[np.float32]  # … numbers
    mask: NDArray[np.bool_]  # … actions
    policy: NDArray[np.float32]  # … actions, adds up to 1
    action: NDArray[np.int16]
    win: NDArray[np.float32]
    margin: NDArray[np.float32]
    game: NDArray[np.int32]
    seat: NDArray[np.int8]
    bot: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.action)


def read_positions(folder: str | Path) -> Positions:
    """All files of a folder, in the order of the games."""
    place = Path(folder).expanduser()
    manifest = read_manifest(place)
    if "actions" not in manifest:
        raise SmallWorldError(f"{place} holds no exported positions")
    arrow = find_pyarrow()
    read = import_module("pyarrow.parquet").read_table
    files = sorted((place / FOLDER).glob("*.parquet"))
    if not files:
        raise SmallWorldError(f"{place} holds no exported positions yet")
    table = arrow.concat_tables([read(path) for path in files]).combine_chunks()

    def column(name: str) -> Any:
        found = table.column(name).combine_chunks()
        return found.chunk(0) if hasattr(found, "chunk") else found

    def plain(name: str) -> NDArray[Any]:
        return np.asarray(column(name).to_numpy(zero_copy_only=False))

    count, actions = table.num_rows, len(manifest["actions"])
    legal, weights = column("legal"), column("weights")
    numbers = legal.flatten().to_numpy()
    rows = np.repeat(np.arange(count), np.diff(legal.offsets.to_numpy()))
    mask = np.zeros((count, actions), dtype=np.bool_)
    policy = np.zeros((count, actions), dtype=np.float32)
    mask[rows, numbers] = True
    policy[rows, numbers] = weights.flatten().to_numpy()
    return Positions(
        observation=column("observation").flatten().to_numpy().reshape(count, manifest["observation"]),
        mask=mask,
        policy=policy,
        action=plain("action"),
        win=plain("win"),
        margin=plain("margin"),
        game=plain("game"),
        seat=plain("seat"),
        bot=np.asarray(column("bot").to_pylist()),
    )


def batches(count: int, size: int, random: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Numbers of rows, shuffled, so many at a time."""
    order = random.permutation(count)
    for start in range(0, count, size):
        yield order[start : start + size]
