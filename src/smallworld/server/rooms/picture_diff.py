"""The change from one picture to the next, in a short form.

Most of a picture stays the same. A viewer gets one whole picture, then changes in this form:

a word or number     the new value
[value]              the new value, if it is an object or a list
{key: change …}      an object in which these fields changed
{"~": {place: change …}}  a list of the same length in which these items changed
{"~": [item …]}      any other list: `[from, count]` items of the old one, `{from: change}` a changed one,
                     `[value]` a new one

Names, receipts and choices repeat often, so each gets a number: the first message that needs one sends it in
`things`; later `{"$": number}` stands for it. The numbers belong to the texts of a world in one language and
are the same for all tables; a bit set holds those a viewer knows. Fields with default values are left out.

`apply` does what the client does (`apply-change.ts`): a test checks that applied changes give the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Protocol

from pydantic_core import to_json

from ..picture.text_cache import Data, Words
from ..wire import base, position
from ..wire.base import Wire

# Sent in full each time: they belong to the step from one picture to the next.
_OWN: Final = ("events", "first", "fresh", "type")
# Fields of an event that are left out when equal to the event before; the first compares with the picture.
_REPEATED: Final = ("number", "round", "turn")
_NESTED: Final = (dict, list)
# Things that a part needs, by number; changes already written, by the ids of the old and new data.
Used = dict[int, Data]
Written = dict[tuple[int, int, int], tuple[Any, Used]]


def _defaults() -> dict[tuple[str, ...], Data]:
    """The default values of each model of a picture, by its field names: pictures are plain data."""
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
_BY_ORDER: dict[tuple[str, ...], Data] = {}  # the same, by the names in their order in the data


def _usual(data: Data) -> Data:
    names = tuple(data)
    found = _BY_ORDER.get(names)
    if found is None:
        found = _BY_ORDER[names] = _DEFAULTS.get(tuple(sorted(names)), {})
    return found


@dataclass(frozen=True)
class SentPicture:
    """The picture a viewer has. `known`: a bit set of the numbers it knows, counted from `first`."""

    picture: Data
    words: Words
    first: int
    known: int = 0


class Reader(Protocol):
    sent: SentPicture | None


def sent_picture(picture: Data, words: Words) -> SentPicture:
    """The state after a whole picture. Only the client keeps the lines of the log."""
    return SentPicture({**picture, "events": []}, words, words.first_number)


class ViewerGroup:
    """Viewers who get the same picture now, whatever they had before.

    From then on they share one state: what all of them know is not sent again. `written` holds changes of
    parts that other groups at the table see as well.
    """

    def __init__(self, picture: Data, words: Words, written: Written) -> None:
        self._picture, self._words, self._said = picture, words, written
        self._kept = {**picture, "events": []}
        self._made: dict[int, bytes] = {}
        self._readers: list[Reader] = []
        self._bases: list[SentPicture | None] = []  # keeps them alive, so that no id is used twice
        self._known = -1

    def message(self, reader: Reader, before: SentPicture | None) -> bytes:
        """The change, or the whole picture if the viewer's last one was for another seat or language."""
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

    def _message(self, before: SentPicture | None) -> bytes:
        if before is None:
            self._known = 0
            return to_json(self._picture)
        known = before.known if before.first == self._words.first_number else 0
        message, known = change(before.picture, self._picture, self._words, known, self._said)
        self._known &= known
        return to_json(message)

    def part(self) -> None:
        after = SentPicture(self._kept, self._words, self._words.first_number, max(0, self._known))
        for reader in self._readers:
            reader.sent = after


def change(
    before: Data, picture: Data, words: Words, known: int, written: Written | None = None
) -> tuple[Data, int]:
    """The message that turns the old picture into the new one, and the numbers known after it."""
    writer = _Writer(words)
    parts: Data = {}
    for key, new in picture.items():
        if key not in _OWN:
            old = before.get(key)
            if old is not new and old != new:
                parts[key] = writer.part(old, new, written) if type(new) in _NESTED else new
    message: Data = {"type": "change", "base": before["version"], "first": picture["first"], "parts": parts}
    if picture["fresh"]:
        message["fresh"] = True
    if picture["events"]:
        events = [writer.value(event) for event in picture["events"]]
        last = picture["first"], picture["round"], picture["turn"]
        for event, line in zip(events, picture["events"], strict=True):
            here = line["number"], line["round"], line["turn"]
            for key, was, value in zip(_REPEATED, last, here, strict=True):
                if was == value:
                    del event[key]
            last = here
        message["events"] = events
    things, known = writer.things(known)
    if things:
        message["things"] = things
    return message, known


