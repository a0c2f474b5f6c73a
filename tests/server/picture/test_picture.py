"""Pictures say everything that can be done, with words and numbers that fit."""

from __future__ import annotations

import re
from functools import cache

import pytest

from smallworld.engine import Game, Seeded, apply, check, parse_action
from smallworld.engine import actions as ac
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.presentation import suits
from smallworld.server.picture.picture import picture, picture_data, picture_json
from smallworld.server.wire.position import Choice, Picture
from tests.server.picturing import STEPS, at_every_step, finished, options_for, position, random_game


@cache
def games() -> dict[str, list[Game]]:
    return at_every_step()


def sentences(node: object) -> list[str]:
    """Everything in a message that people read."""
    if isinstance(node, dict):
        read = ("label", "sentence", "detail", "text", "title", "now", "wall", "name", "short", "remedy")
        out = [value for key, value in node.items() if key in read and isinstance(value, str)]
        return out + [text for value in node.values() for text in sentences(value)]
    if isinstance(node, list):
        return [node for node in node if isinstance(node, str) and " " in node] + [
            text for item in node for text in sentences(item)
        ]
    return []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("step", STEPS)
def test_every_step_is_asked_in_every_language(step: str, lang: str) -> None:
    assert games()[step], f"no game came to {step}"
    for game in games()[step]:
        seen = picture(game, options_for(game, game.state.seat, lang, first_event=len(game.log)))
        assert seen.ask is not None
        assert seen.step == seen.ask.step == step
        assert seen.ask.sentence
        assert all(choice.label for choice in seen.ask.choices)
        ids = {*game.world.marker_ids, *game.world.means_ids, *game.world.power_ids}
        odd = {id for id in ids if "_" in id}
        for text in sentences(seen.model_dump()):
            assert not re.search(r"[{}]|\?\?|None", text), text
            assert not any(id in text for id in odd), text


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_choices_are_the_legal_actions(players: int, seed: int) -> None:
    for game in random_game(players, seed):
        if game.over:
            break
        ask = picture(game, options_for(game, game.state.seat, first_event=len(game.log))).ask
        assert ask is not None
        codes = [parse_action(game.world, choice.action) for choice in ask.choices]
        assert len(codes) == len(set(codes))
        assert not [choice.action for choice in ask.choices if check(game.state, choice.action, ask.seat)]
        left_out = set(game.legal.codes) - set(codes)
        largest = {code & 63: code >> 6 & 63 for code in codes if code >> ac.SHIFT == ac.PLACE}
        for code in left_out:
            assert code >> ac.SHIFT == ac.PLACE
            assert code >> 6 & 63 < largest[code & 63]
        for choice in ask.choices:
            if choice.receipt is not None:
                assert choice.cost == choice.receipt.total
                assert choice.receipt.text.startswith(str(choice.cost).replace("-", "−"))
                assert sum(term.amount for term in choice.receipt.terms) == choice.cost
            if choice.kind == "place":
                assert choice.count == ask.hand
        if ask.main:
            assert ask.main in [choice.action for choice in ask.choices]


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (4, 5)])
def test_suggestions_use_up_what_must_be_placed(players: int, seed: int) -> None:
    tried = 0
    for game in random_game(players, seed):
        if game.over:
            break
        ask = picture(game, options_for(game, game.state.seat, first_event=len(game.log))).ask
        assert ask is not None
        placing = any(choice.kind == "place" for choice in ask.choices)
        assert bool(ask.suggestions) == placing
        for suggestion in ask.suggestions:
            state = game.state
            for place in suggestion.placing:
                assert (state.seat, state.step) == (game.state.seat, game.state.step)
                state = apply(state, f"t{place.region}.{place.count}", ask.seat).state
            assert sum(place.count for place in suggestion.placing) == ask.hand
            tried += 1
    assert tried > 20


def test_borders_first_looks_at_the_neighbours() -> None:
    """Regions 1 and 2 are both mine; only 2 lies next to the other player's active race, in 3."""
    start = position(
        step="redeploy",
        players={
            "A": {"active": {"race": "orcs", "power": "alchemist", "hand": 4, "regions": {1: 1, 2: 1}}},
            "B": {"active": {"race": "elves", "power": "hill", "regions": {3: 3, 4: 2}}},
        },
    )
    game = Game(start.world, start=start)
    ask = picture(game, options_for(game, 0)).ask
    assert ask is not None
    found = {one.id: [(place.region, place.count) for place in one.placing] for one in ask.suggestions}
    assert found == {"even": [(1, 2), (2, 2)], "borders": [(2, 4)]}


def test_the_die_states_its_chance() -> None:
    """One token in hand: hills and forests cost 2, a mountain 3, so a roll of 1 or 2 is needed."""
    start = position(
        step="conquer",
        players={
            "A": {"active": {"race": "orcs", "power": "alchemist", "hand": 1, "regions": {1: 1}}},
            "B": {"active": {"race": "elves", "power": "hill", "regions": {20: 1}}},
        },
    )
    game = Game(start.world, start=start)
    ask = picture(game, options_for(game, 0)).ask
    assert ask is not None
    chances = {choice.action: choice.chance for choice in ask.choices if choice.kind == "roll"}
    assert chances["r2"] == pytest.approx(1 / 2)
    assert chances["r5"] == pytest.approx(1 / 3)
    roll = next(choice for choice in ask.choices if choice.action == "r5")
    assert roll.either_way[0] == "On a 2 or 3 (33%), your 1 token takes Grimhorn (5)."
    assert "67%" in roll.either_way[1]
    assert ask.main == "e"


