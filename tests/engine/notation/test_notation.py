"""Action strings: both ways for every kind of action, and a useful refusal of everything else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from smallworld.engine import NotationError, World, action_string, parse_action, world_key
from smallworld.engine import actions as ac
from smallworld.engine.laws.laws import candidate_actions
from smallworld.engine.notation.strings import SEATS, WorldKey, parse_seat, parse_world_key
from smallworld.engine.turn.turn import codes
from smallworld.engine.world.world import BADGES, BANNERS

from ..tools import BOARDS, LINK_SAFE, base_world, random_states, sampled_states
from ..workshop import workshop_world

WORLD = base_world()
HERO = WORLD.marker_index("hero")
DRAGON = WORLD.means_index("dragon") + 1
SORCERY = WORLD.means_index("sorcery") + 1

# Every kind of action, its code and its string.
PAIRS = [
    ("p1", ac.code(ac.PICK, 0)),
    ("p6", ac.code(ac.PICK, 5)),
    ("d", ac.C_DECLINE),
    ("a0", ac.code(ac.ABANDON, 0)),
    ("a22", ac.code(ac.ABANDON, 22)),
    ("c9", ac.code(ac.CONQUER, 9)),
    ("c9.dragon", ac.code(ac.CONQUER, 9, DRAGON)),
    ("c0.sorcery", ac.code(ac.CONQUER, 0, SORCERY)),
    ("r9", ac.code(ac.ROLL, 9)),
    ("r63.dragon", ac.code(ac.ROLL, 63, DRAGON)),
    ("b", ac.C_GAMBLE),
    ("e", ac.C_END),
    ("g13", ac.code(ac.GIVE_UP, 13)),
    ("t9.1", ac.code(ac.PLACE, 9, 1)),
    ("t9.63", ac.code(ac.PLACE, 9, 63)),
    ("m4.hero", ac.code(ac.PUT, 4, HERO)),
    ("o0", ac.code(ac.CHOOSE, 0)),
    ("o2", ac.code(ac.CHOOSE, 2)),
    ("die.0", ac.code(ac.FACE, 0)),
    ("die.3", ac.code(ac.FACE, 3)),
    ("race.orcs", ac.code(ac.DRAW, WORLD.race_index("orcs"), BANNERS)),
    ("power.dragon_master", ac.code(ac.DRAW, WORLD.power_index("dragon_master"), BADGES)),
]
# What the base game has none of.
WORKSHOP = workshop_world()
OTHER_PAIRS = [
    ("u9.burn", ac.code(ac.USE, 9, WORKSHOP.use_ids["burn"])),
    ("r5.dowse", ac.code(ac.ROLL, 5, WORKSHOP.means_index("dowse") + 1)),
    ("hoard.gate", ac.code(ac.DRAW, 4, WORKSHOP.deck_ids.index("hoard"))),
    ("find.lamp", ac.code(ac.DRAW, 0, WORKSHOP.deck_ids.index("find"))),
]


def test_the_pairs_below_have_every_kind_of_action() -> None:
    assert {code >> ac.SHIFT for _, code in PAIRS + OTHER_PAIRS} == set(range(ac.KINDS))


@pytest.mark.parametrize(("text", "code"), PAIRS, ids=[text for text, _ in PAIRS])
def test_every_kind_of_action_has_its_string_both_ways(text: str, code: int) -> None:
    assert action_string(WORLD, code) == text
    assert parse_action(WORLD, text) == code


@pytest.mark.parametrize(("text", "code"), OTHER_PAIRS, ids=[text for text, _ in OTHER_PAIRS])
def test_uses_and_decks_of_packs_have_their_strings_both_ways(text: str, code: int) -> None:
    assert action_string(WORKSHOP, code) == text
    assert parse_action(WORKSHOP, text) == code
    with pytest.raises(NotationError):
        parse_action(WORLD, text)


@pytest.mark.parametrize("world", [*map(base_world, BOARDS), WORKSHOP], ids=[*BOARDS, "grid_2p"])
def test_every_thinkable_action_survives_its_string(world: World) -> None:
    strings = {code: action_string(world, code) for code in candidate_actions(world)}
    assert {text: parse_action(world, text) for text in strings.values()} == {
        text: code for code, text in strings.items()
    }
    assert len(set(strings.values())) == len(strings)


def test_every_outcome_of_chance_survives_its_string() -> None:
    outcomes = [ac.C_FACE | pips for pips in range(4)]
    for world in (WORLD, WORKSHOP):
        for deck, names in enumerate(world.decks):
            outcomes += [ac.code(ac.DRAW, index, deck) for index in range(len(names))]
        assert [parse_action(world, action_string(world, code)) for code in outcomes] == outcomes
        outcomes = outcomes[:4]


@settings(derandomize=True, database=None, deadline=None, max_examples=120)
@given(some.sampled_from(BOARDS), some.integers(0, 39))
def test_every_legal_action_of_random_positions_survives_its_string(board: str, number: int) -> None:
    state = sampled_states(board)[number]
    for code in codes(state):
        text = action_string(state.world, code)
        assert parse_action(state.world, text) == code
        assert set(text) <= LINK_SAFE


def test_actions_of_other_packs_survive_their_strings() -> None:
    world = workshop_world()
    seen = set()
    for number in range(3):
        for state in random_states(world, f"notation/{number}"):
            for code in codes(state):
                text = action_string(world, code)
                assert parse_action(world, text) == code
                assert set(text) <= LINK_SAFE
                seen.add(text)
    assert len(seen) > 100


MALFORMED = [
    "",
    " ",
    "c",
    "c 9",
    " c9",
    "c9 ",
    "c9\n",
    "C9",
    "cx",
    "c-1",
    "c1.",
    "c.9",
    "c9..dragon",
    "c100",
    "q3",
    "p",
    "p0",
    "p1.2",
    "p1.dragon",
    "a",
    "a9.1",
    "g",
    "g9.dragon",
    "d1",
    "dd",
    "b2",
    "e0",
    "e.",
    "t9",
    "t9.",
    "t9.0",
    "t9.x",
    "t9.dragon",
    "t.2",
    "m9",
    "m9.",
    "m.hero",
    "o",
    "o1.1",
    "r",
    "r9.",
    "conquer 9",
    "c9-c10",
    "c9~",
    "ç9",
    "c²",
    "\x00",
    "c9" * 1000,
]


@pytest.mark.parametrize("text", MALFORMED, ids=[repr(text)[:24] for text in MALFORMED])
def test_a_malformed_action_is_refused_and_told_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(WORLD, text)
    (fault,) = caught.value.faults
    assert repr(text[:60]) in fault  # enough to find it by
    assert "expected p3 (pick), d (decline)" in fault
    assert "die.2, race.name or power.name (chance)" in fault


@pytest.mark.parametrize("text", ["c64", "p99", "a64", "t64.1"])
def test_a_number_no_board_has_is_refused_with_the_highest_one(text: str) -> None:
    with pytest.raises(NotationError, match="numbers go up to 63"):
        parse_action(WORLD, text)


@pytest.mark.parametrize("text", ["c9.dragon.dragon", "r9.dragon.sorcery"])
def test_means_that_cannot_serve_one_conquest_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="cannot serve one conquest together"):
        parse_action(WORLD, text)


@pytest.mark.parametrize("text", ["die", "die.4", "die.", "die.x", "die.-1", "die.00", "die.²"])
def test_a_face_the_die_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="the die shows 0, 1, 2 or 3"):
        parse_action(WORLD, text)


@pytest.mark.parametrize(
    ("text", "kind", "choices"),
    [
        ("c9.broom", "means 'broom'", "dragon, sorcery"),
        ("r9.broom", "means 'broom'", "dragon, sorcery"),
        ("c9.2", "means '2'", "dragon, sorcery"),
        ("m9.castle", "marker 'castle'", "dragon, encampment, fortress, hero, hole"),
        ("m9.1", "marker '1'", "dragon, encampment, fortress, hero, hole"),
        ("race.gnomes", "race 'gnomes'", ", ".join(sorted(WORLD.decks[BANNERS]))),
        ("race.lost_tribes", "race 'lost_tribes'", ", ".join(sorted(WORLD.decks[BANNERS]))),
        ("race", "race ''", ", ".join(sorted(WORLD.decks[BANNERS]))),
        ("power", "power ''", ", ".join(sorted(WORLD.power_ids))),
        ("race.", "race ''", ", ".join(sorted(WORLD.decks[BANNERS]))),
        ("power.royal", "power 'royal'", ", ".join(sorted(WORLD.power_ids))),
        ("power.Flying", "power 'Flying'", ", ".join(sorted(WORLD.power_ids)) + " (did you mean flying?)"),
        ("c9.dragn", "means 'dragn'", "dragon, sorcery (did you mean dragon?)"),
    ],
)
def test_an_unknown_name_is_refused_with_the_choices(text: str, kind: str, choices: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(WORLD, text)
    assert caught.value.faults[0].endswith(f"unknown {kind}; expected one of: {choices}")
    assert repr(text) in caught.value.faults[0]


def test_only_plain_digits_are_numbers() -> None:
    """Safe in a link: digits of other scripts are not, though Python reads them as numbers."""
    for text in ("c٣", "p１", "t9.٣", "o٢", "m٣.hero"):
        with pytest.raises(NotationError):
            parse_action(WORLD, text)


@settings(derandomize=True, database=None, deadline=None, max_examples=400)
@given(some.text(alphabet="abcdegmoprt0123456789._-~ x", max_size=12) | some.text(max_size=6))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        code = parse_action(WORLD, text)
    except NotationError:
        return
    assert parse_action(WORLD, action_string(WORLD, code)) == code


NO_CODES = [ac.KINDS << ac.SHIFT, 99 << ac.SHIFT, ac.C_END | 5, ac.C_DECLINE | 1 << 6]
NO_CODES += [ac.C_USE, ac.C_DRAW | 2 << 6, ac.C_DRAW | 14]  # the base game has no use, and two decks


@pytest.mark.parametrize("code", NO_CODES)
def test_a_number_that_is_no_action_has_no_string(code: int) -> None:
    with pytest.raises(NotationError, match="is not an action code"):
        action_string(WORLD, code)


def test_seats_are_letters_both_ways_and_only_those_of_the_board() -> None:
    assert [SEATS[seat] for seat in range(5)] == list("ABCDE")
    assert [parse_seat(letter, 5) for letter in "ABCDE"] == [0, 1, 2, 3, 4]
    for text in ("C", "a", "", "AB", "1"):
        with pytest.raises(NotationError, match="expected one of: A, B"):
            parse_seat(text, 2)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (WorldKey("base_2p", (("base", 1),)), "base_2p.0.0~base.1~all~all~"),
        (
            WorldKey("x", (("b", 1), ("base", 12)), players=2, rounds=10),
            "x.2.10~b.1-base.12~all~all~",
        ),
        (WorldKey("x", (("base", 1),), ("elves", "orcs"), ("hill",)), "x.0.0~base.1~elves-orcs~hill~"),
        (
            WorldKey("x", (("base", 1),), None, None, 8, 60, (("fog", "on"), ("wind", "3"))),
            "x.8.60~base.1~all~all~fog.on-wind.3",
        ),
        (WorldKey("x", (("b", 1),), players=5, rounds=8, board_version=2), "x.5.8.2~b.1~all~all~"),
    ],
)
def test_a_world_has_its_string_both_ways(key: WorldKey, text: str) -> None:
    assert str(key) == text
    assert parse_world_key(text) == key


def test_a_world_knows_its_own_key() -> None:
    assert str(world_key(WORLD)) == "base_2p.2.10~base.1~all~all~"
    assert str(world_key(workshop_world())) == "grid_2p.2.8~homebrew.3-workshop.2~all~all~bears.on"
    assert str(world_key(workshop_world(1, bears=False))) == "grid_2p.1.8~homebrew.3-workshop.2~all~all~"


def test_a_world_of_the_first_format_takes_players_and_rounds_from_its_board() -> None:
    assert parse_world_key("base_2p~base.1~all~hill") == WorldKey("base_2p", (("base", 1),), None, ("hill",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("base_2p", "expected board.players.rounds~packs~races~powers~options"),
        ("base_2p~base.1~all", "expected board.players.rounds~packs~races~powers~options"),
        ("base_2p.2.10~base.1~all~all~~", "expected board.players.rounds~packs~races~powers~options"),
        ("base_2p~base.1~all~all~all", "cannot read the board 'base_2p': expected board.players.rounds"),
        ("base_2p.2~base.1~all~all~", "expected board.players.rounds"),
        ("base_2p.2.100~base.1~all~all~", "expected board.players.rounds"),
        ("base_2p.2.10.0~base.1~all~all~", "expected board.players.rounds"),
        ("Base.2.10~base.1~all~all~", "expected board.players.rounds"),
        ("base_2p.2.10~base.1~all~all~fog", "cannot read the option 'fog': expected name.value"),
        ("base_2p.2.10~base.1~all~all~fog.On", "cannot read the option 'fog.On': expected name.value"),
        ("base_2p~base~all~all", "expected name.version, as in base.1"),
        ("base_2p~base.x~all~all", "expected name.version, as in base.1"),
        ("base_2p~base.1-~all~all", "expected name.version, as in base.1"),
        ("base_2p~~all~all", "expected name.version, as in base.1"),
        ("base_2p~Base.1~all~all", "expected name.version, as in base.1"),
    ],
)
def test_a_damaged_world_is_refused_and_told_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        parse_world_key(text)
