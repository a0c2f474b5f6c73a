"""A pack in a file comes from anybody. Reading one costs in proportion to its length, whatever is in it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from smallworld.packs.files import PackFileError, pack_from_json, read_data, read_pack
from smallworld.packs.files.limits import MOST_BYTES, MOST_DEPTH, MOST_FAULTS, MOST_LINE, MOST_WORD
from smallworld.server.library.workshop import checked, opened

from .steps import assert_linear, read_or_refused

HEAD = 'id = "mine"\n'
PIECE = HEAD + "[race.stoats]\ntokens = 5\nsupply = 10\n"
SIZES = (1_000, 2_000, 4_000)
HOSTILE: dict[str, Callable[[int], str]] = {
    "blanks in brackets": lambda size: f"{HEAD}zz = [\n[{' ' * size}#\n],\n]\n",
    "blanks in many lists": lambda size: HEAD + "zz = [\n" + f"[{' ' * 50}#\n],\n" * (size // 50) + "]\n",
    "blanks before a name": lambda size: HEAD + " " * size + "zz = 1\n",
    "blanks around dots": lambda size: HEAD + f"a{' ' * size}.{' ' * (size // 2)}b = 1",
    "a long name": lambda size: HEAD + "a" * size + " = 1",
    "names with faults": lambda size: (
        HEAD + f"[race.{'a' * (size // 50)}]\n" + "".join(f"k{n} = 1\n" for n in range(size // 10))
    ),
    "a list of many": lambda size: HEAD + f"needs = [{'1,' * size}]",
    "a list of many texts": lambda size: HEAD + "needs = [" + '"x",\n' * size + "]",
    "markers and their texts": lambda size: (
        PIECE
        + "markers = [\n"
        + "".join(f'{{id="m{n}"}},\n' for n in range(size // 10))
        + "]\n[race.stoats.texts.en.marker]\n"
        + "".join(f"m{n} = {{}}\n" for n in range(size // 10))
    ),
    "effects that name nothing": lambda size: (
        PIECE + "[[race.stoats.effects]]\n" * (size // 20) + "kind = 3\nwhere = []\n"
    ),
    "many tables": lambda size: HEAD + "".join(f"[t{n}]\n" for n in range(size // 4)),
    "lists of tables": lambda size: HEAD + "[[a.b.c]]\n" * (size // 4) + "x = nan\n",
    "quotes that never end": lambda size: HEAD + "x = '''" + "'" * (size % 2) + "''\n" * size,
    "strings side by side": lambda size: HEAD + 'x = """' + '\\"""' * size,
    "escapes": lambda size: HEAD + 'x = "' + "\\\\" * size,
    "comments": lambda size: HEAD + "#\n" * size + "x",
    "an icon": lambda size: PIECE + f'[race.stoats.looks]\nicon = "{"a-" * size}!"',
    "a path": lambda size: PIECE + f'[race.stoats.looks]\nicon = "M{" " * size}!"',
    "figures": lambda size: PIECE + f"[race.stoats.looks]\nfigures = [{'1, ' * size}]",
    "regions": lambda size: PIECE + f'needs = ["{"(" * size}"]',
    "digits": lambda size: HEAD + f"version = {'9' * size}",
    "numbers": lambda size: HEAD + "x = [\n" + f"{'9' * 40},\n" * size + "]",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_toml_pack_costs_in_proportion(name: str) -> None:
    assert_linear(read_pack, HOSTILE[name], SIZES)
    assert_linear(lambda text: opened(text), HOSTILE[name], SIZES)


HOSTILE_JSON: dict[str, Callable[[int], object]] = {
    "a long name": lambda size: {"id": "a", "x" * size: 1},
    "many names": lambda size: {"id": "a", **{f"k{n}": 1 for n in range(size)}},
    "nesting": lambda size: {"id": "a", "race": {"b": [[[[[[[[[1] * size]]]]]]]]}},
    "markers and their texts": lambda size: {
        "id": "a",
        "race": {
            "b": {
                "tokens": 1,
                "supply": 2,
                "markers": [{"id": f"m{n}"} for n in range(size)],
                "texts": {"en": {"marker": {f"m{n}": {} for n in range(size)}}},
                "looks": {"marker": {f"m{n}": {} for n in range(size)}, "figures": ["m0"] * size},
            }
        },
    },
    "effects": lambda size: {
        "id": "a",
        "power": {"b": {"tokens": 1, "effects": [{"kind": "defence", "name": f"m{n}"} for n in range(size)]}},
    },
    "a long text": lambda size: {"id": "a", "author": "<" * size, "texts": {"en": {"name": "\n" * size}}},
}


@pytest.mark.parametrize("name", HOSTILE_JSON)
def test_a_json_pack_costs_in_proportion(name: str) -> None:
    assert_linear(
        lambda text: checked(text, "", "en"),
        lambda size: json.dumps(HOSTILE_JSON[name](size)),
        (250, 500, 1_000),
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_faults_are_few_and_short(name: str) -> None:
    size = MOST_BYTES // 8
    with pytest.raises(PackFileError) as caught:
        read_pack(HOSTILE[name](size))
    assert len(caught.value.found) <= MOST_FAULTS + 1
    assert all(len(fault) < 700 for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "version = 0x" + "f" * 9_000, f"line 2: a line of 9012 letters, at most {MOST_LINE}"),
        (HEAD + "version = 0x" + "f" * 900, f"line 2: a name or number of 902 letters, at most {MOST_WORD}"),
        (HEAD + "x = {" + "a." * 11_000 + "b = 1}", f"line 2: a line of 22011 letters, at most {MOST_LINE}"),
        (HEAD + "x = {" + "a." * 1_100 + "b = 1}", "line 2: a key with more than 8 dots"),
        (HEAD + "x = {" + "a . " * 1_100 + "b = 1}", "line 2: a key with more than 8 dots"),
        (HEAD + "\nx = [" + "[{a=" * 500, f"line 3: more than {MOST_DEPTH} brackets inside each other"),
        (HEAD + "\n'" + "a" * 70 + "' = 1", f"line 3: a name or number of 70 letters, at most {MOST_WORD}"),
        (HEAD + 'y = """\n\n"""\nx = [1,\n2, inf]', "line 6: x[2]: expected a number that is finite"),
        (HEAD + "x = 1e999", "line 2: x: expected a number that is finite"),
        (HEAD + "[a.b.c.d.e.f.g.h]\ni.j.k.l.m = 1", "line 3: a.b.c.d.e.f.g.h.i.j.k.l: more than 12 tables"),
    ],
)
def test_what_is_too_much_is_refused_with_its_line(text: str, said: str) -> None:
    for read in (read_data, read_pack):
        with pytest.raises(PackFileError) as caught:
            read(text)
        assert caught.value.faults[0].startswith(said)
    assert opened(text).faults
    assert not opened(text).pack


@pytest.mark.parametrize(
    "text",
    ["[" * 90_000, '{"id":' * 9_000, '{"id": ' + "9" * 9_000 + "}", '{"id": NaN}', '{"\\ud800": 1}', "{"],
)
def test_bad_json_is_a_fault(text: str) -> None:
    with pytest.raises(PackFileError):
        pack_from_json(text)
    read_or_refused(lambda one: checked(one, "", "en"), text)
