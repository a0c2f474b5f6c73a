"""Tables with a party: one person or two rivals, a seat nobody sits in, and why it did what it did."""

from __future__ import annotations

import pytest

from smallworld.engine import Game, Seeded, SmallWorldError, World
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.packs.choosing import chosen_world
from smallworld.server.library.replay import replay_frame
from smallworld.server.picture.answers import answer
from smallworld.server.picture.picture import PictureOptions, SeatFacts, picture
from smallworld.server.picture.world_choices import left_out, modules, pack_options
from smallworld.server.rooms.table_view import Access, Perspective, picture_of, seat_facts, table_info
from smallworld.server.wire.position import Picture
from tests.server.picturing import NAMES, random_game
from tests.server.plans import StoredTable, facts, opening

CRUSADE = ["base", "crusade"]


def shown(game: Game, seat: int = 0, lang: str = "en", first: int = 0) -> Picture:
    world = game.world
    seats = [*(SeatFacts(name) for name in NAMES[: world.players]), SeatFacts("Tribes", person=False)]
    return picture(
        game, PictureOptions(version=len(game.log), seat=seat, lang=lang, seats=seats, first_event=first)
    )


def solo(packs: list[str] = CRUSADE, players: int = 1) -> World:
    return load_world(players=players, packs=packs)


# --- opening ------------------------------------------------------------------------------------------------


