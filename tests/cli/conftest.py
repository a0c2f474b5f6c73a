"""The command line as a script would use it: lines in, text out, files in a folder of the test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from smallworld.cli.main import app

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`run("play", "--bots", "1", lines=["1", "quit"])`"""
    runner = CliRunner()
    env = {
        "SMALLWORLD_DATA": str(tmp_path / "data"),
        "SMALLWORLD_LANG": "en",
        "TERM": "dumb",
        "COLUMNS": "100",
    }

    def invoke(*args: str, lines: Sequence[str] = ()) -> Result:
        return runner.invoke(app, list(args), input="".join(f"{line}\n" for line in lines), env=env)

    return invoke
