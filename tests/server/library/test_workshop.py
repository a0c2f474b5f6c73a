"""The workshop: the vocabulary as a form, faults at their fields, homebrew at tables, in records."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from smallworld.engine import SmallWorldError, read_record, view, write_record
from smallworld.languages import Lang
from smallworld.packs import world_from_key
from smallworld.packs.files import effect_words, part_words, read_pack
from smallworld.packs.find import _cached_world
from smallworld.server.bots.bot_jobs import Job, levels, think
from smallworld.server.library.encyclopedia import library
from smallworld.server.library.replay import replay_frame
from smallworld.server.library.vocabulary_form import vocabulary
from smallworld.server.library.workshop import checked, copied, opened
from smallworld.server.picture import text_cache
from smallworld.server.picture.text_cache import words
from smallworld.server.rooms.table_view import score_row
from smallworld.server.settings import Settings
from smallworld.server.wire.base import MAX_PACK
from tests.server.plans import StoredTable, facts, opening
from tests.server.running_server import PLENTY, RunningServer

pytestmark = pytest.mark.slow

BADGERS: dict[str, Any] = {
    "id": "my_badgers",
    "race": {
        "badgers": {
            "tokens": 5,
            "supply": 12,
            "effects": [
                {"kind": "cheaper", "amount": 1, "where": "cavern"},
                {"kind": "coins", "amount": 1, "per": "hill and beside water or mine"},
            ],
            "texts": {"en": {"name": "Badgers"}, "de": {"name": "Dachse"}},
            "looks": {"icon": "bear-face", "color": "#7a5c3e"},
        }
    },
}


def sent(data: object = BADGERS, board: str = "", lang: Lang = "en") -> Any:
    return checked(json.dumps(data), board, lang)


def changed(path: str, value: object) -> dict[str, Any]:
    """The badgers with something else at a place: `tokens`, `effects.0.where`."""
    data = deepcopy(BADGERS)
    here: Any = data["race"]["badgers"]
    *way, last = path.split(".")
    for key in way:
        here = here[int(key)] if isinstance(here, list) else here.setdefault(key, {})
    here[int(last) if isinstance(here, list) else last] = value
    return data


# --- the form ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr", "es"])
def test_every_word_is_in_the_form_and_has_a_name(lang: str) -> None:
    told, english = vocabulary(lang), vocabulary("en")
    assert {word.id for word in told.effects} == set(effect_words())
    assert [part.id for part in told.parts] == list(part_words())
    for word in (*told.effects, *(part.word for part in told.parts)):
        assert word.name
        assert word.text
    ids = {name.id for name in told.names}
    assert {"everywhere", "hill", "cavern", "mud_pool", "terrain mine"} <= ids
    if lang != "en":  # nothing was forgotten
        same = [a.id for a, b in zip(told.effects, english.effects, strict=True) if a.text == b.text]
        assert same == []


def test_a_new_word_appears_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    from smallworld.server.library import vocabulary_form

    words = dict(effect_words())
    words["dances"] = words["outlives"].__class__("dances", words["outlives"].make, "Dances in the rain.")
    monkeypatch.setattr(vocabulary_form, "effect_words", lambda: words)
    word = vocabulary_form._Forms("fr").vocabulary().effects[-1]
    assert (word.id, word.name, word.text) == ("dances", "Dances", "Dances in the rain.")


# --- faults -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tokens", -3),
        ("supply", 10**9),
        ("effects.0.where", ""),
        ("effects.0.where", "hil"),
        ("effects.0.kind", "flies"),
        ("effects.1.amount", 10**9),
        ("effects.1.amount", "two"),
        ("texts.en.name", "<b>Badgers</b>"),
        ("looks.color", "red"),
    ],
)
def test_a_fault_is_told_at_its_field(path: str, value: object) -> None:
    found = sent(changed(path, value))
    wanted = "race.badgers." + path.replace(".0", "[0]").replace(".1", "[1]")
    assert wanted in [fault.path for fault in found.faults]
    assert (found.toml, found.pieces) == ("", [])


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("effects.0.where", "", "Wähle mindestens eine"),
        ("tokens", 99, "von 1 bis 20"),
        ("supply", 3, "nur 3 Plättchen"),
        ("texts.en.name", "<b>", "< >"),
        ("effects.1.once", True, "nur einmal"),
    ],
)
def test_what_can_be_clicked_wrong_is_told_in_the_readers_language(
    path: str, value: object, said: str
) -> None:
    assert any(said in fault.text for fault in sent(changed(path, value), lang="de").faults)


def test_a_half_made_piece_is_no_riddle() -> None:
    for text in ("{}", '{"race": {}}', '{"id": "x", "race": {"y": {"effects": [{}]}}}'):
        found = checked(text, "", "en")
        assert found.faults
        assert all(fault.text for fault in found.faults)


def test_the_name_of_an_official_piece_is_refused_at_the_piece() -> None:
    data = {"id": "mine", "race": {"elves": BADGERS["race"]["badgers"]}}
    assert [fault.path for fault in sent(data).faults] == ["race.elves"]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"a":' * 3000 + "1" + "}" * 3000,
        "id = ",
        "x" * 5000,
        "a" + ".a" * 2000 + " = 1",
        "\x00",
        "{}",
    ],
)
def test_nonsense_gets_a_sentence(text: str) -> None:
    found = checked(text, "", "en")
    assert found.faults
    assert found.toml == ""


def test_ground_of_another_world_brings_that_world_along() -> None:
    """Where the board has no use for the piece, it says so."""
    mud = changed("effects", [{"kind": "coins", "amount": 1, "per": "mud_pool"}])
    below, above = sent(mud, "underground_2p").pieces[0], sent(mud, "base_2p").pieces[0]
    assert (below.absent, bool(below.loves)) == ("", True)
    assert above.absent or above.loves  # by kinship


# --- what it would be -------------------------------------------------------------------------------------


def test_a_sound_piece_is_shown_as_at_the_table() -> None:
    found = sent()
    assert found.faults == []
    one = found.pieces[0]
    assert (one.thing.name, one.partner.kind) == ("Badgers", "power")
    assert "Badgers" in one.combo
    assert one.loves
    assert one.tokens.total > 5
    assert len(one.examples) == 2
    assert all("Badgers" in example.receipt.text for example in one.examples)
    assert sent(lang="de").pieces[0].thing.name == "Dachse"
    again = read_pack(found.toml)
    assert json.loads(again.source) == {"version": 1, **BADGERS}


def test_whoever_types_pushes_nothing_out_of_memory() -> None:
    kept = (words, text_cache._catalogue, _cached_world)
    before = [memory.cache_info().currsize for memory in kept]
    for tokens in range(1, 8):
        assert not sent(changed("tokens", tokens)).faults
    assert [memory.cache_info().currsize for memory in kept] == before


def test_a_file_is_opened_with_the_lines_of_its_faults() -> None:
    text = sent().toml
    assert json.loads(opened(text).pack)["race"]["badgers"]["tokens"] == 5
    fault = opened(text + "\n[[[").faults[0]
    assert fault.line == len(text.split("\n")) + 1


def test_every_printed_piece_that_is_offered_can_be_changed() -> None:
    offered = vocabulary("en").printed
    assert len(offered) > 30
    for piece in offered:
        text = copied(piece.kind, piece.id).pack
        assert checked(text, "", "en").faults == [], piece
    with pytest.raises(SmallWorldError, match="amazonz"):
        copied("race", "amazonz")


# --- at a table -------------------------------------------------------------------------------------------


def brewed(**options: Any) -> dict[str, Any]:
    return {"homebrew": [sent().toml], "options": {"first_race": "badgers"}, **options}


def test_the_piece_lies_on_top_of_the_column_and_travels_in_the_record() -> None:
    kept = StoredTable("me", "bot", seed="brew", rounds=2, **brewed())
    game = kept.table.game
    assert game is not None
    assert game.world.race_ids[game.state.col_race[0]] == "badgers"
    kept.move("p1")
    while kept.table.phase == "playing":
        kept.play_on()
    assert facts(kept.rebuilt()) == facts(kept.table)
    text = write_record(kept.table.record)
    assert read_record(text, world_from_key).game.state.coins == game.state.coins
    frame = replay_frame(text, 3, "de")
    assert frame.board.looks.icons["race.badgers"] == "bear-face"
    assert frame.board.looks.fills["race.badgers"].light == "#7a5c3e"
    assert "Dachse" in frame.picture.model_dump_json()
    row = score_row(kept.table, "en")
    assert any("badgers" in combo for combo in row["races"][0])


def test_a_bot_process_knows_it_from_the_position_alone() -> None:
    from smallworld.engine import position_string

    kept = StoredTable("me", "bot", seed="bots", **brewed())
    game = kept.table.game
    assert game is not None
    job = Job(position_string(game.state), 0, "casual", levels()["casual"].bot("plain"), "x")
    assert think(job).actions
    assert view(game.state, 0).legal is not None


def test_the_library_of_the_table_has_its_page_and_a_little_position() -> None:
    kept = StoredTable("me", "bot", seed="pages", **brewed())
    source = kept.table.world.packs[-1].source
    shelves = library("en", ("base",), "base_2p", (), (source,))
    page = next(entry for entry in shelves.races if entry.thing.id == "badgers")
    assert page.text
    assert shelves.looks.icons["race.badgers"] == "bear-face"
    start = page.lessons[0].start
    assert StoredTable("me", "bot", start=start).table.world.race_ids.count("badgers") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"homebrew": ["id = 3"]}, "id"),
        ({"homebrew": ["["]}, "TOML"),
        ({"options": {"first_race": "badgerz"}}, "badgerz"),
        ({"homebrew": ["TWICE"] * 2}, "badgers"),
        ({"races": ["badgers", "nobody"]}, "nobody"),
    ],
)
def test_a_table_with_bad_homebrew_is_refused(options: dict[str, Any], said: str) -> None:
    plan = brewed() | options
    plan["homebrew"] = [text.replace("TWICE", sent().toml) for text in plan["homebrew"]]
    with pytest.raises(SmallWorldError, match=said):
        opening("me", "bot", **plan)


# --- over HTTP --------------------------------------------------------------------------------------------


def test_the_endpoints(server: RunningServer) -> None:
    http = server.http
    assert http.get("/api/vocabulary/nl").json()["effects"]
    assert http.get("/api/boards/en/underground_2p").json()["regions"]
    assert http.get("/api/boards/en/nowhere").status_code == 422
    found = http.post("/api/workshop/check", json={"pack": json.dumps(BADGERS)}).json()
    assert found["toml"]
    assert http.post("/api/workshop/open", json={"text": found["toml"]}).json()["pack"]
    assert http.get("/api/workshop/printed/race/amazons").json()["pack"]
    assert http.get("/api/workshop/printed/race/nobody").status_code == 422
    shelf = {"packs": ["base"], "homebrew": [found["toml"]], "board": "base_2p"}
    assert "Badgers" in http.post("/api/library", json=shelf).text


def test_what_is_too_long_is_not_read(server: RunningServer) -> None:
    http = server.http
    assert http.post("/api/workshop/check", json={"pack": "x" * (MAX_PACK + 1)}).status_code == 422
    assert http.post("/api/workshop/open", json={"text": "x" * 10_000_000}).status_code == 413
    plan = {"seats": [{"who": "me"}, {"who": "bot"}], "options": {"homebrew": ["x", "x", "x"]}}
    assert http.post("/api/tables", json=plan).status_code == 422
    plan["options"] = {"homebrew": ["x" * (MAX_PACK + 1)]}
    assert http.post("/api/tables", json=plan).status_code == 422


def test_whoever_asks_too_often_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = replace(PLENTY, checks=(2.0, 0.0))
    with RunningServer(Settings(data=tmp_path_factory.mktemp("few"), limits=limits, bot_workers=1)) as server:
        request = {"pack": json.dumps(BADGERS)}
        statuses = [server.http.post("/api/workshop/check", json=request).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
