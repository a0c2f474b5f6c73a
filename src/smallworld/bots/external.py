"""Bots in any language: a separate program that speaks JSON lines on standard input and output.

Its errors are raised as BotFault, so wrap it in `safe_bot.Guarded`. A program that breaks the protocol or its
time limit is killed with all its child processes, and started again for its next decision, a few times
per game.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import IO, Any, Final, Protocol, Self

from smallworld import __version__
from smallworld.engine import SmallWorldError, View, world_key

from . import protocol
from .safe_bot import BotFault, clean

MAX_LINE: Final = 65_536  # bytes in one line from a bot
MAX_UNASKED: Final = 64  # lines without a question
MAX_LOG: Final = 65_536  # last bytes of standard error that are kept
PARTING: Final = 1.0  # seconds to exit after goodbye
ENDING: Final = 0.5  # seconds between the end of its output and its exit
RUNNERS: Final = {".py": sys.executable, ".js": "node", ".mjs": "node"}

Trace = Callable[[str, str], None]  # ">" sent or "<" received, and the line


class Connection(Protocol):
    """The way to a bot outside this process: lines there and back."""

    @property
    def log(self) -> str:
        """The last part of what it wrote besides its answers."""

    @property
    def unasked(self) -> int:
        """Lines that nobody asked for."""

    def send(self, line: bytes) -> None: ...

    def drop_unasked(self) -> None:
        """Drop what was written before the question; too much of it is a fault."""

    def receive(self, seconds: float) -> bytes:
        """The next line, without its line break."""

    def stop(self, grace: float = 0.0) -> bool:
        """End it; whether it ended by itself within `grace` seconds."""


class ExternalBot:
    """`cmd`: a program, or a command line. `ms`: limit for a decision. `start_ms`: limit until its hello.

    `restarts`: how often it may be restarted within a game. One that fails to start is out for that game.
    """

    def __init__(
        self,
        seed: int | str = 0,
        cmd: str | Sequence[str] = "",
        ms: int = 2000,
        start_ms: int = 10_000,
        restarts: int = 3,
    ) -> None:
        for name, value, least in (("ms", ms, 1), ("start_ms", start_ms, 1), ("restarts", restarts, 0)):
            if value < least:
                raise SmallWorldError(f"{name}: expected at least {least}, got {value}")
        self.command = self._read_place(cmd)
        self.ms, self.start_ms, self.restarts = ms, start_ms, restarts
        # The dice may come from the same table seed, so the bot only gets a hash of it.
        digest = hashlib.blake2b(f"external/{seed}".encode(), digest_size=4).digest()
        self.seed = int.from_bytes(digest, "big") >> 1
        self.name = ""  # from its hello
        self.start_seconds = 0.0
        self.trace: Trace | None = None
        self._child: list[Connection] = []  # the running one, if any
        self._game: tuple[object, ...] = ()
        self._round = 0
        self._starts = self._questions = 0
        self._old_log, self._old_unasked = "", 0
        weakref.finalize(self, _stop_all, self._child)

    @classmethod
    def read_spec(cls, text: str) -> dict[str, str]:
        """Parameters of a spec: `PATH`, or `cmd=…,ms=…`. A command may contain commas and equals signs."""
        known = [name for name in inspect.signature(cls).parameters if name != "seed"]
        keys = "|".join(known)
        if not re.match(rf"(?:{keys})=", text):
            text = f"{known[0]}={text}"
        return dict(item.split("=", 1) for item in re.split(rf",(?=(?:{keys})=)", text))

    def _read_place(self, place: str | Sequence[str]) -> list[str]:
        """The command, or what else says where the bot is, checked."""
        return command_of(place)

    def _connect(self) -> Connection:
        """Start the program. Raises OSError if that fails."""
        return Child(self.command)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- decisions -----------------------------------------------------------------------------------

    def choose(self, view: View) -> str:
        """The answer as received. A BotFault says why there is none."""
        self._notice_game(view)
        child = self._running(view)
        self._questions += 1
        try:
            child.drop_unasked()
            self._tell(child, protocol.decide(view, self._questions, self.ms))
            return protocol.read_action(self._hear(child, self.ms), self._questions)
        except protocol.Unreadable as error:
            self._stop()
            raise BotFault("unreadable", str(error)) from None
        except BaseException:  # also an interrupt: a late answer must not count for the next question
            self._stop()
            raise

    def new_game(self) -> None:
        """The next decision belongs to another game. Only needed where `_notice_game` cannot see that."""
        self._game = ()

    def end(self, view: View) -> None:
        """The game is over: send the scores. No answer is expected."""
        if self._game:
            self.tell(protocol.end(view))
        self._game = ()

    def close(self) -> bool:
        """Say goodbye and make sure that nothing keeps running. Returns whether the bot exited by itself."""
        self.tell(protocol.bye())
        return self._stop(PARTING) if self._child else False

    def start(self) -> None:
        """Start the program and wait for its hello. Happens automatically with the first decision."""
        if self._child:
            return
        self._starts += 1
        began = perf_counter()
        try:
            child = self._connect()
        except OSError as error:
            self._starts = self.restarts + 1
            raise BotFault("start", f"{shlex.join(self.command)}: {error}") from None
        self._child.append(child)
        try:
            self._tell(child, protocol.hello(f"smallworld {__version__}"))
            self.name = protocol.read_hello(self._hear(child, self.start_ms))
        except (BotFault, protocol.Unreadable) as error:
            self._starts = self.restarts + 1  # do not try again in this game
            self._stop()
            raise BotFault("start", str(error)) from None
        except BaseException:
            self._stop()
            raise
        self.start_seconds = perf_counter() - began

    def tell(self, message: protocol.Message) -> None:
        """Send a message to the running program."""
        if self._child:
            self._tell(self._child[0], message)

    @property
    def log(self) -> str:
        """The last part of the program's standard error."""
        return (self._old_log + (self._child[0].log if self._child else ""))[-MAX_LOG:]

    @property
    def unasked(self) -> int:
        """Lines the program wrote without being asked."""
        return self._old_unasked + (self._child[0].unasked if self._child else 0)

    def _notice_game(self, view: View) -> None:
        """Another world, another seat or an earlier round means another game."""
        game = (str(world_key(view.state.world)), view.seat)
        if game != self._game or view.state.round < self._round:
            self._game = game
            self._starts = len(self._child)
            self.tell(protocol.game(view, self.seed))
        self._round = view.state.round

    def _running(self, view: View) -> Connection:
        if not self._child:
            if self._starts > self.restarts:
                raise BotFault("out", "it has failed too often in this game and is not started again")
            self.start()
            self._tell(self._child[0], protocol.game(view, self.seed))
        return self._child[0]

    def _tell(self, child: Connection, message: protocol.Message) -> None:
        line = protocol.to_line(message)
        if self.trace is not None:
            self.trace(">", line.decode("ascii").rstrip("\n"))
        child.send(line)

    def _hear(self, child: Connection, ms: int) -> bytes:
        line = child.receive(ms / 1000)
        if self.trace is not None:
            self.trace("<", line.decode("utf-8", "replace"))
        return line

    def _stop(self, grace: float = 0.0) -> bool:
        child = self._child.pop()
        left = child.stop(grace)
        self._old_log = (self._old_log + child.log)[-MAX_LOG:]
        self._old_unasked += child.unasked
        return left