def test_one_person_opens_a_table_and_the_party_has_a_seat() -> None:
    kept = StoredTable("me", packs=CRUSADE)
    table = kept.table
    assert [holder.who for holder in table.holders] == ["person", "party"]
    assert table.names[-1] == "Lost Tribes"
    assert table.phase == "playing"
    assert table.one_device
    info = table_info(table, Access("owner", table.header.owner, "key"), "de")
    assert [(seat.who, seat.name) for seat in info.seats][-1] == ("party", "Untergegangene Stämme")
    assert info.left_out[0].thing.id == "diplomat"


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [
        (("me",), {}, "expected 2 to 5 players, got 1"),
        (("me", "bot", "bot"), {"packs": CRUSADE}, "expected 1 to 2 players, got 3"),
        (("me",), {"packs": CRUSADE, "options": {"tribes": "41"}}, "expected a whole number from 1 to 40"),
        (("me",), {"packs": CRUSADE, "options": {"tribes": "0"}}, "expected a whole number from 1 to 40"),
        (("me",), {"packs": CRUSADE, "board": "base_4p"}, "is for 1 or 2 players, got 3"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(
    seats: tuple[str, ...], options: dict[str, object], said: str
) -> None:
    with pytest.raises(SmallWorldError) as caught:
        opening(*seats, **options)
    assert said in str(caught.value)


def test_the_number_of_tokens_is_an_option_and_the_module_is_named() -> None:
    world = chosen_world(CRUSADE, players=1, options={"tribes": "19"})
    assert world.supply[world.party_race] == 19
    (option,) = [one for one in pack_options(world, "fr") if one.id == "tribes"]
    assert option.values[0].id == "14"
    (module,) = [one for one in modules("es") if one.id == "crusade"]
    assert (module.players, module.party) == ([1, 2], True)
    assert left_out(world, "nl")[0].reason


# --- playing ------------------------------------------------------------------------------------------------


def test_a_whole_game_with_one_person_is_rebuilt_from_its_journal() -> None:
    kept = StoredTable("me", packs=CRUSADE, seed="one")
    while kept.table.phase == "playing":
        assert not kept.table.bot_due, "no bot plays the party"
        assert kept.table.decides == 0
        kept.play_on()
    assert facts(kept.rebuilt()) == facts(kept.table)
    game = kept.table.game
    assert game is not None
    assert len(game.state.coins) == 2


def test_two_rivals_one_of_them_a_bot_and_a_clock() -> None:
    kept = StoredTable("me", "bot", packs=["underground", "crusade"], seed="two", minutes=10)
    asked = set()
    while kept.table.phase == "playing":
        asked.add(kept.table.decides)
        kept.play_on()
    assert asked == {0, 1}
    assert facts(kept.rebuilt()) == facts(kept.table)
    told = picture_of(
        kept.table,
        Perspective(0, alone=True, rewinds=True),
        "en",
        seat_facts(kept.table, [0], "en", 0.0),
        0,
        True,
    )
    assert [(player["party"], player["clock"] is None) for player in told["players"]] == [
        (False, False),
        (False, True),
        (True, True),
    ]
    assert [row["seat"] for row in told["result"] if row["winner"]] == list(kept.table.game.winners)  # type: ignore[union-attr]


# --- pictures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packs", [CRUSADE, ["underground", "crusade"]], ids="+".join)
@pytest.mark.parametrize("players", [1, 2])
def test_every_decision_of_a_game_has_its_picture(packs: list[str], players: int) -> None:
    ties = 0
    for number, game in enumerate(random_game(players, 5, solo(packs, players))):
        seat = max(0, game.state.seat)
        seen = shown(game, seat, LANGUAGES[number % len(LANGUAGES)])
        assert [player.party for player in seen.players] == [False] * players + [True]
        assert seen.players[-1].coins == game.state.coins[-1], "its purse is open"
        if game.over:
            continue
        assert sum(player.leads for player in seen.players) == 1
        assert seen.ask is not None
        if game.state.turn == players and seen.ask.step == "conquer":
            ties += 1
            assert seen.ask.main == "", "nobody stops a party"
            assert seen.aims is not None
            assert {choice.region for choice in seen.ask.choices} <= {*seen.aims.regions, *seen.aims.ways}
            assert all(choice.kind in ("conquer", "roll") for choice in seen.ask.choices)
    assert ties > 3


def test_a_choice_of_the_party_is_told_with_its_reasons() -> None:
    *_, game = random_game(1, 3, solo())
    for lang in LANGUAGES:
        lines = [line for line in shown(game, 0, lang).events if line.kind == "aimed"]
        assert len(lines) > 8
        for line in lines:
            assert line.why is not None
            assert line.important
            assert line.why.text in line.text
            assert line.why.stages[0].rule == "cheapest"
            assert line.why.stages[0].decided
            assert line.region in line.why.stages[-1].regions
            assert "{" not in line.text


def test_what_they_would_aim_at_is_visible_in_ones_own_turn() -> None:
    for game in random_game(1, 8, solo()):
        before = game.state
        if before.turn == 0 and not before.is_chance and before.round == 3 and before.step in (1, 2):
            seen = shown(game)
            assert seen.aims is not None
            assert seen.aims.why.cost == seen.aims.why.stages[0].best
            assert game.state == before
            return
    pytest.fail("there was no such turn")


def test_why_not_is_answered_for_a_tie() -> None:
    for game in random_game(1, 2, solo()):
        state = game.state
        if state.turn == 1 and state.step == 2 and not state.is_chance:
            free = [choice.region for choice in shown(game).ask.choices]  # type: ignore[union-attr]
            other = next(r for r in range(len(state.occ)) if r not in free and state.occ[r] != state.acting)
            told = answer(game, seat=0, region=other, id=1, lang="de", players=[*NAMES[:1], "Stämme"])
            assert told.lines
            return
    pytest.fail("there was no tie")


def test_a_record_of_a_crusade_can_be_looked_through() -> None:
    from smallworld.engine import Record, write_record

    game = Game(solo(), luck=Seeded(4))
    while not game.over:
        game.play(sorted(game.legal)[0])
    text = write_record(Record(game, ["Ann", "Lost Tribes"]))
    assert "players: Ann\n" in text
    frame = replay_frame(text, len(game.log), "fr")
    assert frame.names[0] == "Ann"
    assert len(frame.names) == 2
    assert frame.picture.result
