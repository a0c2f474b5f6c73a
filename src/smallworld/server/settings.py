"""The settings of a server and its limits."""

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
    """Generous for people, tight for faulty or hostile programs. Times are in seconds.

    Pairs are rate limits: so much at once, and so much per second after that.
    """

    # sizes
    message_bytes: int = 16_384
    body_bytes: int = 16_384
    table_bytes: int = 1_300_000  # a file with a table, within a request
    record_bytes: int = 120_000  # a request with a record: the longest input
    pack_bytes: int = 64_000  # a request that may hold homebrew
    waiting_bytes: int = 131_072  # queued for a slow client, beside the newest picture
    # timeouts
    headers: float = 10.0  # until the request headers are complete
    body: float = 15.0  # until the request body is complete
    hello: float = 10.0  # until the first message of a new socket
    send: float = 20.0  # until the client has read what was sent
    storage: float = 6.0  # for the database to answer
    # connections
    connections: int = 200  # per address
    all_connections: int = 8000  # in total; fewer if the system allows fewer files
    # rate limits
    requests: tuple[float, float] = (600.0, 60.0)  # per address
    arrivals: tuple[float, float] = (100.0, 10.0)  # sockets per address that send `hello`
    messages: tuple[float, float] = (60.0, 20.0)  # per connection, by cost
    address_messages: tuple[float, float] = (600.0, 120.0)  # per address, by cost
    spectators: tuple[float, float] = (240.0, 40.0)  # of all spectators of one table, by cost
    chat: tuple[float, float] = (8.0, 0.5)  # lines per person
    chatter: tuple[float, float] = (12.0, 2.0)  # lines of all spectators of one table
    tables: tuple[float, float] = (60.0, 0.5)  # created per address
    replays: tuple[float, float] = (60.0, 10.0)  # they need CPU
    checks: tuple[float, float] = (60.0, 4.0)  # of pieces in the workshop: one for each pause in typing
    # queues before the worker processes: in total, and per address
    bots_waiting: tuple[int, int] = (400, 60)
    reading_waiting: tuple[int, int] = (100, 20)
    bench_waiting: tuple[int, int] = (30, 3)
    # worker processes: deadline of a call, after which its process is killed, and memory limit
    reading: float = 10.0  # packs, encyclopedias, records, positions, tables with homebrew
    bench: float = 60.0  # one job of an analysis or of a balance report
    worker_bytes: int = 500_000_000
    # how long things stay
    idle: float = 300.0  # a table without viewers, in memory
    idle_over: float = 30.0  # a finished one: it is loaded again on demand
    unbegun: float = 7 * DAY  # a table that never began, in the database
    abandoned: float = 90 * DAY  # one that nobody continues
    finished: float = 0.0  # a finished one; 0: for ever


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database_url: str = ""  # empty: SQLite in the data folder
    data: Path = field(default_factory=lambda: data_folder())
    hosts: frozenset[str] = frozenset()  # further host names of this server
    proxies: frozenset[str] = frozenset()  # addresses whose X-Forwarded-For is trusted
    log_level: str = "info"
    log_format: Literal["text", "json"] = "text"
    metrics: bool = False  # /api/metrics, for clients on this machine
    bots: tuple[tuple[str, str], ...] = ()  # further bots to offer: name and spec
    bot_workers: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 2) - 1)))
    reading_workers: int = 2  # processes for client input; one address may use all but one of them
    bench_workers: int = 1  # processes for analyses and balance reports
    bot_seconds: float = 20.0  # a slower bot is replaced by basic rules for this stretch
    away: float = 60.0  # seconds: then others may let a bot play, and what it chooses may be final
    bot_pace: float = 0.45  # seconds between a bot's steps, so that people can follow; 0: at once
    follow: float = 1.0  # seconds between polls of the database for tables in use, without notifications
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
