"""`smallworld serve --check`: finds faults of an installation before it is used."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Literal

from smallworld.engine import SmallWorldError

from ...settings import Settings
from ...storage.storage import Storage
from ..protection.connection_limits import RESERVE, room_for
from ..routes.static_files import STATIC
from .serve import listen

_LITTLE: Final = 1_000_000_000  # bytes free on the disk; less is reported


@dataclass(frozen=True)
class Finding:
    kind: Literal["wrong", "careful", "good"]
    text: str


def check_setup(settings: Settings, workers: int = 1) -> list[Finding]:
    return [
        *_database(settings, workers),
        *_listening(settings),
        *_proxies(settings),
        *_machine(settings),
    ]


def _database(settings: Settings, workers: int) -> Iterator[Finding]:
    try:
        storage = Storage(settings.url)
    except SmallWorldError as error:
        yield Finding("wrong", str(error))
        return
    try:
        storage.try_writing()
        yield Finding("good", f"the database can be read and written: {storage!r}")
    except SmallWorldError as error:
        yield Finding("wrong", str(error))
    finally:
        storage.close()
    if workers > 1 and not storage.several:
        yield Finding("wrong", f"{workers} workers need PostgreSQL; this database is for one")
    file = storage.file
    if file is not None:
        if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield Finding("careful", f"others on this machine can read the database: chmod 600 {file}")
        if (free := shutil.disk_usage(file.parent).free) < _LITTLE:
            yield Finding(
                "careful", f"only {free // 1_000_000} MB are free where the database lies: {file.parent}"
            )


def _listening(settings: Settings) -> Iterator[Finding]:
    try:
        listen(settings.host, settings.port).close()
    except SmallWorldError as error:
        yield Finding("wrong", str(error))
        return
    if settings.local:
        yield Finding("good", "listens on this machine only")
    else:
        yield Finding("careful", "listens for other machines, without TLS: a proxy in front should do that")
        if not settings.hosts:
            yield Finding(
                "careful", "no --allow-host: pages reach this server by its address or machine name only"
            )


def _proxies(settings: Settings) -> Iterator[Finding]:
    for proxy in sorted(settings.proxies):
        try:
            ip_address(proxy)
        except ValueError:
            yield Finding("wrong", f"--trust-proxy {proxy!r}: expected an address, such as 127.0.0.1")
    if settings.hosts and not settings.proxies:
        yield Finding(
            "careful",
            "a public name but no --trust-proxy: behind a proxy all have its address, and share its limits",
        )


def _machine(settings: Settings) -> Iterator[Finding]:
    room = room_for(settings.limits)
    if room < settings.limits.all_connections:
        yield Finding(
            "careful",
            f"the system allows {room + RESERVE} open files, which is room for {room} connections; "
            f"`ulimit -n {settings.limits.all_connections + RESERVE}` gives room for all",
        )
    else:
        yield Finding("good", f"room for {room} connections")
    if not (STATIC / "index.html").is_file():
        yield Finding("wrong", "the browser client has not been built: run `make web`")
