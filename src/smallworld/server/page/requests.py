"""The requests of the client, with the paths they have on a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, get_args
from urllib.parse import parse_qsl, unquote

from pydantic import BaseModel, TypeAdapter
from pydantic_core import to_json

from smallworld.languages import Lang

from ..api import requests
from ..api.problems import Refused, worker_errors
from ..api.progress import Analysis, Balance
from ..library.analysis import analysis_parts
from ..library.answers import as_json
from ..library.balance_report import Memory, balance_begun
from ..library.courses import learning
from ..library.encyclopedia import library
from ..library.replay import record_at, replay_frame
from ..library.vocabulary_form import vocabulary
from ..library.workshop import checked, copied, opened, shown_board
from ..ports import Client, Workers
from ..rooms import table_view
from ..rooms.rooms import Rooms
from ..wire.balance import BalanceAsk
from ..wire.pages import ComboAsk, LibraryAsk, ReplayAsk
from ..wire.tables import JoinTable, NewTable, TableText
from ..wire.workshop import OpenAsk, WorkshopAsk

P = ParamSpec("P")
_LANG: Final[TypeAdapter[Lang]] = TypeAdapter(Lang)
_ME: Final = Client()


@dataclass(frozen=True)
class Request:
    method: str
    path: str  # below `api/`, with its query
    body: str = ""
    key: str = ""
    lang: str = "en"

    @property
    def parts(self) -> list[str]:
        return [unquote(part) for part in self.path.partition("?")[0].split("/")]

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(self.path.partition("?")[2]))

    @property
    def spoken(self) -> Lang:
        return language(self.query.get("lang", self.lang))


@dataclass
class Requests:
    rooms: Rooms
    readers: Workers
    bench: Workers
    balances: Memory = field(default_factory=Memory)

    async def answer(self, asked: Request) -> bytes | AsyncIterator[bytes]:
        """The body of the answer, or its lines as they come."""
        lang, query, body = asked.spoken, asked.query, asked.body
        match (asked.method, *asked.parts):
            case ("GET", "meta"):
                return _json(requests.meta(lang))
            case ("GET", "texts", spoken):
                return _json(requests.client_texts(language(spoken)))
            case ("GET", "library", spoken):
                names, chosen = requests.library_choice(query.get("packs", ""), query.get("options", ""))
                return await self._read(library, language(spoken), names, query.get("board", ""), chosen)
            case ("POST", "library"):
                ask = LibraryAsk.model_validate_json(body)
                options = tuple(sorted(ask.options.items()))
                return await self._read(
                    library, ask.lang, tuple(ask.packs), ask.board, options, tuple(ask.homebrew)
                )
            case ("GET", "series"):
                tokens = int(query.get("tokens", "0"))
                return _json(requests.next_in_series(query["packs"], tokens, query.get("scores", "")))
            case ("POST", "combos"):
                return _json(requests.combo_names(ComboAsk.model_validate_json(body)))
            case ("GET", "learn", spoken):
                return await self._read(learning, language(spoken))
            case ("POST", "tables"):
                with worker_errors():
                    return _json(await self.rooms.open(NewTable.model_validate_json(body)))
            case ("GET", "tables", id):
                room, who = await requests.entered(self.rooms, id, asked.key)
                return _json(table_view.table_info(room.table, who, lang))
            case ("POST", "tables", id, "join"):
                return _json(await requests.join(self.rooms, id, JoinTable.model_validate_json(body)))
            case ("GET", "tables", id, "record"):
                return (await requests.record(self.rooms, id, asked.key)).encode()
            case ("GET", "tables", id, "file"):
                return await requests.table_file(self.rooms, id, asked.key)
            case ("POST", "table-file"):
                file = TableText.model_validate_json(body)
                with worker_errors():
                    return _json(await self.rooms.read_file(file.text, file.lang))
            case ("POST", "tables", id, "salvage"):
                return _json(await requests.salvage(self.rooms, id, asked.key))
            case ("POST", "tables", id, "delete"):
                await requests.delete(self.rooms, id, asked.key)
                return b""
            case ("POST", "replay"):
                replay = ReplayAsk.model_validate_json(body)
                return await self._read(replay_frame, await self._text(replay), replay.at, replay.lang)
            case ("POST", "replay", "analysis"):
                return await self._analysis(ReplayAsk.model_validate_json(body), lang)
            case ("GET", "vocabulary", spoken):
                return await self._read(vocabulary, language(spoken))
            case ("GET", "boards", spoken, board):
                return await self._read(shown_board, board, language(spoken))
            case ("POST", "workshop", "check"):
                check = WorkshopAsk.model_validate_json(body)
                return await self._read(checked, check.pack, check.board, check.lang)
            case ("POST", "workshop", "open"):
                piece = OpenAsk.model_validate_json(body)
                return await self._read(opened, piece.text, piece.lang)
            case ("GET", "workshop", "printed", kind, id):
                return await self._read(copied, kind, id)
            case ("POST", "workshop", "balance"):
                return await self._balance(BalanceAsk.model_validate_json(body))
        raise Refused(404, "no_page")

    async def _read(self, call: Callable[P, BaseModel], *args: P.args, **kwargs: P.kwargs) -> bytes:
        with worker_errors():
            return await self.readers.run_for(_ME, as_json, call, *args, **kwargs)

    async def _text(self, ask: ReplayAsk) -> str:
        if ask.record:
            return ask.record
        if ask.position:
            with worker_errors():
                return await self.readers.run_for(_ME, record_at, ask.position)
        return await requests.record(self.rooms, ask.table, ask.key)

    async def _analysis(self, ask: ReplayAsk, lang: Lang) -> AsyncIterator[bytes]:
        text = await self._text(ask)
        with worker_errors():
            total = await self.readers.run_for(_ME, analysis_parts, text)
        work = Analysis(self.bench, self.readers, "", text, total, ask.lang)
        return work.lines(table_view.texts(lang))

    async def _balance(self, ask: BalanceAsk) -> AsyncIterator[bytes]:
        with worker_errors():
            plan, total = await self.readers.run_for(_ME, balance_begun, ask.pack, ask.piece, ask.games)
        deals = self.balances.of(plan)
        work = Balance(self.bench, self.readers, "", plan, total, deals, ask.lang)
        return work.lines(table_view.texts(ask.lang))


def language(code: str) -> Lang:
    return _LANG.validate_python(code if code in get_args(Lang) else "en")


def _json(value: Any) -> bytes:
    return to_json(value, by_alias=True)
