"""A server started as usual, in a separate process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
    def serving(self) -> int:
        """Of the serving process: the largest one that is not forked from another."""
        first = family(self.process.pid, depth=2)
        return max(map(_resident, first))

    @property
    def log_bytes(self) -> int:
        return self.log.stat().st_size


def family(pid: int, depth: int = 10) -> list[int]:
    """A process and its descendants, so many generations."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            children = task.read_text().split() if depth > 1 else []
            found += [one for child in children for one in family(int(child), depth - 1)]
    return found


def _resident(pid: int) -> int:
    """Pages shared by several processes count for each of them in part."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def environment(source: str, folder: Path) -> dict[str, str]:
    """To run the sources of another version, with the packs and bots it names itself.

    The installed entry points are those of this version, and Python uses the first it finds.
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
def besieged(*arguments: str, files: int = 0, source: str = "", program: str = COMMAND) -> Iterator[Besieged]:
    """A server started as usual, with so many file descriptors at most (0: the default).

    `source`: a folder with the sources of another version, for comparison. `program`: replaces the command,
    with the same arguments.
    """
    folder = Path(tempfile.mkdtemp(prefix="smallworld-siege-"))
    log = folder / "log"
    command = [sys.executable, "-c", program, "serve", "--port", "0", *arguments, "--data", str(folder)]

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
