"""How bots fill the seats of a table."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, unquote

from smallworld.bots.registry import is_installed, make_bot
from smallworld.bots.safe_bot import Forfeit, Guarded
from smallworld.engine import SmallWorldError, View
from smallworld.engine.notation.strings import action_string

DEFAULT = "greedy"
_BETWEEN = "+"  # specs in the note of a record


class BotPlayers:
    """The bots of the seats, one spec for each, in turn if there are more seats.

    An installed bot is made for each decision, so that a game with undo is repeatable. A bot of one's own, or
    a program, plays on as long as nothing is undone.
    """

    def __init__(self, specs: Sequence[str], seats: Sequence[int]) -> None:
        self.specs = {seat: specs[number % len(specs)] for number, seat in enumerate(sorted(seats))}
        self.forfeits: list[Forfeit] = []
        self._playing: dict[int, Guarded] = {}

    def choose(self, view: View, name: str, seed: str) -> str:
        """An action for the seat of the view. The seed makes a game with bots repeatable."""
        spec = self.specs[view.seat]
        bot = self._playing.get(view.seat)
        if bot is None:
            bot = Guarded(make_bot(spec, seed), name, report=self.forfeits.append)
            if not is_installed(spec):
                self._playing[view.seat] = bot
        return action_string(view.state.world, bot.choose(view))

    def end(self, views: Sequence[View]) -> None:
        """The game is over: its result for those who are still playing."""
        for seat, bot in self._playing.items():
            bot.end(views[seat])

    def close(self) -> None:
        for bot in self._playing.values():
            bot.close()
        self._playing.clear()


def noted(specs: Sequence[str]) -> str:
    """Specs as one word for the note of a record."""
    return _BETWEEN.join(quote(spec, safe=":=,./~") for spec in specs)


def from_note(text: str) -> tuple[str, ...]:
    """The specs in a note. Only installed bots: whoever wrote the record could name any program."""
    specs = tuple(map(unquote, text.split(_BETWEEN)))
    for spec in specs:
        if not is_installed(spec):
            raise SmallWorldError(
                f"the bot {spec!r} played here; say who plays on, with --bot {spec!r} or another"
            )
    return specs