class _Writer:
    """The output does not depend on the viewer; only which of the `used` things must be sent does."""

    def __init__(self, words: Words) -> None:
        self._words, self._numbers = words, words.numbers
        self.used: Used = {}

    def things(self, known: int) -> tuple[list[tuple[int, Data]], int]:
        """The things the viewer does not know yet, and what it knows after them."""
        found: list[tuple[int, Data]] = []
        known = self._bring(self.used, known, found)
        return found, known

    def _bring(self, used: Used, known: int, found: list[tuple[int, Data]]) -> int:
        """The things inside a thing come before it."""
        first = self._words.first_number
        for number, thing in used.items():
            bit = number - first
            if not known >> bit & 1:
                made, inner = self._brought(number, thing)
                known |= 1 << bit
                if inner:
                    known = self._bring(inner, known, found)
                found.append((number, made))
        return known

    def _brought(self, number: int, thing: Data) -> tuple[Data, Used]:
        """A thing in its sent form, and the things in it; made once."""
        made = self._words.brought.get(number)
        if made is None:
            writer = _Writer(self._words)
            made = self._words.brought[number] = writer.fields(thing), writer.used
        return made

    def part(self, old: Any, new: Any, written: Written | None) -> Any:
        """A part of the picture, which may be the same for others at the table."""
        if written is None or type(new) not in _NESTED:
            return self._change(old, new)
        key = id(old), id(new), self._words.first_number  # changes when all numbers were dropped
        if key not in written:
            writer = _Writer(self._words)
            written[key] = writer._change(old, new), writer.used
        made, used = written[key]
        self.used.update(used)
        return made

    def value(self, new: Any) -> Any:
        kind = type(new)
        if kind is dict:
            number = self._numbers.get(id(new))
            if number is None:
                return self.fields(new)
            self.used[number] = new
            return {"$": number}
        if kind is list:
            return [self.value(item) for item in new] if new else new
        return new

    def fields(self, new: Data) -> Data:
        usual = _usual(new)
        return {
            key: self.value(item) if type(item) in _NESTED else item
            for key, item in new.items()
            if key not in usual or item != usual[key]
        }

    def _change(self, old: Any, new: Any) -> Any:
        """The change from one value to a different one."""
        kind = type(new)
        if kind is dict:
            if type(old) is not dict or id(new) in self._numbers or old.keys() != new.keys():
                return [self.value(new)]
            made = {}
            for key, value in new.items():
                was = old[key]
                if was is not value and was != value:
                    made[key] = self._change(was, value) if type(value) in _NESTED else value
            return made
        if kind is list:
            return {"~": self._items(old, new)} if old and new and type(old) is list else [self.value(new)]
        return new

    def _items(self, old: list[Any], new: list[Any]) -> Any:
        """Choices are matched by their action, everything else by its index."""
        if type(new[0]) is dict and "action" in new[0] and "kind" in new[0]:
            places = {item["action"]: number for number, item in enumerate(old)}
            return self._runs(old, new, [places.get(item["action"], -1) for item in new])
        if len(old) != len(new):
            return self._runs(old, new, [*range(min(len(old), len(new))), *[-1] * (len(new) - len(old))])
        made = {}
        for number, item in enumerate(new):
            was = old[number]
            if was is not item and was != item:
                made[str(number)] = self._change(was, item)
        return made

    def _runs(self, old: list[Any], new: list[Any], places: list[int]) -> list[Any]:
        """`places`: the index of each item in the old list, or -1."""
        made: list[Any] = []
        start, count = 0, 0  # the current run of unchanged items, not yet written
        for item, place in zip(new, places, strict=True):
            if place >= 0 and ((was := old[place]) is item or was == item):
                if count and start + count == place:
                    count += 1
                    continue
                if count:
                    made.append([start, count])
                start, count = place, 1
                continue
            if count:
                made.append([start, count])
                count = 0
            if place >= 0 and id(item) not in self._numbers:
                made.append({str(place): self._change(old[place], item)})
            else:
                made.append([self.value(item)])
        if count:
            made.append([start, count])
        return made


# --- reading ---------------------------------------------------------------------------------------------


def apply(picture: Data, message: Data, things: dict[int, Any]) -> Data:
    """The picture after a change. `things` are those the viewer knows; new ones are added."""
    for number, thing in message.get("things", ()):
        things[number] = _read(thing, things)
    after = {key: picture[key] for key in picture if key not in _OWN}
    for key, part in message["parts"].items():
        after[key] = _after(picture.get(key), part, things)
    events: list[Data] = []
    same = {"number": message["first"], "round": after["round"], "turn": after["turn"]}
    for event in message.get("events", ()):
        events.append({**same, **_read(event, things)})
        same = {key: events[-1][key] for key in _REPEATED}
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
    if isinstance(changed := part["~"], dict):
        return [
            _after(item, changed[at], things) if (at := str(n)) in changed else item
            for n, item in enumerate(old)
        ]
    items: list[Any] = []
    for item in changed:
        if isinstance(item, dict):
            ((place, inner),) = item.items()
            items.append(_after(old[int(place)], inner, things))
        elif len(item) == 1:
            items.append(_read(item[0], things))
        else:
            items += old[item[0] : item[0] + item[1]]
    return items
