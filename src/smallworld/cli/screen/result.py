"""The end of a game: scores, winners, how a tie was broken."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from smallworld.engine import Game
from smallworld.presentation import result
from smallworld.texts.locale import listed

from ..messages import Messages
from .style import GOOD, QUIET, Style


def final_lines(game: Game, messages: Messages, style: Style, players: Sequence[str]) -> list[Text]:
    end = result(game.state)
    longest = max(map(len, players))
    out = [Text(messages("game_over"), style="bold"), Text("")]
    for one in end.standings:
        line = Text(f"{'> ' if one.winner else '  '}")
        line.append_text(style.seat(one.seat, f"{players[one.seat]:<{longest}}"))
        line.append(f"  {messages('coins', coins=one.coins):>10}", style="bold")
        line.append(f"   {messages('tokens_left', count=one.tokens)}", style=QUIET)
        out.append(line)
    out.append(Text(""))
    said = "winner_party" if end.party else "winner" if len(end.winners) == 1 else "winners"
    out.append(Text(messages(said, names=_names(end.winners, messages, players)), style=GOOD))
    best = end.standings[0].coins
    if end.tie == "shared":
        out.append(Text(messages("tie_shared")))
    elif end.tie == "party":
        out.append(Text(messages("tie_theirs", coins=best)))
    elif end.tie:
        tied = [one.seat for one in end.standings if one.coins == best]
        out.append(Text(messages("tie_broken", names=_names(tied, messages, players), coins=best)))
    return out


def _names(seats: Sequence[int], messages: Messages, players: Sequence[str]) -> str:
    return listed(messages.lang, [players[seat] for seat in seats])