def test_a_first_roll_states_its_chance() -> None:
    start = position(
        step="conquer",
        players={
            "A": {"active": {"race": "orcs", "power": "berserk", "hand": 1, "regions": {4: 1}}},
            "B": {"active": {"race": "elves", "power": "hill", "regions": {9: 2, 3: 1, 10: 3}}},
        },
    )
    game = Game(start.world, start=start)
    ask = picture(game, options_for(game, 0)).ask
    assert ask is not None
    gamble = next(choice for choice in ask.choices if choice.kind == "gamble")
    assert gamble.chance == pytest.approx(1 / 3)  # region 3 costs 3
    assert len(gamble.either_way) == 2


def test_the_trail_follows_the_turn() -> None:
    seen: set[tuple[str, str]] = set()
    for game in random_game(2, 6):
        shot = picture_data(game, options_for(game, -1, first_event=len(game.log)))
        now = [step["id"] for step in shot["trail"] if step["state"] == "now"]
        assert len(now) == (0 if game.over else 1)
        states = [step["state"] for step in shot["trail"]]
        assert states == sorted(states, key=("done", "now", "later").index)
        seen |= {(shot["step"], step) for step in now}
    assert {("pick", "pick"), ("ready", "ready"), ("conquer", "conquer"), ("redeploy", "redeploy")} <= seen


def test_before_the_first_turn_the_trail_has_not_begun() -> None:
    game = Game(load_world("base_2p", packs=["base", "underground"]), luck=Seeded(1))
    shown = picture(game, options_for(game, 0))
    assert shown.step == "question"
    assert {step.state for step in shown.trail} == {"later"}
    assert shown.ask is not None
    assert shown.ask.detail  # why monsters are placed, and how many


def test_the_message_is_what_the_contract_says() -> None:
    """Messages skip the models for speed, so they are held against them here."""
    for game in random_game(3, 8):
        for seat in range(-1, 3):
            sent = picture_json(game, options_for(game, seat, "fr", first_event=max(0, len(game.log) - 3)))
            read = Picture.model_validate_json(sent, strict=False)
            assert read.model_dump(mode="json") == picture(
                game, options_for(game, seat, "fr", first_event=max(0, len(game.log) - 3))
            ).model_dump(mode="json")
            # Every field is there, defaults too: the client's types have no optional ones.
            assert read.model_fields_set == set(Picture.model_fields)
            for choice in read.ask.choices if read.ask else []:
                assert choice.model_fields_set == set(Choice.model_fields)
    assert game.over
    assert read.result
    assert read.result[0].winner
    assert read.ask is None


def test_offers_know_the_regions_they_would_love() -> None:
    """Cheaper for them or worth more; what is so everywhere is no reason to go anywhere."""
    world = load_world("base_2p")
    loved = {
        (race, power): suits(world.combo(world.race_index(race), world.power_index(power)))
        for race, power in (("humans", "commando"), ("orcs", "merchant"), ("elves", "mounted"))
    }
    terrains = [region.terrain for region in world.board.regions]
    assert {terrains[region] for region in loved["humans", "commando"]} == {"farmland"}
    assert loved["orcs", "merchant"] == []
    assert {terrains[region] for region in loved["elves", "mounted"]} == {"farmland", "hill"}


def test_offers_say_what_they_cost_and_bring() -> None:
    start = position(
        column=[{"combo": "alchemist amazons", "coins": 2}, "hill elves", "forest dwarves"],
        players={"A": {"coins": 1}, "B": {"active": {"race": "orcs", "power": "flying", "regions": {20: 1}}}},
    )
    game = Game(start.world, start=start)
    while game.state.is_chance:
        game.play(game.legal.codes[0])
    shot = picture(game, options_for(game, 0))
    first, second, third = shot.offers[:3]
    assert (first.price, first.coins, first.action) == (-2, 2, "p1")
    assert (
        first.tokens == first.tokens_receipt.total == 14
    )  # 6 of the race, 4 of the badge, 4 that only attack
    assert (second.price, second.action) == (1, "p2")
    assert third.action is None
    assert third.reasons[0].rule == "price"
    other = picture(game, options_for(game, 1))
    assert all(offer.action is None and not offer.reasons for offer in other.offers)


def test_scoring_is_told_coin_by_coin() -> None:
    told = 0
    game = finished(2, 11)
    for seat in (0, 1):
        for line in picture(game, options_for(game, seat)).events:
            if line.kind == "scored":
                assert line.amount == sum(term.amount for term in line.lines) == line.receipt.total  # type: ignore[union-attr]
                told += any(term.region >= 0 for term in line.lines)
    assert told > 10


def test_events_belong_to_their_turn() -> None:
    game = finished(3, 12)
    lines = picture(game, options_for(game, -1)).events
    for line in lines:
        if line.kind == "turn":
            assert line.turn == line.seat
        if line.kind in ("picked", "scored"):
            assert line.turn == line.seat
    assert [line.round for line in lines] == sorted(line.round for line in lines)
    assert lines[-1].kind == "over"
