"""Packs look as they say: complete for those that come with the game, refused where they are wrong."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from smallworld.engine import PackError
from smallworld.engine.content.pack import Pack
from smallworld.packs import find_packs, load_world
from smallworld.packs.files.faces import BADGES, FACE_PARTS
from smallworld.packs.files.reading import pack_from
from smallworld.packs.files.writing import data_of
from smallworld.server.picture import looks
from smallworld.server.picture.board import board_wire
from smallworld.server.wire.looks import Looks
from smallworld.texts.sources import inventory

WEB = Path(__file__).parents[3] / "web"
KINDS = ("race", "power", "relic", "place", "neutral", "terrain", "symbol", "marker", "means", "use")
OURS = ("base", "underground", "river")


@pytest.mark.parametrize("name", OURS)
def test_every_piece_of_ours_has_an_icon(name: str) -> None:
    pack = find_packs()[name]
    known = looks.pack_looks(pack).icons
    things = inventory(pack)
    lying = {*things.get("relic", {}), *things.get("place", {})}  # drawn as what they are, not as markers
    for kind in KINDS:
        for id in things.get(kind, {}):
            if kind != "marker" or id not in lying:
                assert f"{kind}.{id}" in known


@pytest.mark.parametrize("name", OURS)
def test_every_terrain_of_ours_has_a_look_that_the_client_draws(name: str) -> None:
    pack = find_packs()[name]
    drawn = (WEB / "src/board/land/terrain-drawings.ts").read_text(encoding="utf-8")
    terrains = looks.pack_looks(pack).terrains
    assert set(terrains) == set(pack.terrains)
    for look in terrains.values():
        assert re.search(rf"^  {look.pattern}: {{", drawn, re.M)


def test_everybody_has_a_face_and_no_two_are_alike() -> None:
    """All installed packs together: alike are two who differ in fewer than three parts beside colours."""
    drawn = {}
    for pack in find_packs().values():
        known = looks.pack_looks(pack).faces
        for kind in ("race", "neutral"):
            for id in inventory(pack).get(kind, {}):
                assert f"{kind}.{id}" in known
                drawn[f"{kind}.{id}"] = known[f"{kind}.{id}"]
    assert len(drawn) > 30
    for one, other in combinations(drawn, 2):
        same = [part for part in FACE_PARTS if getattr(drawn[one], part) == getattr(drawn[other], part)]
        assert len(FACE_PARTS) - len(same) >= 3, (one, other)
        assert {drawn[one].skin, drawn[one].ground} != {drawn[other].skin, drawn[other].ground}
    assert len({face.ground for face in drawn.values()}) == len(drawn)


def test_a_leader_has_his_races_face_with_a_crown_and_something_of_his_own() -> None:
    face = {"head": "round", "skin": "#aabbcc", "ground": "#ddeeff", "hat": "cap"}
    read = looks.read_looks({"face": {"race": {"owls": face}, "leader": {"owls": {"prop": "patch"}}}}).faces
    assert read["leader.owls"] == read["race.owls"].model_copy(update={"hat": "crown", "prop": "patch"})


def test_every_badge_of_ours_has_a_colour_and_a_pattern_that_the_client_draws() -> None:
    drawn = (WEB / "src/lib/looks.svelte.ts").read_text(encoding="utf-8")
    assert all(re.search(rf"^  {pattern}: `", drawn, re.M) for pattern in BADGES)
    seen = set()
    for name in OURS:
        told = looks.pack_looks(find_packs()[name])
        for id in inventory(find_packs()[name])["power"]:
            seen.add((told.badges[id], told.fills[f"power.{id}"].light))
    assert len(seen) == 41


def test_a_face_and_a_pattern_in_a_file_come_back_as_they_were() -> None:
    face = {"head": "round", "skin": "#aabbcc", "ground": "#ddeeff", "hat": "cap"}
    told = {
        "id": "owls",
        "race": {"owls": {"tokens": 5, "supply": 9, "looks": {"face": face}}},
        "power": {"hooting": {"tokens": 4, "looks": {"pattern": "dots"}}},
    }
    pack = pack_from(told)
    assert looks.pack_looks(pack).faces["race.owls"].hat == "cap"
    assert looks.pack_looks(pack).badges == {"hooting": "dots"}
    assert data_of(pack)["race"]["owls"]["looks"] == {"face": face}
    assert data_of(pack)["power"]["hooting"]["looks"] == {"pattern": "dots"}


def test_the_client_knows_no_piece_by_name() -> None:
    names = {key.partition(".")[2] for name in OURS for key in looks.pack_looks(find_packs()[name]).icons}
    assert len(names) > 100
    told = []
    for file in (WEB / "src").rglob("*"):
        if file.suffix in (".ts", ".svelte") and file.name not in ("generated.ts", "wire.ts"):
            text = re.sub(r'class="[^"]*"', "", file.read_text(encoding="utf-8"))
            words = re.findall(r"""["'`](?:\w+[.:])?([a-z_]+)["'`]""", text)
            told += [f"{file.name}: {word}" for word in words if word in names]
    assert told == []


def test_a_pack_without_looks_has_none() -> None:
    plain = Pack("plain", version=1)
    assert looks.pack_looks(plain) == looks.looks_of([plain]) == Looks()


def test_packs_are_laid_over_each_other_and_the_ground_is_the_boards() -> None:
    base, below = find_packs()["base"], find_packs()["underground"]
    both = looks.looks_of([base, below], "underground_2p")
    assert {"race.orcs", "race.drow"} <= set(both.icons)
    assert both.ground == looks.pack_looks(below).ground
    assert looks.looks_of([base, below], "base_2p").ground == looks.pack_looks(base).ground


def test_everything_wrong_is_said_at_once() -> None:
    data = {
        "terain": {},
        "figures": "dragon",
        "terrain": {"bog": {"fill": ["#fff"], "patern": "reeds", "deep": "yes"}, "fen": {}},
        "symbol": {"star": {}},
        "ground": {"style": 3},
        "face": {
            "race": {
                "owls": {"head": "rond", "skin": "red", "ground": "#aabbcc", "wings": "big"},
                "bats": {},
            },
            "leader": {"cats": {"hat": "cap"}},
            "relic": {},
        },
        "icon": {"race": {"owls": "Not An Icon", "bats": "M0 0h9z", "cats": "cat-face"}, "power": 1},
    }
    with pytest.raises(PackError) as caught:
        looks.read_looks(data, "looks.toml")
    said = "\n".join(caught.value.faults)
    for part in (
        "terain",
        "figures: expected a list",
        "terrain.bog: fill: expected two colours",
        "patern",
        "deep: expected true or false",
        "terrain.fen: fill: is missing",
        "symbol.star: glow: is missing",
        "ground: style: expected a word",
        "icon.race.owls",
        "icon.power: expected a table",
        "face.race.owls.head: unknown head 'rond'; expected one of: broad,",
        "did you mean round?",
        'face.race.owls.skin: expected a colour as "#a05c3e"',
        "face.race.owls.wings: unknown part of a face 'wings'",
        "face.race.bats.head: is missing",
        "face.leader.cats: unknown race with a face 'cats'",
        "face: unknown kind 'relic'; expected one of: leader, neutral, race",
    ):
        assert part in said
    assert "icon.race.bats" not in said
    assert "icon.race.cats" not in said


def test_a_missing_or_broken_file_names_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PackError, match=r"nowhere/looks\.toml: is missing"):
        looks.pack_looks(Pack("lost", version=1, looks="nowhere"))
    home = tmp_path / "broken_pack"
    home.mkdir()
    (home / "__init__.py").touch()
    (home / "looks.toml").write_text("cover = [", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PackError, match=r"broken_pack/looks\.toml: "):
        looks.pack_looks(Pack("broken", version=1, looks="broken_pack"))


