"""A server as its owner would start it, in a process of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

COMMAND = "from smallworld.cli.main import app; app()"


@dataclass
class Besieged:
    process: subprocess.Popen[str]
    place: str
    log: Path

    @property
    def resident(self) -> int:
        """Bytes of memory of the server and its workers."""
        return sum(_resident(pid) for pid in family(self.process.pid))

    @property
    def log_bytes(self) -> int:
        return self.log.stat().st_size


def family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(found for child in children for found in family(int(child)))]


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


def environment(source: str, folder: Path) -> dict[str, str]:
    """To run the sources of another version, with the packs and bots that one names itself.

    What is installed here names those of this version, and Python takes the first word it finds.
    """
    project = tomllib.loads((Path(source).parent / "pyproject.toml").read_text())["project"]
    words = folder / "words" / f"{project['name']}-{project['version']}.dist-info"
    words.mkdir(parents=True)
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (words / "METADATA").write_text(about)
    lines = []
    for group, names in project.get("entry-points", {}).items():
        lines += [f"[{group}]", *(f"{name} = {where}" for name, where in names.items())]
    (words / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(words.parent), str(Path(source).resolve())])}


@contextmanager
def besieged(*arguments: str, files: int = 0, source: str = "") -> Iterator[Besieged]:
    """A server as its owner would start it, with so many file descriptors at most (0: as many as it gets).

    `source`: a folder with the sources of another version, to compare with.
    """
    folder = Path(tempfile.mkdtemp(prefix="smallworld-siege-"))
    log = folder / "log"
    command = [sys.executable, "-c", COMMAND, "serve", "--port", "0", "--data", str(folder), *arguments]

    def fewer_files() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with log.open("w") as output:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=output,
            text=True,
            env=environment(source, folder) if source else None,
            preexec_fn=fewer_files if files else None,
        )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        if not first.startswith("smallworld: http://"):
            raise RuntimeError(f"the server did not start: {first}{log.read_text()[-2000:]}")
        yield Besieged(process, first.split()[1].removeprefix("http://").rstrip("/"), log)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)
        process.stdout.close()
        shutil.rmtree(folder, ignore_errors=True)
