"""A table as a file: to take it from one host to another, and to keep it. It holds no keys.

A file is foreign text. It is read in a worker: bounded, then played from its first entry to its last by the
same rules as every other table, in bounded time; only then is a table made of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import process_time
from typing import Annotated, Any, Final, Literal

from pydantic import Field, FiniteFloat, StringConstraints, ValidationError

from smallworld.engine import SmallWorldError
from smallworld.languages import Lang
from smallworld.texts import Catalogue

from ..tables.archive import UnreadableTable
from ..tables.create_table import Opening
from ..tables.journal import Entry, Header, Kind
from ..tables.table import Table
from ..wire.base import Asked, Name, Seat, few
from ..wire.tables import NewTable, SeatPlan, TableOptions
from .trial import tried

FORMAT: Final = 1
WHAT: Final = "smallworld table"
_ENTRIES: Final = 8000  # a journal takes half as many undos, and then only moves
_ACTIONS: Final = 400  # of one entry: decisions, and the draws that follow
_LONGEST: Final = 5.0  # seconds of CPU for playing it: usually some tenths
_FAULTS: Final = 3  # listed

FiledAction = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._:+*~-]{1,200}$")]
Actions = Annotated[list[FiledAction], few(_ACTIONS)]
LevelName = Annotated[str, StringConstraints(max_length=40)]


class _Bot(Asked):
    seat: Seat
    name: Name
    level: LevelName


class _Seated(Asked):
    seat: Seat
    name: Name
    key: Literal[""] = ""


class _Begun(Asked):
    actions: Actions
    bots: Annotated[list[_Bot], few(8)]


class _Moved(Asked):
    seat: Seat
    actions: Actions
    over: bool = False


class _Counted(Asked):
    seat: Seat
    count: int = Field(ge=1, le=_ENTRIES)
    over: bool = False


class _StoodIn(Asked):
    seat: Seat
    level: LevelName
    why: Literal["asked", "time", "owner"]


class _Back(Asked):
    seat: Seat
    seconds: FiniteFloat = Field(ge=0, le=3600)


class _Resumed(Asked):
    since: FiniteFloat
    until: FiniteFloat


_BODIES: Final[dict[Kind, type[Asked]]] = {
    "seated": _Seated,
    "begun": _Begun,
    "moved": _Moved,
    "undone": _Counted,
    "redone": _Counted,
    "standin": _StoodIn,
    "back": _Back,
    "resumed": _Resumed,
}


class FiledEntry(Asked):
    at: FiniteFloat
    kind: Kind
    body: dict[str, Any]


class FiledSeat(Asked):
    who: Literal["person", "open", "bot"]
    name: str = Field(default="", max_length=40)
    level: LevelName = ""


class TableFile(Asked):
    what: Literal["smallworld table"] = WHAT
    format: int = FORMAT
    world: str = Field(max_length=80_000)  # its key: board, packs with their versions, races and powers
    seats: Annotated[list[FiledSeat], few(8)]
    options: TableOptions
    lang: Lang
    standin: LevelName
    entries: Annotated[list[FiledEntry], few(_ENTRIES)]


# --- writing --------------------------------------------------------------------------------------


def may_leave(header: Header, entries: Sequence[Entry], *, owner: bool) -> bool:
    """Whether the file tells nothing new: the game is over, or all people sit at the owner's device."""
    if owner and all(chair.who != "open" for chair in header.chairs):
        return True
    told = [over for entry in entries if (over := entry.finished) is not None]
    return bool(told and told[-1])


def written_table(header: Header, entries: Sequence[Entry]) -> bytes:
    """Not validated: what is damaged leaves as it is."""
    file = TableFile.model_construct(
        world=header.world,
        seats=[chair.model_dump() for chair in header.chairs],
        options=header.options.model_dump(),
        lang=header.lang,
        standin=header.standin,
        entries=[{"at": entry.at, "kind": entry.kind, "body": _without_key(entry.body)} for entry in entries],
    )
    return file.model_dump_json(warnings=False).encode()