def command_of(cmd: str | Sequence[str]) -> list[str]:
    """A command as a list. A single file is run according to its suffix: `.py` with this Python."""
    if isinstance(cmd, str):
        words = [cmd] if Path(cmd).is_file() else shlex.split(str(cmd))
    else:
        words = [str(word) for word in cmd]
    if not words:
        raise SmallWorldError("cmd: expected a program, as in exec:./bot.py")
    if len(words) == 1 and Path(words[0]).is_file():
        runner = RUNNERS.get(Path(words[0]).suffix.lower())
        words = [runner, words[0]] if runner else [str(Path(words[0]).resolve())]
    if shutil.which(words[0]) is None:
        raise SmallWorldError(f"cmd: there is no program {words[0]!r}")
    return words


def _stop_all(children: list[Connection]) -> None:
    while children:
        children.pop().stop()


class Child:
    """A running program. Threads serve its pipes, so that nothing ever blocks on a full or empty pipe."""

    def __init__(self, command: Sequence[str]) -> None:
        group: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **group
        )
        self._changed = threading.Condition()
        self._lines: deque[bytes] = deque()
        self._ended = ""  # why no more lines will come
        self._log = b""
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self.unasked = 0
        jobs = (
            (self._write, self._process.stdin),
            (self._read, self._process.stdout),
            (self._read_log, self._process.stderr),
        )
        self._threads = [threading.Thread(target=job, args=(pipe,), daemon=True) for job, pipe in jobs]
        for thread in self._threads:
            thread.start()

    @property
    def log(self) -> str:
        return self._log.decode("utf-8", "replace")

    # --- the three threads ---------------------------------------------------------------------------

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):  # the other end is closed; the reader will notice
            while (line := self._outbox.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        buffer = b""
        while chunk := os.read(pipe.fileno(), MAX_LINE):
            *lines, buffer = (buffer + chunk).split(b"\n")
            with self._changed:
                self._lines += lines
                if max(map(len, (*lines, buffer))) > MAX_LINE:
                    self._lines.clear()
                    self._ended = f"a line of more than {MAX_LINE} bytes"
                elif len(self._lines) > MAX_UNASKED:
                    self._ended = f"more than {MAX_UNASKED} lines that nobody asked for"
                self._changed.notify()
                if self._ended:
                    return
        with self._changed:
            self._ended = "end of output"
            self._changed.notify()

    def _read_log(self, pipe: IO[bytes]) -> None:
        while chunk := os.read(pipe.fileno(), MAX_LOG):
            self._log = (self._log + chunk)[-MAX_LOG:]

    # --- messages ------------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        self._outbox.put(line)

    def drop_unasked(self) -> None:
        """Drop what was written before the question; too much of it is a fault."""
        with self._changed:
            self.unasked += len(self._lines)
            self._lines.clear()
        if self.unasked > MAX_UNASKED:
            raise BotFault("flood", f"more than {MAX_UNASKED} lines that nobody asked for")

    def receive(self, seconds: float) -> bytes:
        """The next line, without its line break."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._ended, seconds)
            if self._lines:
                return self._lines.popleft()
            ended = self._ended
        if not ended:
            raise BotFault("timeout", f"no answer within {seconds * 1000:.0f} ms (is its output flushed?)")
        if ended != "end of output":
            raise BotFault("flood", ended)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING)
        code = self._process.returncode
        if code is None:
            raise BotFault("closed", "the program closed its output, but goes on running")
        self._threads[2].join(ENDING)
        said = self.log.strip().splitlines()
        raise BotFault(
            "crash", f"the program ended with exit code {code}" + (f": {clean(said[-1])}" if said else "")
        )

    def stop(self, grace: float = 0.0) -> bool:
        """End the program and its child processes; whether it exited by itself within `grace` seconds."""
        self._outbox.put(None)
        if grace:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
        left = self._process.poll() is not None
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        if not left:
            self._process.kill()
        self._process.wait()
        for thread, pipe in zip(self._threads[1:], (self._process.stdout, self._process.stderr), strict=True):
            thread.join(PARTING)
            if pipe is not None and not thread.is_alive():  # an escaped process still holds the pipe
                pipe.close()
        self._threads[0].join(PARTING)
        return left
