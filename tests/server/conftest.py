"""What the tests of the server share: databases of both kinds, and a real server to connect to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from smallworld.server.settings import Settings
from tests.server.running_server import RunningServer
from tools import postgres

_NUMBERS = count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """One PostgreSQL for all tests of this process. It fails loudly where it cannot run."""
    with postgres.running() as url:
        yield url


def new_database(server: str) -> str:
    name = f"tables_{next(_NUMBERS)}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return server.format(name)


def new_schema(server: str) -> str:
    """As good as a database of its own for most tests, and made and removed much faster."""
    name = f"tables_{next(_NUMBERS)}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{name}"'.encode())
    return f"{server.format('postgres')}&options=-csearch_path%3D{name}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/folder/tables.db"
    return new_schema(request.getfixturevalue("postgres_server"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server on a port of its own, whose bots do not dawdle."""
    settings = Settings(data=tmp_path_factory.mktemp("data"), bot_pace=0.0, away=0.0, bot_workers=1)
    with RunningServer(settings) as running:
        yield running