def _without_key(body: Any) -> Any:
    return {**body, "key": ""} if isinstance(body, dict) and "key" in body else body


# --- reading --------------------------------------------------------------------------------------


def read_table(
    text: str, lang: Lang, levels: Collection[str], default_level: str, now: float
) -> tuple[Opening, list[Entry]]:
    """A new table and its journal. Raises a `SmallWorldError` that says what is wrong with the file."""
    file = _file_in(text, lang)
    try:
        plan = NewTable(seats=[_seat(seat) for seat in file.seats], options=file.options, lang=file.lang)
    except ValidationError as error:
        raise _refused(lang, "broken", error) from error
    opening = tried(plan.model_copy(update={"lang": lang}), levels, default_level)
    if opening.header.world != file.world:
        raise _refused(lang, "other_version")
    chairs = [
        chair.model_copy(update={"name": seat.name or chair.name})
        for chair, seat in zip(opening.header.chairs, file.seats, strict=True)
    ]
    named = {"chairs": chairs, "lang": file.lang, "standin": _level(file.standin, levels, default_level)}
    header = opening.header.model_copy(update=named)
    entries = _entries(file, lang, header, levels, default_level, now)
    return Opening(header, opening.created), entries


def _file_in(text: str, lang: Lang) -> TableFile:
    try:
        file = TableFile.model_validate_json(text)
    except ValidationError as error:
        raise _refused(lang, "broken", error) from error
    if file.format > FORMAT:
        raise _refused(lang, "newer")
    return file


def _seat(seat: FiledSeat) -> SeatPlan:
    name = seat.name[:24].strip() or "?"
    if seat.who == "open":
        return SeatPlan.model_construct(who="open", name="", level="")
    return SeatPlan(who="me" if seat.who == "person" else "bot", name=name, level=seat.level)


def _level(level: str, levels: Collection[str], otherwise: str) -> str:
    """A bot that is not here is played by one that is."""
    return level if level in levels else otherwise


def _entries(
    file: TableFile, lang: Lang, header: Header, levels: Collection[str], default_level: str, now: float
) -> list[Entry]:
    """Its journal, played. Times are moved so that the last entry is now: no clock ran in the file."""
    shift = now - max((entry.at for entry in file.entries), default=now)
    began = process_time()
    entries: list[Entry] = []
    try:
        table = Table.rebuild("file", header, ())
    except UnreadableTable as error:
        raise _refused(lang, "other_version") from error
    for number, filed in enumerate(file.entries, 1):
        try:
            body = _BODIES[filed.kind].model_validate(filed.body).model_dump(exclude_unset=True)
            _settle(body, filed.kind, header, levels, default_level, shift)
            entry = Entry(number, filed.at + shift, filed.kind, body)
            table.apply(entry)
        except (SmallWorldError, AssertionError, LookupError, TypeError, ValueError) as error:
            raise _refused(lang, "entry", number=number) from error
        entries.append(entry)
        if process_time() - began > _LONGEST:
            raise SmallWorldError(Catalogue(lang).say("server.table.open.heavy"))
    return entries


def _settle(
    body: dict[str, Any],
    kind: Kind,
    header: Header,
    levels: Collection[str],
    default_level: str,
    shift: float,
) -> None:
    """Whoever took a seat by a link sat elsewhere: here every seat is the owner's."""
    if kind == "seated":
        body["key"] = header.owner
    elif kind == "standin":
        body["level"] = _level(body["level"], levels, default_level)
    elif kind == "begun":
        for bot in body["bots"]:
            bot["level"] = _level(bot["level"], levels, default_level)
    elif kind == "resumed":
        body["since"], body["until"] = body["since"] + shift, body["until"] + shift


def _refused(lang: Lang, key: str, error: ValidationError | None = None, **facts: int) -> SmallWorldError:
    said = [Catalogue(lang).say(f"server.table.file.{key}", **facts)]
    if error is not None:
        places = (
            ".".join(map(str, one["loc"])) for one in error.errors(include_url=False, include_input=False)
        )
        said += [f"{place[:80]}" for place in list(places)[:_FAULTS] if place]
    return SmallWorldError(said)
