"""What a seat may not know is not in its pictures."""

from __future__ import annotations

import pytest

from smallworld.engine import SPECTATOR, Game
from smallworld.engine.position.state import PICK
from smallworld.server.picture.answers import answer
from smallworld.server.picture.picture import picture_data
from tests.server.picturing import NAMES, options_for, random_game


def with_other_coins(game: Game, seat: int) -> Game:
    """The same game, but everybody except the seat has other coins."""
    other = Game.replay(game.world, game.actions, start=game.start)
    for state in other.positions:
        state.coins = [coins if who == seat else coins + 17 for who, coins in enumerate(state.coins)]
    other.events = game.events
    return other


@pytest.mark.parametrize(("players", "seed"), [(2, 21), (3, 22), (5, 23)])
def test_coins_of_others_change_nothing(players: int, seed: int) -> None:
    for number, game in enumerate(random_game(players, seed)):
        if game.over or number % 7:
            continue
        for seat in (SPECTATOR, *range(players)):
            other = with_other_coins(game, seat)
            if game.state.step == PICK and game.state.seat == seat:
                assert other.state.coins[seat] == game.state.coins[seat]
            first = picture_data(game, options_for(game, seat))
            assert picture_data(other, options_for(game, seat)) == first
            for region in range(0, len(game.state.occ), 9):
                asked = {"seat": seat, "region": region, "id": 1, "lang": "en", "players": NAMES}
                assert answer(game, **asked) == answer(other, **asked)


def test_coins_are_shown_to_their_owner_and_at_the_end() -> None:
    for game in random_game(3, 24):
        for seat in (SPECTATOR, 0, 1, 2):
            players = picture_data(game, options_for(game, seat))["players"]
            for row in players:
                known = game.over or row["seat"] == seat
                assert row["coins"] == (game.state.coins[row["seat"]] if known else None)


def test_what_others_score_is_hidden_until_the_end() -> None:
    for game in random_game(2, 25):
        lines = picture_data(game, options_for(game, 0))["events"]
        for line in lines:
            if line["kind"] in ("scored", "gained"):
                known = game.over or line["seat"] == 0
                assert (line["amount"] is not None) == known
                assert known or (line["receipt"] is None and line["lines"] == [])
