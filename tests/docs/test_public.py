"""The page about running it in public: its container file is tried, as far as one can without an engine."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx

from smallworld.server.settings import DATABASE, DEFAULT_PORT
from tests.docs.pages import DOCS, ROOT, blocks

HOME = "/home/player"


def steps() -> dict[str, str]:
    """The container file, by its words: one line each."""
    (file,) = [block.text for block in blocks(DOCS / "public.md") if block.text.startswith("FROM ")]
    return {word: rest for word, _, rest in (line.partition(" ") for line in file.splitlines())}


def test_the_container_has_what_is_installed() -> None:
    told = steps()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = re.fullmatch(r"python:(\d+)\.(\d+)-slim", told["FROM"])
    assert wanted
    oldest = tuple(map(int, project["requires-python"].removeprefix(">=").split(".")))
    assert tuple(map(int, wanted.groups())) >= oldest
    user, _, install = told["RUN"].partition(" && ")
    assert user == f"useradd --create-home {told['USER']}"
    name, extra = re.fullmatch(r"pip install --no-cache-dir ([\w-]+)\[(\w+)\]", install).groups()  # type: ignore[union-attr]
    assert name == project["name"]
    assert extra in project["optional-dependencies"]
    assert told["USER"] == Path(HOME).name
    assert int(told["EXPOSE"]) == DEFAULT_PORT


def test_the_container_serves_and_keeps_its_tables_in_the_volume(tmp_path: Path) -> None:
    """Its command, word for word but for the port, by a user whose home is elsewhere."""
    told = steps()
    program, *arguments = json.loads(told["CMD"])
    command = [str(Path(sys.executable).with_name(program)), *arguments, "--port", "0"]
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "SMALLWORLD_"))
    }
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**environment, "HOME": str(tmp_path)}
    )
    assert process.stdout is not None
    try:
        place = process.stdout.readline().split()[1]
        assert httpx.get(f"{place}api/health").status_code == 200
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        process.stdout.close()
    volume = Path(told["VOLUME"].replace(HOME, str(tmp_path)))
    assert (volume / DATABASE).is_file()


def test_commands_of_the_page_know_their_options() -> None:
    from tests.docs.test_terminal import GROUP

    known = {option for parameter in GROUP.commands["serve"].params for option in parameter.opts}
    lines = [line for block in blocks(DOCS / "public.md") for line in block.text.splitlines()]
    served = [shlex.split(line) for line in lines if line.startswith("smallworld serve")]
    served.append(json.loads(steps()["CMD"]))
    assert len(served) >= 3
    for words in served:
        assert {word for word in words if word.startswith("--")} <= known, words
