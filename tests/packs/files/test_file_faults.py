# ruff: noqa: E501  a row of a table stays on one line
"""What is wrong with a file is said at its place, all of it, and nothing is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from smallworld.packs.files import PackFileError, pack_from, pack_from_file, read_pack
from smallworld.packs.files.limits import MOST_BYTES

HEAD = 'id = "stoats"\n'
RACE = HEAD + "[race.stoats]\ntokens = 5\nsupply = 10\n"


def effect(text: str) -> str:
    return f"{RACE}[[race.stoats.effects]]\n{text}\n"


def marker(text: str) -> str:
    return f'{RACE}[[race.stoats.markers]]\nid = "den"\n{text}\n'


def means(text: str) -> str:
    return f'{RACE}[[race.stoats.means]]\nid = "leap"\n{text}\n'


FAULTS = {
    "": "a pack has at least one race or power",
    "x": "line 1: this is not TOML: ",
    "id = 3\n[power.a]\ntokens = 1": "line 1: id: 3 is not lower case letters, digits and _, starting with a letter",
    'id = "base"\n[power.a]\ntokens = 1': "line 1: id: 'base' is the name of an installed pack; choose another one",
    RACE + "version = 0": "line 5: race.stoats.version: unknown field 'version'; expected one of: ",
    "version = 0\n" + RACE: "line 1: version: expected a whole number from 1 to 9999, got 0",
    'needs = ["undergroud"]\n' + RACE: "line 1: needs[0]: unknown pack 'undergroud'; expected one of: ",
    HEAD + "[race.orcs]\ntokens = 5\nsupply = 9": "line 2: race.orcs: 'orcs' is the name of an official race",
    HEAD + "[power.orcs]\ntokens = 5": "line 2: power.orcs: 'orcs' is the name of an official race",
    HEAD + "[race.Stoats]\ntokens = 5\nsupply = 9": "line 2: race.Stoats: 'Stoats' is not lower case letters",
    HEAD
    + "[race.a]\ntokens = 5\nsupply = -3": "line 4: race.a.supply: expected a whole number from 1 to 60, got -3",
    HEAD
    + "[race.a]\ntokens = 5\nsupply = 4": "line 4: race.a.supply: 4 is less than the 5 tokens of the banner",
    HEAD + "[race.a]\nsupply = 4": "line 2: race.a.tokens: is missing: expected a whole number from 1 to 20",
    HEAD
    + "[race.a]\ntokens = true\nsupply = 4": "line 3: race.a.tokens: expected a whole number from 1 to 20, got true",
    HEAD + "race = 4": "line 2: race: expected a table, got 4",
    RACE + "[power.stoats]\ntokens = 1": "line 5: power.stoats: 'stoats' is a race of this pack, too",
    RACE + "effects = 3": "line 5: race.stoats.effects: expected a list, got 3",
    RACE + "effects = [3]": "line 5: race.stoats.effects[0]: expected a table, got 3",
    effect(
        'kind = "coin"\namount = 1'
    ): "line 6: race.stoats.effects[0].kind: unknown effect 'coin'; expected one of: ",
    effect(
        'kind = "coins"'
    ): "line 5: race.stoats.effects[0].amount: is missing: expected a whole number from 1 to 20",
    effect(
        'kind = "coins"\namount = 1000000000'
    ): "line 7: race.stoats.effects[0].amount: expected a whole number from 1",
    effect('kind = "coins"\namount = 1e3'): "amount: expected a whole number from 1 to 20, got 1000.0",
    effect(f'kind = "coins"\namount = {10**40}'): "got a number of more than twelve digits",
    effect(
        'kind = "coins"\namount = 1\nper = "hil"'
    ): "line 8: race.stoats.effects[0].per: unknown terrain or symbol 'hil'",
    effect(
        'kind = "coins"\namount = 1\nper = "hill"\nonce = true'
    ): "effects[0]: once cannot be combined with per",
    effect(
        'kind = "coins"\namount = 1\nlife = "never"'
    ): "life: unknown life 'never'; expected one of: active, always",
    effect('kind = "coins"\namount = 1\ntimes = "x"'): "times: unknown field 'times'",
    effect(
        'kind = "cheaper"\namount = 1\nwhere = "hill or"'
    ): "where: expected a terrain or symbol, got 'the end'",
    effect('kind = "cheaper"\namount = 1\nwhere = "(hill"'): "where: a bracket is not closed",
    effect(
        'kind = "cheaper"\namount = 1\nwhere = "hill swamp"'
    ): "where: expected and, or or the end before 'swamp'",
    effect('kind = "cheaper"\namount = 1\nwhere = "hill; import os"'): "where: cannot read '; import os'",
    effect(
        'kind = "cheaper"\namount = 1\nwhere = 4'
    ): 'where: expected regions, as in "hill or farmland", got 4',
    effect(f'kind = "cheaper"\namount = 1\nwhere = "{"not " * 12}hill"'): "at most 8 sets inside each other",
    effect(
        f'kind = "cheaper"\namount = 1\nwhere = "{"hill or " * 60}hill"'
    ): "where: at most 200 letters, got 484",
    effect('kind = "reaches"\nwhere = "beside held hill"'): "where: must not depend on what is held",
    effect(
        'kind = "auxiliaries"\nper = "mine"\nmost = 3\nowned = "a"\nspent = "b"'
    ): "owned: unknown counter 'a'",
    effect('kind = "defence"\namount = 1\nname = "region"'): "name: 'region' is a word of receipts",
    effect('kind = "gains"\non = "turn"'): "effects[0]: gains neither coins nor tokens",
    effect(
        'kind = "gains"\non = "lost"\ntokens = 1'
    ): "effects[0]: tokens come at the beginning of a turn or with",
    effect(
        'kind = "gains"\non = "turn"\ncoins = 1\nwhere = "hill"'
    ): "effects[0]: where goes with conquered or lost",
    effect(
        'kind = "gains"\non = "turn"\ncoins = 1\nlife = "always"'
    ): "effects[0]: life: in decline only lost happens",
    effect('kind = "plants"\nmarker = "den"'): "effects[0].marker: unknown marker 'den'",
    marker("count = 0"): "line 7: race.stoats.markers[0].count: expected a whole number from 1 to 20, got 0",
    marker("moves = true"): "race.stoats.markers[0]: moves needs placed='redeploy'",
    marker("joins = true"): "markers[0].joins: unknown field 'joins'",
    marker(
        'placed = "redeploi"'
    ): "placed: unknown placed 'redeploi'; expected one of: otherwise, redeploy (did you mean",
    RACE
    + '[[race.stoats.markers]]\nid = "dragon"': "line 6: race.stoats.markers[0].id: 'dragon' is the name of an official",
    RACE + '[[race.stoats.markers]]\nid = "hill"': "markers[0].id: 'hill' is the name of regions",
    marker('[[race.stoats.markers]]\nid = "den"'): "line 8: race.stoats.markers[1].id: 'den' is there twice",
    means(
        "price = 1\ndiscount = 1"
    ): "race.stoats.means[0]: a fixed price cannot be combined with discount or as_if_empty",
    means('carries = "dne"'): "race.stoats.means[0].carries: unknown marker 'dne'; expected one of: none",
    RACE + "[race.stoats.texts.xx]\nname = 'a'": "line 5: race.stoats.texts.xx: unknown language 'xx'",
    RACE + "[race.stoats.texts.en]\nnom = 'a'": "line 6: race.stoats.texts.en.nom: unknown field 'nom'",
    RACE
    + "[race.stoats.texts.en]\nname = '<b>a</b>'": "line 6: race.stoats.texts.en.name: a text is plain, without markup",
    RACE + "[race.stoats.texts.en]\ntext = '{seat}'": "text: a text is plain, without markup: { }",
    RACE
    + '[race.stoats.texts.en]\ntext = "a\\u202eb"': "text: a text has one line and no control characters",
    RACE
    + "[race.stoats.texts.de]\nname = 'ORKS'": "line 6: race.stoats.texts.de.name: so the official race orcs is called",
    RACE + f"[race.stoats.texts.en]\nname = '{'a' * 41}'": "name: at most 40 letters, got 41",
    RACE + "[race.stoats.texts.en.marker.den]\nname = 'Den'": "unknown field 'marker'",
    RACE
    + "[race.stoats.looks]\nicon = 'url(http://x)'": "line 6: race.stoats.looks.icon: expected the name of an icon",
    RACE
    + "[race.stoats.looks]\nface = {head = 'rond', skin = '#aabbcc', ground = '#aabbcc'}": "looks.face.head: unknown head 'rond'",
    RACE + "[race.stoats.looks]\nface = {skin = 'red'}": "looks.face.head: is missing",
    RACE + "[race.stoats.looks]\npattern = 'dots'": "looks.pattern: unknown field 'pattern'",
    RACE + "[race.stoats.looks]\ncolor = 'red'": "line 6: race.stoats.looks.color: expected a colour as",
    RACE + "[race.stoats.looks]\nmarker.den = 'hole'": "looks.marker.den: unknown marker 'den'",
}


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_fault_is_said_at_its_place(text: str) -> None:
    with pytest.raises(PackFileError) as caught:
        read_pack(text)
    assert any(FAULTS[text] in fault for fault in caught.value.faults), caught.value.faults


def test_all_faults_come_at_once() -> None:
    text = effect('kind = "coins"\namount = 99\nper = "hil"').replace("tokens = 5", "tokens = 50")
    with pytest.raises(PackFileError) as caught:
        read_pack(text)
    assert [(fault.path, fault.line) for fault in caught.value.found] == [
        ("race.stoats.tokens", 3),
        ("race.stoats.effects[0].amount", 7),
        ("race.stoats.effects[0].per", 8),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "#" * (MOST_BYTES + 1),
        "a = " + "[" * 5000 + "]" * 5000,
        "a" + ".a" * 20_000 + " = 1",
        "[" + "a." * 20_000 + "a]",
        "a = " + "9" * 5000,
        HEAD + "".join(f"[race.r{number}]\ntokens = 1\nsupply = 2\n" for number in range(60)),
        effect("\n[[race.stoats.effects]]\n".join(['kind = "outlives"'] * 20)),
        RACE + "".join(f"k{number} = 1\n" for number in range(5000)),
    ],
    ids=["bytes", "brackets", "dots", "header", "digits", "pieces", "effects", "fields"],
)
def test_size_is_bounded(text: str) -> None:
    with pytest.raises(PackFileError) as caught:
        read_pack(text)
    assert len(caught.value.faults) < 60
    assert all(len(fault) < 600 for fault in caught.value.faults)


@pytest.mark.parametrize(
    "data", [None, [], "x", {"id": []}, {"id": "a", "race": {"b": None}}, {"id": "a", "race": []}]
)
def test_data_that_is_none_is_refused(data: object) -> None:
    with pytest.raises(PackFileError):
        pack_from(data)


def test_a_file_that_cannot_be_read_says_its_name(tmp_path: Path) -> None:
    for path, said in (
        (tmp_path / "none.toml", "cannot be read"),
        (tmp_path / "odd.toml", "not a text in UTF-8"),
    ):
        (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
        with pytest.raises(PackFileError, match=f"{path.name}: .*{said}"):
            pack_from_file(path)
    (tmp_path / "odd.toml").write_text(effect('kind = "coin"'))
    with pytest.raises(PackFileError, match=r"odd.toml: line 6: race.stoats.effects\[0\].kind"):
        pack_from_file(tmp_path / "odd.toml")
