"""The vocabulary as data: every word a file may use, with its fields, worked out from the engine itself.

A word of an effect is a function of `engine.effects`; its fields are that function's parameters. Markers,
means and counters are the dataclasses of `engine.pieces`. What takes a function cannot stand in a file.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from smallworld.engine import effects
from smallworld.engine.effects import Effect
from smallworld.engine.pieces import Counter, Marker, Means
from smallworld.engine.where import Where, everywhere

Kind = Literal["number", "yes", "choice", "regions", "number or regions", "per", "id", "marker", "counter"]

# The least and the greatest number, by word and field; anything else a game can bear.
_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "cheaper.amount": (-5, 5),
    "defence.amount": (1, 5),
    "toll.coins": (1, 10),
    "attack_only.tokens": (1, 20),
    "auxiliaries.most": (1, 20),
    "recruits.tokens": (1, 10),
    "recruits.per_conquests": (0, 10),
    "loses.tokens": (0, 5),
    "gains.coins": (0, 10),
    "gains.tokens": (0, 5),
    "gains.most": (0, 20),
    "plants.most": (0, 20),
    "coins.amount": (1, 20),
    "coins.every": (1, 10),
    "marker.count": (1, 20),
    "marker.defence": (0, 5),
    "marker.per_turn": (0, 20),
    "marker.per_region": (0, 20),
    "means.price": (0, 10),
    "means.discount": (0, 10),
}
# Fields with a name: what they name, if that is something else of the same piece.
_REFERS: Final[dict[str, Kind]] = {
    "marker": "marker",
    "carries": "marker",
    "owned": "counter",
    "spent": "counter",
}
# For pieces that lie on the map by themselves, and for rules: a file has races and powers.
NOT_IN_FILES: Final = ("marker.token", "marker.joins", "marker.opens_to", "marker.home")


@dataclass(frozen=True)
class Field:
    """One thing a word wants to know."""

    name: str
    kind: Kind
    required: bool
    default: Any = None  # as a file writes it; None: it may be left out, and nothing is said then
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    fixed: bool = False  # regions: only a set that depends on the board alone

    def data(self) -> dict[str, Any]:
        """For whoever builds a form of it."""
        found: dict[str, Any] = {"name": self.name, "kind": self.kind, "required": self.required}
        if not self.required:
            found["default"] = self.default
        if "number" in self.kind:
            found |= {"low": self.low, "high": self.high}
        if self.choices:
            found["choices"] = list(self.choices)
        if self.fixed:
            found["fixed"] = True
        return found


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary: an effect, or one of marker, means and counter."""

    name: str
    says: str  # what it does, in the engine's English
    fields: tuple[Field, ...]
    make: Callable[..., Any]

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)

    def data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "says": self.says,
            "fields": [field.data() for field in self.fields],
        }


@cache
def effect_words() -> dict[str, Word]:
    """Every word for an effect, in the order of the engine's pages."""
    found = {}
    for name, function in vars(effects).items():
        if inspect.isfunction(function) and get_type_hints(function, localns=_NAMES).get("return") is Effect:
            found[name] = _word_of_function(name, function)
    return found


@cache
def part_words() -> dict[str, Word]:
    """Markers, means and counters, by the list they stand in."""
    return {
        "markers": _word_of_class("marker", Marker),
        "means": _word_of_class("means", Means),
        "counters": _word_of_class("counter", Counter),
    }


_NAMES: Final = {"Scene": object, "Combo": object}  # for annotations; functions of them never get here


def _word_of_function(name: str, function: Callable[..., Any]) -> Word:
    hints = get_type_hints(function, localns=_NAMES)
    fields = []
    for parameter in inspect.signature(function).parameters.values():
        required = parameter.default is inspect.Parameter.empty
        default = None if required else parameter.default
        fields.append(_field(name, parameter.name, hints[parameter.name], required, default))
    kept = [field for field in fields if field is not None]
    sample = function(**{field.name: _anything(field) for field in kept if field.required})
    if sample.static_only:
        kept = [dataclasses.replace(f, fixed=True) if f.kind == "regions" else f for f in kept]
    says = " ".join((inspect.getdoc(function) or "").split())
    return Word(name, says, tuple(kept), function)


def _word_of_class(name: str, cls: type[Any]) -> Word:
    hints = get_type_hints(cls, localns=_NAMES)
    fields = []
    for field in dataclasses.fields(cls):
        required = field.default is dataclasses.MISSING
        default = None if required else field.default
        if f"{name}.{field.name}" not in NOT_IN_FILES:
            fields.append(_field(name, field.name, hints[field.name], required, default))
    says = " ".join((inspect.getdoc(cls) or "").split())
    return Word(name, says, tuple(field for field in fields if field is not None), cls)


def _field(word: str, name: str, hint: Any, required: bool, default: Any) -> Field | None:
    """None: it takes a function, which no file can say."""
    types = set(get_args(hint)) if get_origin(hint) in (Union, UnionType) else {hint}
    types.discard(type(None))
    low, high = _BOUNDS.get(f"{word}.{name}", (0, 0))
    if types == {bool}:
        return Field(name, "yes", required, default)
    if types == {int}:
        return Field(name, "number", required, default, low, high)
    if types == {Where}:
        return Field(name, "regions", required, "everywhere" if default is everywhere else default)
    if types == {int, Where}:
        return Field(name, "number or regions", required, default, low, high)
    if types == {Where, str}:
        return Field(name, "per", required, default)
    if types == {str}:
        return Field(name, _REFERS.get(name, "id"), required, default)
    if get_origin(hint) is Literal:
        return Field(name, "choice", required, default, choices=get_args(hint))
    return None


def _anything(field: Field) -> Any:
    if field.choices:
        return field.choices[0]
    return {"number": field.low, "regions": everywhere}.get(field.kind, "x")
