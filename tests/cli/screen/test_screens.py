"""Every decision of random games can be shown, on every terminal, in every language."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from rich.console import Console

from smallworld.cli.messages import Messages
from smallworld.cli.screen import answers, question
from smallworld.cli.screen.layout import Screen
from smallworld.cli.screen.listing import legal_lines
from smallworld.cli.screen.map_sketch import chart
from smallworld.cli.screen.recap import recap
from smallworld.cli.screen.style import Style
from smallworld.cli.terminal import Terminal
from smallworld.engine import Game, Seeded, View, World, view
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world

NAMES = ["Ann", "Bartholomäus der Große", "Cleo (bot)", "Dora", "Enzo"]
SIZES = [(100, 40), (80, 24), (60, 20), (160, 50)]


class Paper(Terminal):
    """A terminal of a given size that writes into a string."""

    def __init__(self, width: int, height: int, *, plain: bool = False) -> None:
        super().__init__(plain)
        self.out = io.StringIO()
        self.console = Console(
            file=self.out, width=width, height=height, markup=False, highlight=False, emoji=False
        )

    def shown(self) -> list[str]:
        text = self.out.getvalue()
        self.out.truncate(0)
        self.out.seek(0)
        return text.splitlines()


def decisions(players: int, seed: str, world: World | None = None) -> Iterator[tuple[Game, View]]:
    source = Seeded(seed)
    game = Game(world or load_world(players=players), luck=Seeded(seed))
    while not game.over:
        yield game, view(game.state, game.state.seat)
        legal = game.legal
        game.play(legal[int(source.random() * len(legal))])


@pytest.mark.parametrize(
    ("lang", "players"), [*((lang, 2) for lang in LANGUAGES), ("fr", 3), ("nl", 4), ("de", 5)]
)
def test_all_decisions_can_be_shown(lang: str, players: int) -> None:
    papers = [Paper(*size) for size in SIZES] + [Paper(80, 24, plain=True)]
    names = NAMES[:players]
    for number, (game, seen) in enumerate(decisions(players, f"{lang}{players}")):
        if number % 4:
            continue
        paper = papers[number // 4 % len(papers)]
        messages, style = Messages(lang, plain=paper.plain), Style(paper.plain)
        news = recap(game, max(0, len(game.log) - 12), seen.seat, messages, style, names)
        screen = Screen(paper, messages, style, names, seen, game.can_undo, news)
        paper.print(screen.render())
        paper.print(*legal_lines(seen, messages, names), chart(seen, messages, style, paper.width, 20))
        paper.print(*answers.would_score(seen, messages, style))
        region = number % len(seen.state.occ)
        paper.print(*answers.about_region(region, seen, messages, style, names))
        assert question.question_text(seen, messages)
        lines = paper.shown()
        assert all(len(line) <= paper.width for line in lines)


@pytest.mark.parametrize("size", SIZES[:2])
def test_a_screen_fits_the_terminal(size: tuple[int, int]) -> None:
    paper = Paper(*size)
    messages, style = Messages("en"), Style(False)
    for number, (game, seen) in enumerate(decisions(2, "fits")):
        if number % 2:
            continue
        news = recap(game, max(0, len(game.log) - 12), seen.seat, messages, style, NAMES[:2])
        paper.print(Screen(paper, messages, style, NAMES[:2], seen, game.can_undo, news).render())
        shown = paper.shown()
        assert len(shown) < size[1], "\n".join(shown)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_more_players_fit_a_large_terminal(players: int) -> None:
    paper = Paper(100, 40)
    messages, style = Messages("en"), Style(False)
    for number, (game, seen) in enumerate(decisions(players, "large")):
        if number % 4:
            continue
        paper.print(Screen(paper, messages, style, NAMES[:players], seen, game.can_undo).render())
        shown = paper.shown()
        assert len(shown) < 40, "\n".join(shown)


SMALL = [
    *((f"base_{players}p", "base", "en") for players in (3, 4, 5)),
    *((f"underground_{players}p", "underground", "de") for players in (2, 3, 4, 5)),
    ("base_5p", "base underground", "de"),
    ("underground_5p", "base underground", "en"),
]


@pytest.mark.parametrize(("board", "packs", "lang"), SMALL)
def test_every_board_fits_a_small_terminal(board: str, packs: str, lang: str) -> None:
    """What is asked about is on the screen, however many regions there are."""
    paper = Paper(80, 24)
    messages, style = Messages(lang), Style(False)
    world = load_world(board, packs=packs.split())
    names = NAMES[: world.players]
    for number, (game, seen) in enumerate(decisions(world.players, f"small{lang}", world)):
        if number % 15:
            continue
        news = recap(game, max(0, len(game.log) - 12), seen.seat, messages, style, names)
        paper.print(Screen(paper, messages, style, names, seen, game.can_undo, news).render())
        shown = paper.shown()
        assert len(shown) < 24, "\n".join(shown)
        assert all(len(line) <= 80 for line in shown)
        numbers = set(re.findall(r"\d+", "\n".join(shown)))
        offered = {action[1:] for action in seen.legal or () if action[0] in "cgo" and action[1:].isdigit()}
        assert offered <= numbers, "\n".join(shown)
