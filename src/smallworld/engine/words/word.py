"""How a word is declared for pack files, forms and schemas: its fields, their bounds, its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from ..world.world import World
    from .gate import Gate

Kind = Literal["number", "yes", "choice", "regions", "number or regions", "per", "id", "marker", "counter"]
# The groups of a form, in order; a word without a group comes last.
Group = Literal["coins", "cost", "defence", "tokens", "reach", "decline", ""]
REQUIRED: Final = object()


@dataclass(frozen=True)
class Field:
    """One field of a word. Functions are left out: a file cannot contain them."""

    name: str
    kind: Kind
    required: bool
    default: Any = None  # as a file writes it; None: it may be left out
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    fixed: bool = False  # regions: only a set that depends on the board alone


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary: an effect, or one of marker, means and counter."""

    name: str
    make: Callable[..., Any]
    says: str  # what it does, in the engine's English
    fields: tuple[Field, ...] = ()
    group: Group = ""
    # Its denials: id -> (what is wrong, what would make it legal).
    rules: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # Its kinds of event: id -> the sentence.
    events: Mapping[str, str] = field(default_factory=dict)
    # Its gate in a world, or None if no piece there has the word.
    gate: Callable[[World], Gate | None] | None = None

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


def _field(name: str, kind: Kind, default: Any, **more: Any) -> Field:
    required = default is REQUIRED
    return Field(name, kind, required, None if required else default, **more)


def number(name: str, low: int, high: int, default: Any = REQUIRED) -> Field:
    return _field(name, "number", default, low=low, high=high)


def number_or_regions(name: str, low: int, high: int, default: Any = REQUIRED) -> Field:
    return _field(name, "number or regions", default, low=low, high=high)


def yes(name: str, *, default: bool = False) -> Field:
    return _field(name, "yes", default)


def choice(name: str, choices: tuple[str, ...], default: Any = REQUIRED) -> Field:
    return _field(name, "choice", default, choices=choices)


def regions(name: str, default: Any = REQUIRED, *, fixed: bool = False) -> Field:
    """A set of regions; `fixed`: one that depends on the board alone."""
    return _field(name, "regions", default, fixed=fixed)


def name_of(kind: Kind, name: str, default: Any = REQUIRED) -> Field:
    """A name: of the thing itself (`id`), or of a marker or counter of the same piece."""
    return _field(name, kind, default)


LIFE: Final = choice("life", ("active", "always", "declined"), "active")
