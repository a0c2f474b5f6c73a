"""From plain data, as in a TOML or JSON file, to a pack. All faults are found, with their place."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from smallworld.engine.content.pack import MOST_SUPPLY, MOST_TOKENS, Pack, piece_faults
from smallworld.engine.content.pieces import Power, Race
from smallworld.engine.effects import CONQUEST, Effect
from smallworld.engine.errors import choices
from smallworld.engine.verbs.receipt_types import TERM_LABELS
from smallworld.engine.words.region_sets import Where
from smallworld.letters import skeleton

from ..installed import find_packs
from .faults import Fault, PackFileError
from .limits import (
    ID,
    MOST_BYTES,
    MOST_DEPTH,
    MOST_FAULTS,
    MOST_LETTERS,
    MOST_OF,
    MOST_PIECES,
    MOST_VERSION,
    MOST_WORD,
    id_faults,
    shown,
    text_faults,
)
from .looks import read_looks
from .regions import RegionsError, known_names, read_regions
from .texts import read_texts, tables_of
from .words import Field, Word, effect_words, part_words
from .writing import called, data_of

PACK_FIELDS: Final = ("id", "version", "author", "needs", "texts", "race", "power")
_SHELVES: Final[dict[str, type[Race] | type[Power]]] = {"race": Race, "power": Power}
_FIELDS: Final = {
    "race": ("tokens", "supply", "effects", "markers", "means", "counters", "needs", "texts", "looks"),
    "power": ("tokens", "effects", "markers", "means", "counters", "needs", "texts", "looks"),
}
Own = Mapping[str, Sequence[str]]  # markers and counters of a piece, by id, which its other parts may name


def pack_from(data: object, *, official: bool = False) -> Pack:
    """The pack that plain data describes; `PackFileError` has every fault.

    `official`: names of installed pieces may be used again, for a pack that was exported from one.
    """
    check_data(data)
    return _Reader(official).pack(data)


@lru_cache(maxsize=128)
def pack_from_source(text: str) -> Pack:
    """The pack inside a game string."""
    return pack_from_json(text)


def pack_from_json(text: str) -> Pack:
    """The pack a JSON text describes; `PackFileError` has every fault."""
    check_size(text)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise PackFileError([Fault("", f"this pack is not JSON: {error.msg}", error.lineno)]) from None
    except RecursionError:
        raise PackFileError([Fault("", "this pack cannot be read: brackets inside brackets")]) from None
    except ValueError:  # Python refuses longer numbers
        raise PackFileError(
            [Fault("", "this pack cannot be read: a number of thousands of digits")]
        ) from None
    return pack_from(data)


def check_size(text: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise PackFileError([Fault("", f"the file has {size} bytes, a pack at most {MOST_BYTES}")])


def check_data(data: object) -> None:
    """Check that names, numbers and nesting of plain data are within the limits of every reader."""
    waiting: list[tuple[str, object, int]] = [("", data, 0)]
    while waiting:
        path, value, depth = waiting.pop()
        said = ""
        if isinstance(value, Mapping | list) and depth >= MOST_DEPTH:
            said = f"more than {MOST_DEPTH} tables and lists inside each other"
        elif isinstance(value, Mapping):
            if longest := max((len(name) for name in value if len(name) > MOST_WORD), default=0):
                said = f"a name of {longest} letters, at most {MOST_WORD}"
            waiting += [(f"{path}.{name}".lstrip("."), inner, depth + 1) for name, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{path}[{place}]", inner, depth + 1) for place, inner in enumerate(value)]
        elif isinstance(value, int) and abs(value) >= 10**MOST_WORD:
            said = f"a number of more than {MOST_WORD} digits"
        elif isinstance(value, float) and not math.isfinite(value):
            said = "expected a number that is finite"
        if said:
            raise PackFileError([Fault(path, said)])


class _Reader:
    def __init__(self, official: bool) -> None:
        self.faults: list[Fault] = []
        self.taken = {} if official else _taken_names()
        self.own: dict[str, str] = {}  # ids of parts, with the piece that has them

    def fault(self, path: str, *said: str) -> None:
        self.faults += [Fault(path, text) for text in said]
        if len(self.faults) >= MOST_FAULTS:
            raise PackFileError(
                [*self.faults[:MOST_FAULTS], Fault("", "there may be more faults after these")]
            )

    # --- the pack ------------------------------------------------------------------------------------

    def pack(self, data: object) -> Pack:
        if not isinstance(data, Mapping):
            raise PackFileError([Fault("", f"expected a pack, got {shown(data)}")])
        self.unknown("", data, PACK_FIELDS)
        id = data.get("id")
        self.fault("id", *id_faults(id))
        if isinstance(id, str) and id in self.taken.get("pack", ()):
            self.fault("id", f"{id!r} is the name of an installed pack; choose another one")
        version = self.whole("version", data.get("version", 1), 1, MOST_VERSION)
        author = data.get("author", "")
        self.fault("author", *text_faults(author, MOST_LETTERS["author"]))
        needs = self.needed_packs(data.get("needs", []))
        texts = read_texts("texts", data.get("texts", {}), "pack", (), self.fault)
        found: list[tuple[str, str, dict[str, Any]]] = []
        count = 0
        for kind in _SHELVES:
            pieces = self.table(kind, data.get(kind, {}))
            count += len(pieces)
            if count > MOST_PIECES:
                self.fault(kind, f"at most {MOST_PIECES} races and powers, got {count}")
                break
            for name, piece in pieces.items():
                found.append((kind, name, self.piece(kind, name, piece)))
        if not count:
            self.fault("", "a pack has at least one race or power: [race.NAME] or [power.NAME]")
        self.same_names(found)
        if self.faults:
            raise PackFileError(self.faults)
        return self.finished(str(id), version, str(author), needs, texts, found)

    def finished(
        self,
        id: str,
        version: int,
        author: str,
        needs: tuple[str, ...],
        texts: Mapping[str, Any],
        found: list[tuple[str, str, dict[str, Any]]],
    ) -> Pack:
        icons: dict[str, dict[str, str]] = {}
        looks: dict[str, Any] = {"icon": icons}
        for kind, name, parts in found:
            for shelf, ids in parts["looks"].get("icon", {}).items():
                icons.setdefault(shelf, {}).update(ids)
            if badge := {key: parts["looks"][key] for key in ("fill", "pattern") if key in parts["looks"]}:
                looks.setdefault(kind, {})[name] = badge
            if "face" in parts["looks"]:
                looks.setdefault("face", {}).setdefault(kind, {})[name] = parts["looks"]["face"]
            looks.setdefault("figures", []).extend(parts["looks"].get("figures", []))
        pack = Pack(
            id,
            version=version,
            needs=needs,
            texts=tables_of(id, texts, [(kind, name, parts["texts"]) for kind, name, parts in found]),
            looks={key: value for key, value in looks.items() if value},
            author=author,
        )
        for kind, name, parts in found:
            body = {key: value for key, value in parts.items() if key not in ("texts", "looks")}
            made = type(_class_name(name), (_SHELVES[kind],), {"id": name, "__module__": id, **body})
            (pack.race if kind == "race" else pack.power)(made)
        pack.source = json.dumps(data_of(pack), separators=(",", ":"), ensure_ascii=False)
        if len(pack.source.encode()) > MOST_BYTES:
            raise PackFileError([Fault("", f"at most {MOST_BYTES} bytes, got {len(pack.source.encode())}")])
        return pack

    def needed_packs(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            self.fault("needs", f'expected a list of packs, as in ["underground"], got {shown(value)}')
            return ()
        known = find_packs()
        for place, name in enumerate(value):
            if name not in known:
                self.fault(f"needs[{place}]", choices("pack", name, known))
        return tuple(value)

    def same_names(self, found: list[tuple[str, str, dict[str, Any]]]) -> None:
        names = [name for _, name, _ in found]
        for kind, name, _ in found:
            if kind == "power" and names.count(name) > 1:
                self.fault(f"power.{name}", f"{name!r} is a race of this pack, too; choose another name")

    # --- a piece -------------------------------------------------------------------------------------

    def piece(self, kind: str, name: str, data: object) -> dict[str, Any]:
        path = f"{kind}.{name}"
        before = len(self.faults)
        self.fault(path, *id_faults(name))
        for shelf in ("race", "power", "piece"):
            if name in self.taken.get(shelf, ()):
                what = shelf if shelf in _SHELVES else "piece"
                self.fault(path, f"{name!r} is the name of an official {what}; choose another one")
                break
        data = self.table(path, data)
        self.unknown(path, data, _FIELDS[kind])
        least = 1 if kind == "race" else 0
        found: dict[str, Any] = {"tokens": self.number(path, data, "tokens", least, MOST_TOKENS)}
        if kind == "race":
            found["supply"] = self.number(path, data, "supply", 1, MOST_SUPPLY)
        own: Own = {"marker": self.ids(data, "markers"), "counter": self.ids(data, "counters")}
        for shelf, word in part_words().items():
            found[shelf] = tuple(
                self.part(f"{path}.{shelf}[{place}]", path, word, row, own)
                for place, row in enumerate(self.rows(path, data, shelf))
            )
        found["effects"] = tuple(
            self.effect(f"{path}.effects[{place}]", row, own)
            for place, row in enumerate(self.rows(path, data, "effects"))
        )
        if "needs" in data:
            rows = self.rows(path, data, "needs")
            found["needs"] = tuple(
                self.regions(f"{path}.needs[{place}]", text, fixed=True) for place, text in enumerate(rows)
            )
        names = {
            "marker": [*own["marker"], *self.names_of_defences(data)],
            "means": self.ids(data, "means"),
            "counter": own["counter"],
        }
        parts = tuple((shelf, id) for shelf, ids in names.items() for id in ids)
        found["texts"] = read_texts(f"{path}.texts", data.get("texts", {}), kind, parts, self.fault)
        self.own_names(f"{path}.texts", found["texts"])
        found["looks"] = read_looks(f"{path}.looks", data.get("looks", {}), kind, name, parts, self.fault)
        if len(self.faults) == before:
            self.whole_piece(kind, name, path, found)
        return found

    def own_names(self, path: str, texts: Mapping[str, Mapping[str, Any]]) -> None:
        """Two races with the same name would be confused, whatever their ids."""
        for lang, said in texts.items():
            known = called(lang).get(skeleton(str(said.get("name", "")).strip()[:MOST_WORD]))
            if known and not self.lenient:
                self.fault(f"{path}.{lang}.name", f"so the official {known} is called; choose another name")

    def whole_piece(self, kind: str, name: str, path: str, found: dict[str, Any]) -> None:
        """The engine's check of the whole piece; it names parts by id, a file by place."""
        body = {key: value for key, value in found.items() if key not in ("texts", "looks")}
        made = type(_class_name(name), (_SHELVES[kind],), {"id": name, **body})
        for said in piece_faults(made):
            if said.startswith("effects: ") and any(said.endswith(text) for text in _effect_faults(found)):
                continue  # reported with the effect itself
            head, _, rest = said.partition(": ")
            shelf, _, id = head.partition(" ")
            if head == "markers":
                id, _, rest = rest.partition(": ")
            ids = [part.id for part in found[shelf]] if shelf in ("markers", "means") else []
            if id in ids:
                field, colon, text = rest.partition(": ")
                inner = colon and field.isidentifier()
                place = f"{path}.{shelf}[{ids.index(id)}]"
                self.fault(f"{place}.{field}" if inner else place, text if inner else rest)
            else:
                field, _, rest = said.partition(": ")
                self.fault(f"{path}.{field}", rest)

    def part(self, path: str, piece: str, word: Word, row: object, own: Own) -> Any:
        values = self.values(path, word, self.table(path, row), own)
        id = values.get("id")
        if isinstance(id, str):
            shelf = f"{word.name} {id}"
            if id in self.taken.get(word.name, ()):
                self.fault(f"{path}.id", f"{id!r} is the name of an official {word.name}; choose another one")
            elif shelf in self.own:
                self.fault(f"{path}.id", f"{id!r} is there twice: {self.own[shelf]} has it")
            elif word.name == "marker" and id in known_names().all and not self.lenient:
                self.fault(f"{path}.id", f"{id!r} is the name of regions; choose another one")
            self.own[shelf] = piece
        return self.made(word, values)

    @property
    def lenient(self) -> bool:
        return not self.taken

    def effect(self, path: str, row: object, own: Own) -> Effect | None:
        data = dict(self.table(path, row))
        if not data and not isinstance(row, Mapping):
            return None
        kind, words = data.pop("kind", None), effect_words()
        if not isinstance(kind, str) or kind not in words:
            self.fault(f"{path}.kind", choices("effect", kind if kind is not None else "", words))
            return None
        before = len(self.faults)
        values = self.values(path, words[kind], data, own)
        if len(self.faults) > before:
            return None
        effect = self.made(words[kind], values)
        if effect is not None:
            for said in effect.faults():
                self.fault(path, said)
        return effect if isinstance(effect, Effect) else None

    @staticmethod
    def made(word: Word, values: Mapping[str, Any]) -> Any:
        try:
            return word.make(**values)
        except TypeError:  # something is missing, which was reported
            return None

    def names_of_defences(self, data: Mapping[str, Any]) -> list[str]:
        """A defence has a name in receipts, as a marker has."""
        rows = data.get("effects")
        rows = rows[: MOST_OF["effects"]] if isinstance(rows, list) else []
        named = [row.get("name") for row in rows if isinstance(row, Mapping)]
        return [name for name in named if isinstance(name, str)]

    def ids(self, data: Mapping[str, Any], shelf: str) -> list[str]:
        rows = data.get(shelf)
        rows = rows[: MOST_OF[shelf]] if isinstance(rows, list) else []
        found = [row.get("id") for row in rows if isinstance(row, Mapping)]
        return [id for id in found if isinstance(id, str)]

    # --- values --------------------------------------------------------------------------------------

    def values(self, path: str, word: Word, data: Mapping[str, Any], own: Own) -> dict[str, Any]:
        known = [field.name for field in word.fields]
        self.unknown(path, data, known)
        values: dict[str, Any] = {}
        for field in word.fields:
            here = f"{path}.{field.name}"
            if field.name not in data:
                if field.required:
                    self.fault(here, f"is missing: {_expected(field)}")
                continue
            value = data[field.name]
            if field.kind == "per" and isinstance(value, str) and value in (*own["marker"], CONQUEST):
                values[field.name] = value
            elif field.kind in own and value and value not in own[field.kind]:
                self.fault(here, choices(field.kind, value, own[field.kind]))
            else:
                values[field.name] = self.value(here, field, value)
        return values

    def value(self, path: str, field: Field, value: object) -> Any:
        if field.kind in ("regions", "per") or (field.kind == "number or regions" and isinstance(value, str)):
            return self.regions(path, value, fixed=field.fixed)
        if field.kind in ("number", "number or regions"):
            return self.whole(path, value, field.low, field.high)
        if field.kind == "yes":
            if not isinstance(value, bool):
                self.fault(path, f"expected true or false, got {shown(value)}")
            return bool(value)
        if field.kind == "choice":
            if value not in field.choices:
                self.fault(path, choices(field.name, value, field.choices))
            return value
        self.fault(path, *id_faults(value))
        if isinstance(value, str) and value in TERM_LABELS:
            self.fault(path, f"{value!r} is a word of receipts; choose another one")
        return value

    def regions(self, path: str, text: object, *, fixed: bool = False) -> Where | None:
        try:
            where = read_regions(text)
        except RegionsError as error:
            self.fault(path, str(error))
            return None
        if fixed and not where.static:
            self.fault(path, "must not depend on what is held: beside held is not allowed here")
        return where

    def number(self, path: str, data: Mapping[str, Any], name: str, low: int, high: int) -> int:
        if name not in data:
            self.fault(f"{path}.{name}", f"is missing: expected a whole number from {low} to {high}")
            return low
        return self.whole(f"{path}.{name}", data[name], low, high)

    def whole(self, path: str, value: object, low: int, high: int) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.fault(path, f"expected a whole number from {low} to {high}, got {shown(value)}")
        return low

    def table(self, path: str, value: object) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.fault(path, f"expected a table, got {shown(value)}")
        return {}

    def rows(self, path: str, data: Mapping[str, Any], name: str) -> list[Any]:
        value = data.get(name, [])
        if not isinstance(value, list):
            self.fault(f"{path}.{name}", f"expected a list, got {shown(value)}")
            return []
        if len(value) > MOST_OF[name]:
            self.fault(f"{path}.{name}", f"at most {MOST_OF[name]}, got {len(value)}")
            return value[: MOST_OF[name]]
        return value

    def unknown(self, path: str, data: Mapping[str, Any], known: Collection[str]) -> None:
        for key in data:
            if key not in known:
                self.fault(f"{path}.{key}".lstrip("."), choices("field", key, known))


def _effect_faults(found: Mapping[str, Any]) -> list[str]:
    return [said for effect in found["effects"] for said in effect.faults()]


def _expected(field: Field) -> str:
    if field.kind == "number":
        return f"expected a whole number from {field.low} to {field.high}"
    if field.choices:
        return f"expected one of: {', '.join(field.choices)}"
    if field.kind == "regions":
        return 'expected regions, as in "hill or farmland"'
    return "expected a name"


def _class_name(id: str) -> str:
    return "".join(word.capitalize() for word in id.split("_") if word) if ID.match(id) else "Piece"


def _taken_names() -> dict[str, set[str]]:
    """The names of installed packs and of everything in them."""
    kinds = ("race", "power", "piece", "marker", "means", "counter")
    taken: dict[str, set[str]] = {"pack": set(find_packs()), **{kind: set() for kind in kinds}}
    for piece in (piece for pack in find_packs().values() for piece in pack.pieces):
        taken[piece.kind if piece.kind in _SHELVES else "piece"].add(piece.id)
        taken["marker"].update(marker.id for marker in piece.markers)
        taken["means"].update(means.id for means in piece.means)
        taken["counter"].update(counter.id for counter in piece.counters)
    return taken
