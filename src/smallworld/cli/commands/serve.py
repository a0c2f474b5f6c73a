"""`smallworld serve`: the server for browsers."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class LogLevel(StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


def serve(
    host: str = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8377,
    data: Path | None = None,
    database_url: Annotated[
        str,
        typer.Option(
            envvar="SMALLWORLD_DATABASE_URL",
        ),
    ] = "",
    allow_host: list[str] | None = None,
    trust_proxy: list[str] | None = None,
    bot: Annotated[list[str] | None, typer.Option(metavar="NAME=BOT")] = None,
    workers: Annotated[int, typer.Option(min=1, max=64)] = 1,
    metrics: bool = False,
    check: bool = False,
    open_browser: Annotated[bool, typer.Option("--open/--no-open")] = False,
    log_level: LogLevel = LogLevel.INFO,
    log_format: LogFormat = LogFormat.TEXT,
) -> None:
    # Imported here, because the other commands start faster without it.
    from smallworld.server.http.running.serve import serve as run
    from smallworld.server.settings import Settings, data_folder

    from ..own_bots import own_bots

    settings = Settings(
        host=host,
        bots=own_bots(bot or ()),
        port=port,
        data=data if data is not None else data_folder(),
        database_url=database_url,
        hosts=frozenset(allow_host or ()),
        proxies=frozenset(trust_proxy or ()),
        metrics=metrics,
        log_level=log_level.value,
        log_format="json" if log_format is LogFormat.JSON else "text",
    )
    if check:
        from smallworld.server.http.running.self_check import check_setup

        findings = check_setup(settings, workers)
        for finding in findings:
            typer.echo(f"{finding.kind:>7}: {finding.text}")
        raise typer.Exit(1 if any(finding.kind == "wrong" for finding in findings) else 0)
    run(settings, browser=open_browser, workers=workers)
