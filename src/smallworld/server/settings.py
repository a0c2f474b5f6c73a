"""What a server is told when it starts, and its limits."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import platformdirs

DEFAULT_PORT = 8377
DATABASE = "tables.db"
DAY = 86_400.0


@dataclass(frozen=True)
class Limits:
    """Generous for people, tight for programs that run wild. Times are in seconds.

    Pairs are budgets: so much at once, and so much each second after that.
    """

    # sizes
    message_bytes: int = 16_384
    body_bytes: int = 16_384
    record_bytes: int = 120_000  # a request that brings a record: the longest thing that is sent
    pack_bytes: int = 64_000  # a request that may bring homebrew
    waiting_bytes: int = 131_072  # what may wait for a slow reader, beside the newest picture
    # how long somebody may take
    headers: float = 10.0  # until a connection has said what it wants
    body: float = 15.0  # until all of it is there
    hello: float = 10.0  # until a new socket has said who it is
    send: float = 20.0  # for what was sent to be read
    storage: float = 6.0  # for the database to answer
    # how many
    connections: int = 200  # of one address
    all_connections: int = 8000  # and fewer where the system allows fewer files
    # how often
    requests: tuple[float, float] = (600.0, 60.0)  # of one address
    arrivals: tuple[float, float] = (100.0, 10.0)  # sockets of one address that say hello
    messages: tuple[float, float] = (60.0, 20.0)  # of one connection, weighed by what they cost
    talk: tuple[float, float] = (600.0, 120.0)  # of one address, weighed
    onlookers: tuple[float, float] = (240.0, 40.0)  # of all who only watch one table, weighed
    chat: tuple[float, float] = (8.0, 0.5)  # lines of one person
    chatter: tuple[float, float] = (12.0, 2.0)  # lines of all who only watch one table
    tables: tuple[float, float] = (60.0, 0.5)  # opened from one address
    replays: tuple[float, float] = (60.0, 10.0)  # they are work
    checks: tuple[float, float] = (60.0, 4.0)  # of pieces that are being made: one for each pause in typing
    # lines before what takes long: all who wait, and those of one address
    bots_waiting: tuple[int, int] = (400, 60)
    analyses_waiting: tuple[int, int] = (30, 3)
    # how long things stay
    idle: float = 300.0  # a table nobody looks at, in memory
    idle_over: float = 30.0  # one that is over: whoever asks for it again has it loaded
    unbegun: float = 7 * DAY  # a table that never began, in the database
    abandoned: float = 90 * DAY  # one that nobody plays on
    finished: float = 0.0  # one that is over; 0: for ever


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database_url: str = ""  # empty: SQLite in the data folder
    data: Path = field(default_factory=lambda: data_folder())
    hosts: frozenset[str] = frozenset()  # further names this server is reached by
    proxies: frozenset[str] = frozenset()  # addresses whose X-Forwarded-For is believed
    log_level: str = "info"
    log_format: Literal["text", "json"] = "text"
    metrics: bool = False  # /api/metrics, for callers on this machine
    bot_workers: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 2) - 1)))
    bot_seconds: float = 20.0  # a bot that thinks longer is replaced for this stretch
    bot_pace: float = 0.45  # between what a bot does, so that people can follow; 0: at once
    follow: float = (
        1.0  # how often tables in use are compared with the database, where nothing tells of changes
    )
    presence: float = 0.25  # seconds until others are told who came and went
    limits: Limits = Limits()

    @property
    def url(self) -> str:
        return self.database_url or f"sqlite:///{self.data / DATABASE}"

    @property
    def local(self) -> bool:
        return is_loopback(self.host)


def data_folder() -> Path:
    if folder := os.environ.get("SMALLWORLD_DATA"):
        return Path(folder)
    return Path(platformdirs.user_data_dir("smallworld", appauthor=False))


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
