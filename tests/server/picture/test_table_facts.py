"""What the table shows beside the board: kinds of tokens in hand, how strong combos are, who is spoken to."""

from __future__ import annotations

import pytest

from smallworld.engine import Game
from smallworld.languages import LANGUAGES
from smallworld.server.picture.picture import PictureOptions, picture
from tests.server.picturing import finished, options_for, position, seats
from tools import atlas_values as atlas


def test_the_hand_by_kind_of_token() -> None:
    """Four of the Amazons only attack; when troops are redeployed, only those that stay are in hand."""
    start = position(
        players={
            "A": {"active": {"race": "amazons", "power": "hill", "hand": 9, "regions": {5: 1, 6: 1}}},
            "B": {},
        }
    )
    game = Game(start.world, start=start)
    ask = picture(game, options_for(game, 0)).ask
    assert ask is not None
    assert [(kind.thing.id, kind.count, kind.stays) for kind in ask.kinds] == [
        ("amazons", 5, True),
        ("amazons", 4, False),
    ]
    assert sum(kind.count for kind in ask.kinds) == ask.hand == 9
    game.play("e")
    ask = picture(game, options_for(game, 0)).ask
    assert ask is not None
    assert (ask.step, [(kind.count, kind.stays) for kind in ask.kinds]) == ("redeploy", [(5, True)])


def test_the_strength_of_combos_is_that_of_the_atlas() -> None:
    assert atlas.FILE.read_text(encoding="utf-8") == atlas.text(), "python -m tools.atlas_values"


def test_combos_say_how_strong_they_proved() -> None:
    game = finished(3, 1)
    for offer in picture(game, options_for(game, 0)).offers:
        assert offer.worth is not None
        assert offer.worth.low < offer.worth.coins < offer.worth.high


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_wins_alone_is_told_so(lang: str) -> None:
    game = finished(2, 3)
    (winner,) = [standing.seat for standing in picture(game, options_for(game, 0)).result if standing.winner]

    def told(seat: int, addressed: bool) -> str:
        options = PictureOptions(
            version=1, seat=seat, lang=lang, seats=seats(2), addressed=addressed, first_event=len(game.log)
        )
        return picture(game, options).now

    name = seats(2)[winner].name
    assert name in told(winner, addressed=False)
    assert name in told(1 - winner, addressed=True)
    assert name not in told(winner, addressed=True)
