"""From one picture to the next: what changed, said as shortly as it can be said.

A picture is mostly what it was before. A reader gets one as a whole, then changes, which are made like this:

a word or number     the new value
[value]              the same, where it is a table or a list
{key: change …}      a table of which these parts changed
{"~": [item …]}      a list: `[from, count]` items of the old one, `{from: change}` a changed one,
                     `[value]` a new one

Names and receipts come again and again, so each gets a number: the message that needs one first brings it in
`things`, and `{"$": number}` stands for it from then on. Numbers are those of the words of a language for a
world, for all tables; which of them a reader knows is a set of bits. Fields that are as their model has them
by default are left out.

`apply` does what the client does (`web/src/lib/change.ts`): a law says that changes applied are the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Protocol

from pydantic_core import to_json

from ..picture.phrasebook import Data, Words
from ..wire import base, position
from ..wire.base import Wire

# Told by themselves, each time: they belong to the step from one picture to the next.
_OWN: Final = ("events", "first", "fresh", "type")
_REPEATED: Final = ("number", "round", "turn")  # of an event: left out where they are as in the one before
_SAME: Final = object()


def _defaults() -> dict[tuple[str, ...], Data]:
    """Of each model a picture is made of, by the names of its fields: pictures are plain data."""
    found = {}
    for part in (base, position):
        for model in vars(part).values():
            if isinstance(model, type) and issubclass(model, Wire):
                fields = model.model_fields
                usual = {name: field.default for name, field in fields.items() if not field.is_required()}
                if usual:
                    found[tuple(sorted(fields))] = usual
    return found


_DEFAULTS: Final = _defaults()
_BY_ORDER: dict[tuple[str, ...], Data] = {}  # the same, by the names in the order in which they come


def _usual(data: Data) -> Data:
    names = tuple(data)
    found = _BY_ORDER.get(names)
    if found is None:
        found = _BY_ORDER[names] = _DEFAULTS.get(tuple(sorted(names)), {})
    return found


@dataclass(frozen=True)
class Told:
    """What a reader was told last. `known`: bits of the numbers that were given, from `first` on."""

    picture: Data
    words: Words
    first: int
    known: int = 0


class Reader(Protocol):
    told: Told | None


def told(picture: Data, words: Words) -> Told:
    """After a whole picture. Lines of the log are kept by the reader alone."""
    return Told({**picture, "events": []}, words, words.first_number)


class Company:
    """Readers who get the same picture now, whatever each was told before.

    They are one company from then on: what all of them know need not be said to any.
    """

    def __init__(self, picture: Data, words: Words) -> None:
        self._picture, self._words = picture, words
        self._kept = {**picture, "events": []}
        self._made: dict[int, bytes] = {}
        self._readers: list[Reader] = []
        self._bases: list[Told | None] = []  # so that none of them goes, and its number to another
        self._known = -1

    def message(self, reader: Reader, before: Told | None) -> bytes:
        """The change, or the whole picture where it would change something else."""
        if before is not None and (
            before.words is not self._words or before.picture["you"] != self._kept["you"]
        ):
            before = None
        made = self._made.get(id(before))
        if made is None:
            made = self._made[id(before)] = self._message(before)
            self._bases.append(before)
        self._readers.append(reader)
        return made

    def _message(self, before: Told | None) -> bytes:
        if before is None:
            self._known = 0
            return to_json(self._picture)
        current = before.first == self._words.first_number
        message, known = change(before.picture, self._picture, self._words, before.known if current else 0)
        self._known &= known
        return to_json(message)

    def part(self) -> None:
        after = Told(self._kept, self._words, self._words.first_number, max(0, self._known))
        for reader in self._readers:
            reader.told = after


def change(before: Data, picture: Data, words: Words, known: int) -> tuple[Data, int]:
    """The message that makes the new picture of the old one, and which numbers are known then."""
    writer = _Writer(words, known)
    parts = {
        key: part
        for key, value in picture.items()
        if key not in _OWN and (part := writer.change(before.get(key), value)) is not _SAME
    }
    message: Data = {"type": "change", "base": before["version"], "first": picture["first"], "parts": parts}
    if picture["fresh"]:
        message["fresh"] = True
    if picture["events"]:
        events = [writer.value(event) for event in picture["events"]]
        for event, last in zip(reversed(events), reversed(events[:-1]), strict=False):
            for key in _REPEATED:
                if event[key] == last[key]:
                    del event[key]
        message["events"] = events
    if writer.things:
        message["things"] = writer.things
    return message, writer.known


class _Writer:
    def __init__(self, words: Words, known: int) -> None:
        self._numbers = words.numbers
        self._first = words.first_number
        self.known = known
        self.things: list[tuple[int, Data]] = []

    def value(self, new: Any) -> Any:
        if isinstance(new, dict):
            number = self._numbers.get(id(new))
            if number is None:
                return self._fields(new)
            if not self.known >> number - self._first & 1:
                self.known |= 1 << number - self._first
                fields = self._fields(new)  # brings what is inside it first
                self.things.append((number, fields))
            return {"$": number}
        if isinstance(new, list):
            return [self.value(item) for item in new] if new else new
        return new

    def _fields(self, new: Data) -> Data:
        usual = _usual(new)
        return {key: self.value(item) for key, item in new.items() if key not in usual or item != usual[key]}

    def change(self, old: Any, new: Any) -> Any:
        """`_SAME`: it is what it was."""
        if old is new or old == new:
            return _SAME
        if isinstance(new, dict):
            if isinstance(old, dict) and id(new) not in self._numbers and old.keys() == new.keys():
                parts = ((key, self.change(old[key], value)) for key, value in new.items())
                return {key: part for key, part in parts if part is not _SAME}
            return [self.value(new)]
        if isinstance(new, list):
            return (
                {"~": self._items(old, new)} if old and new and isinstance(old, list) else [self.value(new)]
            )
        return new

    def _items(self, old: list[Any], new: list[Any]) -> list[Any]:
        """Choices are matched by their action, everything else by its place."""
        places: dict[Any, int] = {}
        by_action = isinstance(new[0], dict) and "action" in new[0] and "kind" in new[0]
        if by_action:
            places = {item["action"]: number for number, item in enumerate(old)}
        made: list[Any] = []
        for number, item in enumerate(new):
            place = places.get(item["action"], -1) if by_action else number if number < len(old) else -1
            if place < 0:
                made.append([self.value(item)])
            elif (part := self.change(old[place], item)) is not _SAME:
                made.append({str(place): part})
            elif made and len(made[-1]) == 2 and sum(made[-1]) == place:
                made[-1][1] += 1
            else:
                made.append([place, 1])
        return made


# --- reading ---------------------------------------------------------------------------------------------


def apply(picture: Data, message: Data, things: dict[int, Any]) -> Data:
    """The picture after a change. `things` are those the reader knows; new ones are added."""
    for number, thing in message.get("things", ()):
        things[number] = _read(thing, things)
    after = {key: picture[key] for key in picture if key not in _OWN}
    for key, part in message["parts"].items():
        after[key] = _after(picture.get(key), part, things)
    events: list[Data] = []
    for event in message.get("events", ()):
        same = {key: events[-1][key] for key in _REPEATED} if events else {}
        events.append({**same, **_read(event, things)})
    fresh = message.get("fresh", False)
    return {"type": "picture", **after, "events": events, "first": message["first"], "fresh": fresh}


def _read(value: Any, things: dict[int, Any]) -> Any:
    if isinstance(value, dict):
        if "$" in value:
            return things[value["$"]]
        return {key: _read(item, things) for key, item in value.items()}
    return [_read(item, things) for item in value] if isinstance(value, list) else value


def _after(old: Any, part: Any, things: dict[int, Any]) -> Any:
    if isinstance(part, list):
        return _read(part[0], things)
    if not isinstance(part, dict):
        return part
    if "~" not in part:
        return {**old, **{key: _after(old.get(key), inner, things) for key, inner in part.items()}}
    items: list[Any] = []
    for item in part["~"]:
        if isinstance(item, dict):
            ((place, inner),) = item.items()
            items.append(_after(old[int(place)], inner, things))
        elif len(item) == 1:
            items.append(_read(item[0], things))
        else:
            items += old[item[0] : item[0] + item[1]]
    return items
