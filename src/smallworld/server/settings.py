"""What a server is told when it starts, and its limits."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

DEFAULT_PORT = 8377
DATABASE = "tables.db"


@dataclass(frozen=True)
class Limits:
    """Generous for people, tight for programs that run wild. Times are in seconds."""

    message_bytes: int = 16_384
    body_bytes: int = 400_000  # a record in a replay is the longest thing that is sent
    hello: float = 10.0  # until a new connection has said who it is
    messages: tuple[float, float] = (60.0, 20.0)  # of one connection: at once, and each second after that
    tables: tuple[float, float] = (60.0, 0.5)  # opened from one address
    requests: tuple[float, float] = (200.0, 40.0)  # of one address
    replays: tuple[float, float] = (60.0, 10.0)  # they are work
    connections: int = 200  # of one address
    waiting: int = 64  # messages a slow reader may be behind
    send: float = 20.0  # for one message to go out
    idle: float = 300.0  # a table nobody looks at stays in memory


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database_url: str = ""  # empty: SQLite in the data folder
    data: Path = field(default_factory=lambda: data_folder())
    hosts: frozenset[str] = frozenset()  # further names this server is reached by
    log_level: str = "info"
    bot_workers: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 2) - 1)))
    bot_seconds: float = 20.0  # a bot that thinks longer is replaced for this stretch
    bot_pace: float = 0.45  # between what a bot does, so that people can follow; 0: at once
    follow: float = 1.0  # how often tables in use are compared with the database: other servers move too
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
