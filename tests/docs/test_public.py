"""Running it in public: the container file and the unit are tried, as far as one can without an engine."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
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
    """The container file, by its words; the first line of each."""
    lines = (ROOT / "deploy" / "Containerfile").read_text().splitlines()
    found: dict[str, str] = {}
    for word, _, rest in (line.partition(" ") for line in lines if not line.startswith("#")):
        found.setdefault(word, rest)
    return found


def unit() -> dict[str, str]:
    """The unit for systemd, by its keys."""
    lines = (ROOT / "deploy" / "smallworld.service").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


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
        program, option, check = json.loads(told["HEALTHCHECK"].removeprefix("CMD "))
        assert f"http://127.0.0.1:{DEFAULT_PORT}/" in check
        here = check.replace(f"http://127.0.0.1:{DEFAULT_PORT}/", place)
        subprocess.run([sys.executable, option, here], check=True)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        process.stdout.close()
    volume = Path(told["VOLUME"].replace(HOME, str(tmp_path)))
    assert (volume / DATABASE).is_file()


def test_the_unit_is_one_and_its_command_starts(tmp_path: Path) -> None:
    told = unit()
    program, *arguments = shlex.split(told["ExecStart"])
    assert Path(program).name == "smallworld"
    assert arguments[arguments.index("--data") + 1] == f"/var/lib/{told['StateDirectory']}"
    here = str(Path(sys.executable).with_name("smallworld"))
    done = subprocess.run(
        [
            here,
            *[word.replace("/var/lib/smallworld", str(tmp_path)) for word in arguments],
            "--check",
            "--port",
            "0",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    analyze = shutil.which("systemd-analyze")
    if analyze is not None:
        text = (ROOT / "deploy" / "smallworld.service").read_text().replace(program, here)
        (tmp_path / "smallworld.service").write_text(text.replace("User=smallworld", "User=root"))
        done = subprocess.run(
            [analyze, "verify", "--man=no", str(tmp_path / "smallworld.service")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "smallworld.service" not in done.stderr, done.stderr


def test_commands_of_the_page_know_their_options() -> None:
    from tests.docs.test_terminal import GROUP

    known = {option for parameter in GROUP.commands["serve"].params for option in parameter.opts}
    lines = [line for block in blocks(DOCS / "public.md") for line in block.text.splitlines()]
    served = [shlex.split(line) for line in lines if line.startswith("smallworld serve")]
    served += [json.loads(steps()["CMD"]), shlex.split(unit()["ExecStart"])]
    assert len(served) >= 3
    for words in served:
        assert {word for word in words if word.startswith("--")} <= known, words
