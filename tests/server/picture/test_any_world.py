"""Any world can be shown: what lies on the map, helpers, uses, questions of every kind, its encyclopedia."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from smallworld.engine import Game, Scripted, Seeded, SmallWorldError, State, World, parse_position
from smallworld.engine import actions as ac
from smallworld.engine.world.world import NONE
from smallworld.languages import LANGUAGES
from smallworld.packs import find_packs, world_from_key
from smallworld.packs.choosing import chosen_world
from smallworld.server.bots.bot_jobs import DEFAULT_LEVEL, levels
from smallworld.server.library.encyclopedia import library
from smallworld.server.library.lessons import lesson_of
from smallworld.server.picture.answers import answer
from smallworld.server.picture.picture import picture
from smallworld.server.picture.world_choices import left_out, worlds
from smallworld.server.tables.create_table import open_table
from smallworld.server.wire.position import Choice, Picture
from smallworld.server.wire.tables import NewTable
from tests.server import homebrew
from tests.server.picturing import NAMES, options_for, random_game


@pytest.fixture(scope="module", autouse=True)
def pack() -> Iterator[None]:
    with homebrew.installed():
        yield


def place(world: World, region: int) -> str:
    """As people speak of it."""
    return f"{world.board.regions[region].name} ({region})"


def shown(state: State, seat: int = 0, lang: str = "en") -> Picture:
    game = Game(state.world, start=state)
    return picture(game, options_for(game, seat, lang))


def choices(seen: Picture) -> dict[str, Choice]:
    assert seen.ask is not None
    return {choice.action: choice for choice in seen.ask.choices}


def before(power: str, race: str = "orcs", **more: Any) -> tuple[State, tuple[int, int, int, int]]:
    """A beside B, who holds one region with two tokens."""
    a, b, c, d = homebrew.row()
    mine = {"race": race, "power": power, "hand": 4, "regions": {a: 1}}
    theirs = {"race": "humans", "power": "forest", "regions": {b: 2, d: 1}}
    return homebrew.position(mine, theirs, **more), (a, b, c, d)


# --- what lies on the map ---------------------------------------------------------------------------------


def test_finds_say_where_they_lie_and_for_whom() -> None:
    a, b, c, _ = homebrew.row()
    state, _ = before(
        "commando",
        markers={"old_spoon": {a: 1}, "deep_well": {b: 1}, "quiet_cave": {c: 1}},
        badges={b: "stout"},
    )
    seen = shown(state)
    found = {find.thing.id: find for find in seen.finds}
    assert list(found) == ["old_spoon", "deep_well", "quiet_cave"]
    assert [(find.thing.kind, find.region, find.holder) for find in seen.finds] == [
        ("relic", a, 0),
        ("place", b, 1),
        ("place", c, NONE),
    ]
    badge = found["deep_well"].badge
    assert badge is not None
    assert (badge.kind, badge.id) == ("power", "stout")
    spot = seen.spots[b]
    assert [(mark.marker.kind, mark.marker.id, mark.owner) for mark in spot.markers] == [
        ("place", "deep_well", 1)
    ]
    assert [badge.id for badge in spot.badges] == ["stout"]
    assert "Deep Well" in spot.label
    assert "Stout" in spot.label
    told = answer(Game(state.world, start=state), seat=0, region=b, id=1, lang="en", players=NAMES)
    assert any("Deep Well" in line and "A badge lies at its bottom." in line for line in told.lines)
    assert any(line.startswith("Stout") for line in told.lines)


def test_a_figure_belongs_to_somebody_wherever_it_stands() -> None:
    _, b, _, _ = homebrew.row()
    state, _ = before("haunting", markers={"spook": {b: 1}})
    assert [(mark.marker.id, mark.owner) for mark in shown(state).spots[b].markers] == [("spook", 0)]


def test_natives_of_several_kinds() -> None:
    _, _, c, _ = homebrew.row()
    state, _ = before("commando", tribes={"bats": [c]})
    stack = shown(state).spots[c].stack
    assert stack is not None
    assert (stack.race.kind, stack.race.id, stack.owner) == ("neutral", "bats", NONE)


def test_a_draw_tells_what_came_up() -> None:
    state, _ = before("commando", race="diggers")
    game = Game(state.world, start=state, luck=Scripted(["hoard.deep_well", "power.stout"]))
    target = next(code for code in game.legal.codes if code >> ac.SHIFT == ac.CONQUER)
    region = target & 63
    game.play(target)
    events = picture(game, options_for(game, 1)).events
    told = {event.kind: event.thing for event in events if event.thing is not None}
    assert {kind: (thing.kind, thing.id) for kind, thing in told.items()} == {
        "found": ("place", "deep_well"),
        "bound": ("power", "stout"),
    }
    assert f"Ann finds “Deep Well” in {place(state.world, region)}." in [event.text for event in events]


# --- what can be done -------------------------------------------------------------------------------------


def test_uses_are_choices_at_their_region() -> None:
    a, b, _, _ = homebrew.row()
    state, _ = before("commando", markers={"old_spoon": {a: 1}})
    use = choices(shown(state))[f"u{b}.stir"]
    assert (use.kind, use.region, use.label) == ("use", b, f"Stir: {place(state.world, b)}")
    assert [(tool.kind, tool.id) for tool in use.tools] == [("use", "stir")]
    assert use.brings == "others −2"
    told = answer(Game(state.world, start=state), seat=0, region=b, id=1, lang="en", players=NAMES)
    assert f"u{b}.stir" in [choice.action for choice in told.choices]


def test_a_means_that_rolls_says_its_chances() -> None:
    state, (_, b, _, _) = before("guessing")
    found = choices(shown(state))
    roll = found[f"r{b}.guess"]
    assert (roll.kind, [tool.id for tool in roll.tools], roll.cost) == ("roll", ["guess"], 4)
    assert roll.chance == 1.0
    assert len(roll.either_way) == 1
    poor, _ = before("guessing")
    poor.hand[poor.acting] = 2
    short = choices(shown(poor))[f"r{b}.guess"]
    assert short.chance == pytest.approx(1 / 3)
    assert len(short.either_way) == 2
    assert "2 or 3" in short.either_way[0]


def test_helpers_are_counted_beside_the_hand() -> None:
    state, (_, b, _, _) = before("commando", race="smiths", counters={"anvils": 3, "anvils_spent": 1})
    state.hand[state.acting] = 1
    seen = shown(state)
    crew = seen.players[0].troops[0].helpers
    assert crew is not None
    assert (crew.thing.kind, crew.thing.name, crew.owned, crew.left) == ("counter", "Anvils", 3, 2)
    assert seen.ask is not None
    assert "Anvils: 2 of 3 left" in seen.ask.detail
    assert choices(seen)[f"c{b}"].cost == 3


def test_questions_of_every_kind() -> None:
    state, _ = before("greedy", step="redeploy")
    game = Game(state.world, start=state)
    while game.state.step != 7:  # until the power asks at the end of the turn
        game.play(game.legal.codes[0])
    seen = picture(game, options_for(game, 0))
    found = choices(seen)
    assert (found["o2"].seat, found["o2"].label, found["o2"].brings) == (1, "Bob", "+1 coin")
    assert found["e"].label == "Nobody"
    assert seen.ask is not None
    assert seen.ask.piece is not None
    assert (seen.ask.piece.id, seen.ask.detail) == (
        "greedy",
        "At the end of the turn, a coin from a neighbour.",
    )
    assert seen.now == "Ann is making a choice (Greedy)."


def test_a_refusal_of_a_piece_says_its_own_words() -> None:
    start, region = homebrew.attack("haunting")
    game = Game(homebrew.world(), start=parse_position(start, world_from_key))
    game.play(f"c{region}")
    while game.legal.codes and game.check(f"o{region}") and game.check(f"o{region}")[0].rule != "unhaunted":
        game.play("e")
    told = answer(game, seat=1, region=region, id=1, lang="de", players=NAMES)
    assert [reason.rule for reason in told.reasons] == ["unhaunted"]
    assert told.reasons[0].sentence == f"Nobody of yours can be haunted in {place(game.world, region)}."


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_can_be_shown(seed: int) -> None:
    """With every language in turn; nothing is left unfilled."""
    races = [race.id for race in homebrew.pack.races.values()]
    powers = [power.id for power in homebrew.pack.powers.values()]
    world = chosen_world(
        homebrew.PACKS,
        "base_2p",
        races=[*races, "ghouls", "halflings", "sorcerers", "amazons"],
        powers=[*powers, "spirit", "berserk", "stout", "diplomat"],
    )
    show_all(world, seed)


@pytest.mark.parametrize(
    ("packs", "board"),
    [
        (["underground"], "underground_2p"),
        (["base", "underground"], "underground_3p"),
        (["base", "underground"], "base_2p"),
    ],
)
def test_whole_games_of_our_worlds_can_be_shown(packs: list[str], board: str) -> None:
    show_all(chosen_world(packs, board), 1)


def show_all(world: World, seed: int) -> None:
    for number, game in enumerate(random_game(world.players, seed, world)):
        lang = LANGUAGES[number % len(LANGUAGES)]
        for seat in range(world.players):
            seen = picture(game, options_for(game, seat, lang, first_event=max(0, len(game.log) - 3)))
            assert (seen.ask is not None) == (game.state.seat == seat)
            assert not any("{" in event.text for event in seen.events)


# --- the house --------------------------------------------------------------------------------------------


def test_the_encyclopedia_of_any_world() -> None:
    shelf = library("en", tuple(homebrew.PACKS))
    assert [entry.thing.id for entry in shelf.relics] == ["old_spoon"]
    assert [entry.thing.id for entry in shelf.places] == ["deep_well", "quiet_cave"]
    others = {(entry.thing.kind, entry.thing.id) for entry in shelf.others}
    assert {("use", "stir"), ("means", "guess"), ("counter", "anvils"), ("neutral", "bats")} <= others
    assert ("marker", "spook") in others
    assert ("marker", "old_spoon") not in others  # it has a page of its own
    assert {*homebrew.pack.races} <= {entry.thing.id for entry in shelf.races}


@pytest.mark.parametrize(("name", "packs"), [("homebrew", homebrew.PACKS), ("underground", ["underground"])])
def test_lessons_of_any_pack_can_be_played(name: str, packs: list[str]) -> None:
    brought = find_packs()[name]
    pieces = (*brought.races.values(), *brought.powers.values())
    made = [lesson_of(piece.kind, piece.id, tuple(packs)) for piece in pieces]
    starts = [lesson.start for lesson in made if lesson is not None]
    assert len(starts) >= len(pieces) - 2  # some cannot do anything without what the game gave them before
    for start in starts:
        state = parse_position(start, world_from_key)
        game = Game(state.world, luck=Seeded(1), start=state)
        assert game.state.seat == 0
        while not game.over:
            game.play(game.legal.codes[-1])
    assert lesson_of("race", "nobody", tuple(packs)) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_worlds_to_choose_from(lang: str) -> None:
    known = worlds(lang)
    assert known[0].id == "base"
    assert {board.players for board in known[0].boards} == {2, 3, 4, 5}
    assert all(world.name and all(board.name for board in world.boards) for world in known)
    assert "homebrew" not in [name for world in known for name in world.packs]  # it has no board


def plan(seats: int = 2, **options: Any) -> NewTable:
    people = [{"who": "me"}, *({"who": "bot"} for _ in range(seats - 1))]
    return NewTable.model_validate({"seats": people, "options": options})


def opened(new: NewTable) -> str:
    return open_table(new, levels(), DEFAULT_LEVEL).header.world


def test_a_plan_chooses_packs_and_board() -> None:
    assert opened(plan(3)).startswith("base_3p.3.")
    assert "~base.1~" in opened(plan(board="base_2p"))
    assert "~base.1-homebrew.1~" in opened(plan(packs=homebrew.PACKS))
    assert "base_2p" in opened(plan(packs=homebrew.PACKS, board="base_2p"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"packs": ["bace", "homebru"], "standin": "x"}, ["'bace'", "'homebru'", "level"]),
        ({"packs": []}, ["no board"]),
        ({"packs": ["base", "base"]}, ["each pack once"]),
        ({"board": "nowhere_2p"}, ["nowhere_2p"]),
        ({"packs": ["base"], "board": "base_9p", "races": ["orks"]}, ["base_9p", "orks"]),
        ({"board": "base_3p"}, ["is for 3 players, but there are 2 seats"]),
        ({"start": "x", "board": "base_2p"}, ["don't choose packs or a board"]),
    ],
)
def test_everything_wrong_with_a_plan_is_said(options: dict[str, Any], said: list[str]) -> None:
    with pytest.raises(SmallWorldError) as caught:
        opened(plan(**options))
    faults = "\n".join(caught.value.faults)
    assert all(part in faults for part in said), faults


@pytest.mark.parametrize(("lang", "said"), [("en", "needs lagoon"), ("de", "braucht Lagoon")])
def test_what_a_board_has_no_use_for_is_told(lang: str, said: str) -> None:
    told = [(one.thing.id, one.reason) for one in left_out(homebrew.world(), lang)]
    assert told == [("swimming", said)]
    assert library(lang, tuple(homebrew.PACKS)).left_out == left_out(homebrew.world(), lang)
    assert left_out(chosen_world(None, players=2), lang) == []
