"""The end of a game: scores, winners, how a tie was broken."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from smallworld.engine import Game

from ..voice import Voice
from .look import GOOD, QUIET, Look


def final_lines(game: Game, voice: Voice, look: Look, players: Sequence[str]) -> list[Text]:
    state = game.state
    order = sorted(
        range(len(players)), key=lambda seat: (-state.coins[seat], -state.tokens_on_map(seat), seat)
    )
    won = game.winners
    longest = max(map(len, players))
    out = [Text(voice("game_over"), style="bold"), Text("")]
    for seat in order:
        line = Text(f"{'> ' if seat in won else '  '}")
        line.append_text(look.seat(seat, f"{players[seat]:<{longest}}"))
        line.append(f"  {voice('coins', coins=state.coins[seat]):>10}", style="bold")
        line.append(f"   {voice('tokens_left', count=state.tokens_on_map(seat))}", style=QUIET)
        out.append(line)
    out.append(Text(""))
    names = voice("and").join(players[seat] for seat in won)
    party = won[0] >= game.world.players
    said = "winner_party" if party else "winner" if len(won) == 1 else "winners"
    out.append(Text(voice(said, names=names), style=GOOD))
    best = max(state.coins)
    tied = [seat for seat in order if state.coins[seat] == best]
    if len(won) > 1:
        out.append(Text(voice("tie_shared")))
    elif len(tied) > 1 and party:
        out.append(Text(voice("tie_theirs", coins=best)))
    elif len(tied) > 1:
        out.append(
            Text(voice("tie_broken", names=voice("and").join(players[seat] for seat in tied), coins=best))
        )
    return out
