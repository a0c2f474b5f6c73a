"""The server's log: as text or JSON lines, and still readable during an attack."""

from __future__ import annotations

import json
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final, Literal

Format = Literal["text", "json"]

_ALIKE: Final = 5  # lines of one kind per minute
_MINUTE: Final = 60.0
_KINDS: Final = 500


class RepeatLimit(logging.Filter):
    """Limits equal log lines per minute; further ones are counted, and the next line says how many.

    A client that can cause one log line can cause millions: they must not hide the others.
    """

    def __init__(self, alike: int = _ALIKE, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._alike, self._clock = alike, clock
        self._said: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        trouble = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        key = record.name, f"{record.msg}{trouble}"[:200]
        now = self._clock()
        since, count = self._said.pop(key, (now, 0))
        left_out = max(0, count - self._alike)
        if now - since >= _MINUTE:
            since, count = now, 0
        self._said[key] = since, count + 1
        if len(self._said) > _KINDS:
            self._said.popitem(last=False)
        if count >= self._alike:
            return False
        if count == 0 and left_out:
            record.msg, record.args = f"{record.getMessage()} [and {left_out} more like this]", None
        return True


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "part": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(level: str, form: Format = "text") -> None:
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else plain)
    handler.addFilter(RepeatLimit())
    logging.basicConfig(level=level.upper(), handlers=[handler])
    # Their "info" messages are of no use to the operator.
    for noisy in ("alembic", "uvicorn.error", "websockets"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLogger().level))
