"""Games to take pictures of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from smallworld.engine import Game, Seeded, State, World, state_from
from smallworld.engine import actions as ac
from smallworld.engine.position.state import OVER, STEP_NAMES
from smallworld.packs import load_world
from smallworld.packs.find import world_from_description
from smallworld.server.picture.picture import PictureOptions, SeatFacts

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
STEPS = STEP_NAMES[:OVER]  # those at which somebody is asked


def seats(players: int) -> Sequence[SeatFacts]:
    return [SeatFacts(name) for name in NAMES[:players]]


def options_for(game: Game, seat: int, lang: str = "en", *, first_event: int = 0) -> PictureOptions:
    return PictureOptions(
        version=len(game.log),
        seat=seat,
        lang=lang,
        seats=seats(game.world.players),
        undo=game.can_undo,
        redo=game.can_redo,
        wall=game.wall.reason,
        first_event=first_event,
    )


def random_game(players: int, seed: int, world: World | None = None) -> Iterator[Game]:
    """One game, handed out at each of its decisions and at its end."""
    game = Game(world or load_world(players=players), luck=Seeded(seed))
    random = Random(seed)
    while not game.over:
        yield game
        codes = list(game.legal.codes)
        # Picking and conquering is what leads somewhere; a random walk would end most turns at once.
        busy = [code for code in codes if code >> ac.SHIFT in (ac.PICK, ac.CONQUER, ac.ROLL, ac.GAMBLE)]
        game.play(random.choice(busy if busy and random.random() < 0.8 else codes))
    yield game


def finished(players: int, seed: int) -> Game:
    *_, game = random_game(players, seed)
    return game


def at_every_step() -> dict[str, list[Game]]:
    """Some games for each step, the rare ones found with combos that ask."""
    found: dict[str, list[Game]] = {step: [] for step in STEPS}
    for seed in range(40):
        for game in random_game(2 + seed % 4, seed):
            if not game.over:
                step = game.legal.step
                if len(found[step]) < 6 and (not found[step] or found[step][-1].world is not game.world):
                    found[step].append(Game.replay(game.world, game.actions))
        if all(found.values()) and seed > 8:
            break
    return found


def position(**description: object) -> State:
    return state_from({"board": "base_2p", **description}, world_from_description)
