"""Which engine is tested: the sources, unless `make test-compiled` asks for the compiled one and gets it."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest

from smallworld.lab.compiled import ENDINGS, MODULES


def pytest_sessionstart() -> None:
    wanted = os.environ.get("SMALLWORLD_COMPILED") == "1"
    for name in MODULES:
        path = Path(str(import_module(name).__file__))
        if wanted and path.suffix not in ENDINGS:
            raise pytest.UsageError(f"{name} is not compiled: {path}")
        source = path.with_name(name.rpartition(".")[2] + ".py")
        if path.stat().st_mtime < source.stat().st_mtime:
            raise pytest.UsageError(f"{path.name} is older than its source: make compiled, or make pure")
