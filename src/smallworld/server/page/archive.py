"""Tables in the browser's storage. `web/src/lib/host/journal.ts` is the other side of each call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from time import time
from typing import Any, Final, ParamSpec, TypeVar

from pydantic import ValidationError

from ..tables import keys
from ..tables.archive import NoRoom, StorageError, UnreadableTable
from ..tables.journal import FORMAT, Entry, Header

Journal = Callable[[str, str], Awaitable[str]]  # the name of a call and its arguments; the answer: JSON, too
_FIRST: Final = 16  # entries of a journal: more than there are seats
P = ParamSpec("P")
T = TypeVar("T")


class PageArchive:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def _call(self, name: str, *args: Any) -> Any:
        try:
            return json.loads(await self._journal(name, json.dumps(args)))
        except Exception as error:  # whatever the browser raises
            full = "QuotaExceededError" in str(error)
            raise (NoRoom if full else StorageError)(f"{name}: {error}") from error

    async def aside(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        await asyncio.sleep(0)
        return call(*args, **kwargs)

    async def create(
        self, id: str, header: Header, first: Sequence[Entry] = (), due: float | None = None
    ) -> None:
        row = {"id": id, "header": header.model_dump(mode="json"), "touched": time(), "due": due}
        await self._call("create", row, [_row(id, entry) for entry in first])

    async def append(self, id: str, entry: Entry) -> bool:
        return bool(await self._call("append", _row(id, entry)))

    async def delete(self, id: str) -> bool:
        return bool(await self._call("remove", id))

    async def header(self, id: str) -> Header | None:
        row = await self._call("table", id)
        if row is None:
            return None
        stored = row.get("header")
        if isinstance(stored, dict) and isinstance(stored.get("format"), int) and stored["format"] > FORMAT:
            raise UnreadableTable("newer", f"table {id}: written by a newer version of smallworld")
        try:
            return Header.model_validate(stored)
        except ValidationError as error:
            raise UnreadableTable("damaged", f"table {id}: {error}") from error

    async def entries(self, id: str, after: int = 0) -> list[Entry]:
        rows = await self._call("entries", id, after)
        fields = ("version", "at", "kind", "body")  # whoever applies an entry finds out what is missing
        return [Entry(*(row.get(name) for name in fields)) for row in rows]

    async def snapshot(self, id: str) -> dict[str, Any] | None:
        row = await self._call("snapshot", id)
        body = row.get("body") if row is not None else None
        return body if isinstance(body, dict) and isinstance(body.get("version"), int) else None

    async def keep(self, snapshots: Mapping[str, Mapping[str, Any]]) -> None:
        await self._call("keep", [{"table": id, "body": body} for id, body in snapshots.items()])

    async def opens(self, id: str, key: str) -> bool:
        header = await self.header(id)
        if header is None:
            return False
        first = (await self.entries(id))[:_FIRST]
        known = [header.owner, header.join, header.watch]
        known += [entry.body["key"] for entry in first if entry.kind == "seated" and "key" in entry.body]
        return sum(keys.same(key, one) for one in known) > 0

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        found: dict[str, int] = await self._call("versions", list(ids))
        return found

    async def note(self, due: Mapping[str, float | None], touched: Mapping[str, float]) -> None:
        await self._call("note", dict(due), dict(touched))

    async def waiting(self) -> bool:
        return bool(await self._call("waiting"))

    async def claim(self, now: float, until: float, most: int) -> list[str]:
        """Nobody waits for a table that is not open: when it is opened, its clock is read."""
        return []

    async def beat(self, now: float) -> None:
        await self._call("beat", now)

    async def come_back(self, now: float, away: float) -> None:
        await self._call("comeBack", now, away)

    async def absences(self, since: float) -> list[tuple[float, float]]:
        return [(gone, back) for gone, back in await self._call("absences", since)]

    async def retire(self, now: float, unbegun: float, abandoned: float, finished: float) -> int:
        """What is in somebody's browser is theirs to delete."""
        return 0


def _row(table: str, entry: Entry) -> dict[str, Any]:
    row = {"table": table, "version": entry.version, "at": entry.at, "kind": entry.kind}
    return {**row, "body": dict(entry.body)}
