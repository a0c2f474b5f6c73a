"""Why a request was refused: a sentence and the faults. Never the input: it may hold a key."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from smallworld.engine import SmallWorldError
from smallworld.languages import Lang
from smallworld.texts.fault_sentences import fault_in

from ..ports import Failed, QueueFull, TimedOut
from ..rooms import table_view
from ..tables.archive import NoRoom, StorageError, UnreadableTable
from ..tables.refusal import Refusal
from ..wire.pages import Problem

_log: Final = logging.getLogger("smallworld.http")
_STATUS: Final = {"storage": 503, "stale": 409, "phase": 409}
_FAULTS: Final = 8  # listed per request; the others are only counted
_LETTERS: Final = 400  # characters of each


class Refused(Exception):
    """`status` is that of an HTTP answer; the sentence is the text `server.table.problem.<key>`."""

    def __init__(self, status: int, key: str, **facts: int) -> None:
        self.status, self.key, self.facts = status, key, facts
        super().__init__(key)


def problem(error: Refused | Refusal | SmallWorldError, lang: Lang) -> tuple[int, Problem]:
    """The status and the body of the answer to a request that ended with this error."""
    texts = table_view.texts(lang)
    if isinstance(error, Refused):
        return error.status, said(sentence(lang, error.key, **error.facts))
    if isinstance(error, Refusal):
        reasons = error.reasons(texts, [])
        return _STATUS.get(error.cause, 409), said(reasons[0].sentence, [reason.remedy for reason in reasons])
    if isinstance(error, StorageError):
        _log.error("%s", error)
        if isinstance(error, NoRoom):
            return problem(Refusal("storage", "no_room"), lang)
        return 503, said(sentence(lang, "storage"))
    if isinstance(error, UnreadableTable):
        _log.error("%s", error)
        return 409, said(texts.say(f"server.table.trouble.{error.why}"))
    known = [fault_in(lang, fault) for fault in error.faults[:_FAULTS]]
    return 422, said(sentence(lang, "faults"), [*known, *error.faults[_FAULTS:]])


def said(error: str, faults: Sequence[str] = ()) -> Problem:
    return Problem(error=error, faults=bounded_faults(faults))


def sentence(lang: Lang, key: str, **facts: int) -> str:
    return table_view.texts(lang).say(f"server.table.problem.{key}", **facts)


def bounded_faults(faults: Sequence[str]) -> list[str]:
    """A bounded list of faults: a request with ten thousand faults must not get a huge answer."""
    shortened = [fault if len(fault) <= _LETTERS else f"{fault[:_LETTERS]} …" for fault in faults[:_FAULTS]]
    return shortened if len(faults) <= _FAULTS else [*shortened, f"… + {len(faults) - _FAULTS}"]


@contextmanager
def worker_errors() -> Iterator[None]:
    """Turn errors of the workers into refusals with a reason."""
    try:
        yield
    except QueueFull as full:
        raise Refused(503, "busy", waiting=full.waiting) from full
    except TimedOut as late:
        _log.warning("a request was stopped: %s", late)
        raise Refused(503, "too_long") from late
    except Failed as failure:
        _log.error("a request failed: %s", failure)
        raise Refused(500, "failed") from failure
