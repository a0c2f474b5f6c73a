"""A server as its owner would start it, in a process of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
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
            env={**os.environ, "PYTHONPATH": source} if source else None,
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
