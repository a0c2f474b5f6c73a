"""From picks to the atlas: what a combo brings above average, how often it wins, what price it is worth.

The value of a pick is what the combo brings, in play and in decline, minus what an average seat gains in the
turns for which the combo is held. So the values of a player's combos add up to that player's coins above
average, without prices, and holding a combo for long is no advantage in itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..ratings import wilson
from .collect import Sample
from .model import Array, Fit, Group, Levels, fit
from .picks import Pick
from .result import ALL, Atlas, Entry, Figure, Kept, Seat, Table

NEIGHBOUR = 0.25  # weight of picks from the rounds before and after for the spread of a round


def values_of(sample: Sample) -> Array:
    """Coins above average of every pick."""
    spent = np.cumsum([0.0, *(sample.income.get(number, 0.0) for number in range(1, sample.rounds + 1))])
    return np.array(
        [
            pick.active_coins
            + pick.declined_coins
            - (spent[pick.declined or sample.rounds] - spent[pick.round - 1])
            for pick in sample.picks
        ]
    )


def scales_of(values: Array, rounds: Levels, length: int) -> Array:
    """How much is at stake in each round, relative to a pick in the first half of the game."""
    sums, counts = np.zeros(length + 2), np.zeros(length + 2)
    for number in range(1, length + 1):
        mine = values[rounds == number]
        sums[number], counts[number] = float(((mine - mine.mean()) ** 2).sum()) if len(mine) else 0, len(mine)
    overall = max(float(sums.sum() / max(1.0, counts.sum())), 1e-9)
    found = np.ones(length + 1)
    for number in range(1, length + 1):
        weights = np.array([NEIGHBOUR, 1.0, NEIGHBOUR])
        near = slice(number - 1, number + 2)
        # Ten picks of average spread are added, so that a round without picks has a value.
        top, below = weights @ sums[near] + 10 * overall, weights @ counts[near] + 10
        found[number] = np.sqrt(top / below)
    early = rounds <= length / 2
    first_half = float(np.sqrt((found[rounds[early]] ** 2).mean())) if early.any() else np.sqrt(overall)
    return np.asarray(found / max(first_half, 1e-9))


class Design:
    """All picks of all samples as one table of numbers, and which effects each of them has."""

    def __init__(self, samples: Sequence[Sample], races: Sequence[str], powers: Sequence[str]) -> None:
        self.samples, self.races, self.powers = samples, list(races), list(powers)
        n, m, counts = len(races), len(powers), len(samples)
        race_of, power_of = ({name: i for i, name in enumerate(names)} for names in (races, powers))
        self.picks: list[Pick] = [pick for sample in samples for pick in sample.picks]
        self.race = np.array([race_of[pick.race] for pick in self.picks])
        self.power = np.array([power_of[pick.power] for pick in self.picks])
        self.top = np.array([race_of[p.top_race] * m + power_of[p.top_power] for p in self.picks])
        self.count = np.repeat(np.arange(counts), [len(sample.picks) for sample in samples])
        self.cell = self.race * m + self.power
        self.groups = [
            Group("race", self.race, n),
            Group("power", self.power, m),
            Group("combo", self.cell, n * m),
        ]
        # A bot's picks suit the board; where there are random picks, the atlas describes those.
        drawn = np.array([int(pick.drawn) for pick in self.picks])
        self.mixed = len(set(drawn.tolist())) > 1
        if self.mixed:
            self.groups.append(Group("race, chosen or drawn", drawn * n + self.race, 2 * n))
            self.groups.append(Group("power, chosen or drawn", drawn * m + self.power, 2 * m))
        if counts > 1:
            self.groups.append(Group("race, players", self.count * n + self.race, counts * n))
            self.groups.append(Group("power, players", self.count * m + self.power, counts * m))
        self.scale = np.ones(len(self.picks))
        self.early = np.zeros(len(self.picks), dtype=bool)
        self.value = np.zeros(len(self.picks))
        for number, sample in enumerate(samples):
            mine = self.count == number
            rounds = np.array([pick.round for pick in sample.picks])
            self.value[mine] = values_of(sample)
            self.scale[mine] = scales_of(self.value[mine], rounds, sample.rounds)[rounds]
            self.early[mine] = rounds <= sample.rounds / 2
        self.fixed, self.fixed_names = self._fixed()

    def _fixed(self) -> tuple[Array, list[str]]:
        """Round and seat for each number of players, and whether the bot chose the pick."""
        columns: dict[str, Array] = {}
        for row, pick in enumerate(self.picks):
            players = self.samples[self.count[row]].plan.players
            names = [f"{players} round {pick.round}"]
            names += [f"{players} seat {pick.seat}"] if pick.seat != "A" else []
            names += [] if pick.drawn else [f"{players} chosen"]
            for name in names:
                columns.setdefault(name, np.zeros(len(self.picks)))[row] = 1.0
        return np.column_stack(list(columns.values())), list(columns)

    def fit_coins(self) -> Fit:
        return fit(self.value / self.scale, self.fixed, self.groups)

    def fit_wins(self) -> Fit:
        """Percentage points above chance at equal price: the price paid is a separate column."""
        chance = np.array([1 / sample.plan.players for sample in self.samples])[self.count]
        won = np.array([pick.won for pick in self.picks])
        paid = np.array([pick.place - 1 - pick.received for pick in self.picks], dtype=float)
        return fit(100 * (won - chance), np.column_stack([self.fixed, paid]), self.groups)

    def weights(self, players: Sequence[int]) -> Array:
        """For each cell: the effects that add up to it, averaged over some numbers of players."""
        n, m, counts = len(self.races), len(self.powers), len(self.samples)
        rows = np.zeros((n * m, sum(group.size for group in self.groups)))
        cells = np.arange(n * m)
        race, power = cells // m, cells % m
        rows[cells, race] = rows[cells, n + power] = rows[cells, n + m + cells] = 1.0
        first = n + m + n * m
        if self.mixed:
            rows[cells, first + n + race] = rows[cells, first + 2 * n + m + power] = 1.0
            first += 2 * n + 2 * m
        if counts > 1:
            for count in players:
                rows[cells, first + count * n + race] += 1 / len(players)
                rows[cells, first + counts * n + count * m + power] += 1 / len(players)
        return rows


def estimate(samples: Sequence[Sample]) -> Atlas:
    """Everything the report shows."""
    world = samples[0].plan.world
    races = [race.id for race in world.races]
    design = Design(samples, races, world.power_ids)
    coins, wins = design.fit_coins(), design.fit_wins()
    tables = {}
    everything = list(range(len(samples)))
    for number, sample in enumerate(samples):
        table = Table(sample.plan.players, sample.games, len(sample.picks), sample.rounds)
        table.income = sum(sample.income.values()) / max(1, len(sample.income))
        where = coins.fixed[: len(design.fixed_names)], coins.fixed_errors
        if (name := f"{table.players} chosen") in design.fixed_names and any(p.drawn for p in sample.picks):
            place = design.fixed_names.index(name)
            table.choice = Figure(float(where[0][place]), float(where[1][place]))
        _fill(table, design, coins, wins, [number])
        _timing(table, design, number)
        _seats(table, sample)
        tables[table.players] = table
    together = Table(ALL, sum(s.games for s in samples), len(design.picks))
    _fill(together, design, coins, wins, everything)
    tables[ALL] = together
    plan = samples[0].plan
    settings = {
        "bot": plan.bot,
        "seed": plan.seed,
        "explore": plan.explore,
        "packs": list(plan.packs),
        "boards": {str(sample.plan.players): sample.plan.world.board.id for sample in samples},
        "games": {str(sample.plan.players): sample.games for sample in samples},
        "forfeits": sum(sample.forfeits for sample in samples),
    }
    spread = {name: float(np.sqrt(variance)) for name, variance in coins.variances.items()}
    spread["one pick"] = float(np.sqrt(coins.noise))
    return Atlas(settings, races, list(world.power_ids), spread, tables, weights=plan.weights)


def _fill(table: Table, design: Design, coins: Fit, wins: Fit, counts: list[int]) -> None:
    """Cells, races and powers: sums of effects, relative to the average of all cells or the free combo."""
    n, m = len(design.races), len(design.powers)
    mine = np.isin(design.count, counts)
    picks = np.bincount(design.cell[mine], minlength=n * m).reshape(n, m)
    raw = design.weights(counts)
    tops = np.bincount(design.top[mine & design.early], minlength=n * m).astype(float)
    tops = tops / tops.sum() if tops.sum() else np.full(n * m, 1 / (n * m))
    average, free = raw.mean(axis=0), tops @ raw
    early = [pick.top_coins for pick, here in zip(design.picks, mine & design.early, strict=True) if here]
    table.free_coins = float(np.mean(early)) if early else 0.0
    value, error = coins.combine((free - average)[None, :])
    table.free = Figure(float(value[0]), float(error[0]))

    def entries(rows: Array, numbers: Levels) -> list[Entry]:
        worth, win, price = (
            [
                Figure(float(value), float(error))
                for value, error in zip(*of.combine(rows - base), strict=True)
            ]
            for of, base in ((coins, average), (wins, average), (coins, free))
        )
        price = [Figure(value - table.free_coins, error) for value, error in price]
        return [Entry(int(k), *row) for k, *row in zip(numbers, worth, win, price, strict=True)]

    table.cells = entries(raw, picks.ravel())
    cube = raw.reshape(n, m, -1)
    table.races = dict(zip(design.races, entries(cube.mean(axis=1), picks.sum(axis=1)), strict=True))
    table.powers = dict(zip(design.powers, entries(cube.mean(axis=0), picks.sum(axis=0)), strict=True))


def _timing(table: Table, design: Design, number: int) -> None:
    """Only picks of the first half of the game, which leave time to decline."""
    rows = [int(row) for row in np.flatnonzero((design.count == number) & design.early)]
    by_turns: dict[int, list[float]] = {}
    by_race: dict[str, list[float]] = {}
    for row in rows:
        pick = design.picks[row]
        turns = pick.declined - pick.round + 1 if pick.declined else 0
        by_turns.setdefault(turns, []).append(float(design.value[row]))
        if turns:
            by_race.setdefault(pick.race, []).append(turns)
    table.kept = [Kept(turns, len(found), _mean(found)) for turns, found in sorted(by_turns.items())]
    table.turns = {race: _mean(by_race[race]) for race in design.races if race in by_race}


def _seats(table: Table, sample: Sample) -> None:
    for won, margins in zip(sample.seats, sample.margins, strict=True):
        share = sum(won) / max(1, len(won))
        table.seats.append(Seat(len(won), share, *wilson(share, len(won)), _mean(margins)))


def _mean(found: Sequence[float]) -> Figure:
    spread = float(np.std(found, ddof=1)) if len(found) > 1 else 0.0
    return Figure(float(np.mean(found)), spread / len(found) ** 0.5)