def test_the_build_is_told_names_only() -> None:
    names = looks.icon_names(find_packs().values())
    assert len(set(names)) == len(names) > 100
    assert "volcano" in names


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_river_is_one_band_through_all_its_parts(players: int) -> None:
    world = load_world(f"underground_{players}p", packs=["underground"])
    board = board_wire(world, "en")
    rivers = {region.id for region in world.board.regions if region.terrain == "river"}
    assert {region for flow in board.flows for region in flow.regions} == rivers
    for flow in board.flows:
        assert re.fullmatch(r"(M-?\d+ -?\d+(C(-?\d+ ){5}-?\d+)+)+", flow.path)
    assert board_wire(load_world(players=players), "en").flows == []


LANDMARK = {"size": [20, 30], "fill": ["#cdb48a", "#7d6a4c"], "strokes": [["body", "M-9 0V-20H9V0Z"]]}


def test_a_symbol_may_have_a_drawing_on_the_land() -> None:
    read = looks.read_looks({"landmark": {"mill": LANDMARK | {"shore": "lake"}}}).landmarks["mill"]
    assert (read.width, read.height, read.shore) == (20, 30, "lake")
    assert read.strokes == [("b", "M-9 0V-20H9V0Z")]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"size": [20]}, "size: expected width and height"),
        ({"size": [20, 5000]}, "size: expected width and height"),
        ({"strokes": []}, "strokes: expected a list of 1 to"),
        ({"strokes": [["brush", "M0 0"]]}, "pen 'brush'"),
        ({"strokes": [["body", "<script>"]]}, "body: expected SVG path data"),
        ({"strokes": ["M0 0"]}, "expected a pen and path data"),
        ({"fill": "red"}, "fill: expected two colours"),
        ({"colour": "red"}, "key 'colour'"),
    ],
    ids=str,
)
def test_a_wrong_drawing_is_refused(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(PackError, match=re.escape(told)):
        looks.read_looks({"landmark": {"mill": LANDMARK | wrong}})


VEIL = {"terrain": "lake", "fill": ["#cdb48a", "#7d6a4c"], "opacity": 0.4, "tile": "M0 0L9 9"}


def test_a_card_may_lay_a_veil_over_a_terrain() -> None:
    read = looks.read_looks({"veil": {"fog": VEIL}}).veils["fog"]
    assert (read.terrain, read.opacity, read.moves) == ("lake", 0.4, False)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"tile": "url(x)"}, "tile: expected SVG path data"),
        ({"opacity": "much"}, "opacity: expected a number as 0.5"),
        ({"weather": "fog"}, "key 'weather'"),
    ],
    ids=str,
)
def test_a_wrong_veil_is_refused(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(PackError, match=re.escape(told)):
        looks.read_looks({"veil": {"fog": VEIL | wrong}})
