"""From a pack to plain data, and why some pieces cannot be exported: they need code."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from importlib.resources import files
from typing import Any

from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import MOMENTS, Marker, Piece, Race, has_moment
from smallworld.engine.effects import Effect
from smallworld.engine.words.marker import NOT_IN_FILES
from smallworld.engine.words.region_sets import Where
from smallworld.languages import LANGUAGES
from smallworld.letters import skeleton

from ..installed import find_packs
from .looks import looks_in
from .regions import write_regions
from .texts import FIELDS, texts_in
from .words import Field, Word, effect_words, part_words


def data_of(
    pack: Pack, only: Callable[[type[Piece]], bool] = lambda piece: True, **more: Any
) -> dict[str, Any]:
    """A pack as a file holds it; `only`: some of its pieces. One that needs code raises `ValueError`."""
    tables, looks = _texts_of(pack), _looks_of(pack)
    data: dict[str, Any] = {"id": pack.id, "version": pack.version, **more}
    if pack.author:
        data["author"] = pack.author
    if pack.needs:
        data["needs"] = list(pack.needs)
    told = {lang: tables.get(lang, {}).get("pack", {}).get(pack.id, {}) for lang in LANGUAGES}
    rows = {lang: {key: row[key] for key in FIELDS["pack"] if key in row} for lang, row in told.items()}
    if any(rows.values()):
        data["texts"] = {lang: row for lang, row in rows.items() if row}
    shelves: dict[str, Mapping[str, type[Piece]]] = {"race": pack.races, "power": pack.powers}
    for kind, pieces in shelves.items():
        found = {id: piece_data(piece, tables, looks) for id, piece in pieces.items() if only(piece)}
        if found:
            data[kind] = found
    return data


def piece_data(
    piece: type[Piece], tables: Mapping[str, Mapping[str, Any]], looks: Mapping[str, Any]
) -> dict[str, Any]:
    if reasons := needs_code(piece):
        raise ValueError(f"{piece.kind} {piece.id}: {'; '.join(reasons)}")
    data: dict[str, Any] = {"tokens": piece.tokens}  # type: ignore[attr-defined]
    if issubclass(piece, Race):
        data["supply"] = piece.supply
    if piece.needs is not None:
        data["needs"] = [write_regions(need) for need in piece.needs if isinstance(need, Where)]
    if piece.effects:
        data["effects"] = [effect_data(effect) for effect in piece.effects]
    for shelf, word in part_words().items():
        if rows := [_row(word, part) for part in getattr(piece, shelf)]:
            data[shelf] = rows
    parts = parts_of(piece)
    if texts := texts_in(tables, piece.kind, piece.id, parts):
        data["texts"] = texts
    if look := looks_in(looks, piece.kind, piece.id, parts):
        data["looks"] = look
    return data


def parts_of(piece: type[Piece]) -> list[tuple[str, str]]:
    """The parts of a piece that have a name and perhaps an icon: kind and id."""
    found = [("marker", marker.id) for marker in piece.markers]
    found += [named for effect in piece.effects for named in effect.named() if named[0] == "marker"]
    found += [("means", means.id) for means in piece.means]
    return found + [("counter", counter.id) for counter in piece.counters]


def effect_data(effect: Effect) -> dict[str, Any]:
    word = word_of(effect)
    if word is None:
        raise ValueError(f"{effect!r} cannot be written")
    return {"kind": word.name} | _row(word, effect)


def word_of(effect: Effect) -> Word | None:
    """The word that makes this effect from the effect's own values."""
    known = {field.name for field in fields(effect)}
    for word in effect_words().values():
        names = [field.name for field in word.fields]
        if known.issuperset(names):
            try:
                if word.make(**{name: getattr(effect, name) for name in names}) == effect:
                    return word
            except TypeError:
                continue
    return None


def _row(word: Word, thing: object) -> dict[str, Any]:
    """The fields that differ from their defaults."""
    row = {}
    for field in word.fields:
        value = _value(field, getattr(thing, field.name))
        if field.required or value != field.default:
            row[field.name] = value
    return row


def _value(field: Field, value: Any) -> Any:
    return write_regions(value) if isinstance(value, Where) else value


def needs_code(piece: type[Piece]) -> list[str]:
    """Why a piece cannot be written to a file; empty if it can."""
    found = [f"does something of its own ({name})" for name in MOMENTS if has_moment(piece, name)]
    found += [f"asks a question ({question.id})" for question in piece.questions]
    found += [f"has something to do beside conquering ({use.id})" for use in piece.uses]
    for effect in piece.effects:
        if any(write_regions(where) is None for where in effect.wheres()):
            found.append(f"{type(effect).__name__.lower()}: its regions are worked out by code")
        elif word_of(effect) is None:
            found.append(f"{type(effect).__name__.lower()}: its number is worked out by code")
    plain = Marker(id="plain")
    for name in NOT_IN_FILES:
        odd = [marker.id for marker in piece.markers if getattr(marker, name) != getattr(plain, name)]
        found += [f"marker {id}: {name} is not for races and powers" for id in odd]
    found += [f"means {means.id}: code says when" for means in piece.means if means.when is not None]
    found += [f"needs the deck {need}" for need in piece.needs or () if isinstance(need, str)]
    return found


def data_only(pieces: Iterable[type[Piece]]) -> list[type[Piece]]:
    return [piece for piece in pieces if not needs_code(piece)]


@lru_cache(maxsize=32)
def _read(package: str, file: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(files(package).joinpath(file).read_text(encoding="utf-8"))
    except (ModuleNotFoundError, FileNotFoundError):
        return {}


def _texts_of(pack: Pack) -> Mapping[str, Mapping[str, Any]]:
    if not isinstance(pack.texts, str):
        return pack.texts
    return {lang: _read(pack.texts, f"{lang}.toml") for lang in LANGUAGES} if pack.texts else {}


def _looks_of(pack: Pack) -> Mapping[str, Any]:
    if not isinstance(pack.looks, str):
        return pack.looks
    return _read(pack.looks, "looks.toml") if pack.looks else {}


@lru_cache(maxsize=len(LANGUAGES))
def called(lang: str) -> dict[str, str]:
    """The names of installed races and powers in a language."""
    found = {}
    for pack in find_packs().values():
        table = _texts_of(pack).get(lang, {})
        for piece in (*pack.races.values(), *pack.powers.values()):
            if name := table.get(piece.kind, {}).get(piece.id, {}).get("name"):
                found[skeleton(str(name))] = f"{piece.kind} {piece.id}"
    return found
