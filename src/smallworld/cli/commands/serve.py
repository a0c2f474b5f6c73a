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
    host: Annotated[
        str, typer.Option(help="The address to listen on. Others than the default can be reached by others.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any free one.")] = 8377,
    data: Annotated[
        Path | None, typer.Option(help="The folder for the database, instead of your data folder.")
    ] = None,
    database_url: Annotated[
        str,
        typer.Option(
            envvar="SMALLWORLD_DATABASE_URL",
            help="Another database: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.",
        ),
    ] = "",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="A further name this server is reached by, such as that of a proxy. Repeatable."),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address of a proxy in front of this server, whose X-Forwarded-For is believed. Repeatable."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Server processes; more than one needs PostgreSQL.")
    ] = 1,
    metrics: Annotated[
        bool, typer.Option(help="Figures for Prometheus at /api/metrics, for callers on this machine.")
    ] = False,
    check: Annotated[
        bool, typer.Option(help="Say what is wrong with this set-up, and start nothing.")
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the game in the browser.")
    ] = False,
    log_level: Annotated[LogLevel, typer.Option(help="How much the log says.")] = LogLevel.INFO,
    log_format: Annotated[
        LogFormat, typer.Option(help="Lines for people, or one JSON object a line.")
    ] = LogFormat.TEXT,
) -> None:
    """Serve games for browsers: alone, at one screen, or with friends through a link."""
    # Imported here, because the other commands start faster without it.
    from smallworld.server.http.running.serve import serve as run
    from smallworld.server.settings import Settings, data_folder

    settings = Settings(
        host=host,
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
