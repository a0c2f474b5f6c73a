"""Builds the whole game as a folder of static files, dist/site: it runs in the page, without a server.

    python -m tools.site            builds it from the built client (`make site` builds that first)
    python -m tools.site --serve    serves it at http://127.0.0.1:8378/smallworld/ and opens it

Everything but a few entry files lies in a folder named after its contents; no browser mixes two versions.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
import webbrowser
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import distribution
from pathlib import Path
from typing import Final, get_args
from zipfile import ZIP_DEFLATED, ZipFile

from smallworld.drawing.outlines import STORED, stored_outlines
from smallworld.languages import Lang
from smallworld.packs import find_packs
from smallworld.server.api.requests import client_texts, meta
from smallworld.server.http.routes.static_files import STATIC

from .lock import PYTHON
from .node import WEB, run

ROOT: Final = Path(__file__).parent.parent
SITE: Final = ROOT / "dist" / "site"
WORK: Final = ROOT / "build" / "site"
PORT: Final = 8378
PATH: Final = "/smallworld/"  # a sub-path, as on most web spaces
PLATFORM: Final = ("pyemscripten_2026_0_wasm32", "3.14")  # of the npm package `pyodide`
PYODIDE: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
)
LIBRARY: Final = "python_stdlib.zip"
# Parts of the standard library and of pydantic that nothing of ours imports.
UNUSED: Final = frozenset(
    (
        *("_pydatetime.py", "_pydecimal.py", "_pyio.py", "_pyrepl", "cProfile.py", "ctypes", "doctest.py"),
        *(
            "ensurepip",
            "ftplib.py",
            "http",
            "idlelib",
            "imaplib.py",
            "mailbox.py",
            "pdb.py",
            "pickletools.py",
        ),
        *(
            "poplib.py",
            "profile.py",
            "pstats.py",
            "pydoc.py",
            "pydoc_data",
            "smtplib.py",
            "sqlite3",
            "tarfile.py",
        ),
        *("tkinter", "turtle.py", "unittest", "venv", "wsgiref", "xml", "xmlrpc", "zipapp.py"),
    )
)
ENCODINGS: Final = frozenset(
    (
        "__init__",
        "aliases",
        "ascii",
        "cp437",
        "idna",
        "latin_1",
        "punycode",
        "unicode_escape",
        "utf_16",
        "utf_8",
    )
)
UNUSED_PYDANTIC: Final = ("pydantic/v1", "pydantic/mypy.py")
PURE: Final = ("annotated-types", "pydantic", "typing-extensions", "typing-inspection")
# Parts of our package that only a server, a terminal or a laboratory needs.
LEFT_OUT: Final = (
    "bots/frozen",
    "cli",
    "lab/rl",
    "server/bench.py",
    "server/http",
    "server/settings.py",
    "server/static",
    "server/storage",
    "server/workers",
)
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


def build() -> None:
    for folder in (SITE, WORK):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    shutil.copytree(
        STATIC, SITE, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.br", "*.gz", "index.html")
    )
    game = WORK / "game"
    game.mkdir()
    for name in PYODIDE:
        shutil.copy(WEB / "node_modules" / "pyodide" / name, game)
    make_python(game / "game.zip", game / LIBRARY)
    (game / "files.json").write_text(json.dumps(what_must_come(game)), encoding="utf-8")
    for lang in get_args(Lang):
        (game / f"texts-{lang}.json").write_text(json.dumps(client_texts(lang)), encoding="utf-8")
        (game / f"meta-{lang}.json").write_text(meta(lang).model_dump_json(by_alias=True), encoding="utf-8")
    home = f"game-{fingerprint(game)}"
    shutil.copytree(game, SITE / home)
    write_page(home)
    write_licences(SITE / "licences")
    write_service_worker(home)
    total = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"{SITE.relative_to(ROOT)}: {total / 1e6:.1f} MB")


def what_must_come(game: Path) -> dict[str, dict[str, int | str]]:
    """What is fetched before Python starts, so that a broken download is noticed."""
    files = {path.name: path.read_bytes() for path in sorted(game.iterdir())}
    return {
        name: {"size": len(data), "hash": hashlib.sha256(data).hexdigest()} for name, data in files.items()
    }


def make_python(game: Path, library: Path) -> None:
    """Two archives, compiled for the page's Python: the game with what it needs, and the standard library."""
    folders = {game: WORK / "python", library: WORK / "library"}
    collect_game(folders[game])
    with ZipFile(WEB / "node_modules" / "pyodide" / LIBRARY) as archive:
        archive.extractall(folders[library], [name for name in archive.namelist() if used(name)])
    for folder in folders.values():
        pack(folder, folder.with_suffix(".zip"))
    if run(["node", "scripts/compile-game.js", *map(str, folders.values())]):
        sys.exit("smallworld: the game could not be compiled for the page")
    for target, folder in folders.items():
        pack(folder, target)


def used(name: str) -> bool:
    """Whether the page needs this file of the standard library."""
    first, _, rest = name.partition("/")
    return first not in UNUSED and (first != "encodings" or rest.partition(".")[0] in ENCODINGS)


def collect_game(folder: Path) -> None:
    """Our package and what it needs."""
    ours = ROOT / "src" / "smallworld"
    left_out = {ours / path for path in LEFT_OUT}

    def ignored(at: str, names: list[str]) -> set[str]:
        drop = {name for name in names if Path(at) / name in left_out}
        return drop | {name for name in names if name == "__pycache__" or name.endswith((".so", ".pyi"))}

    shutil.copytree(ours, folder / "smallworld", ignore=ignored)
    boards = [board for pack in find_packs().values() for board in pack.editions.values()]
    boards += [board for pack in find_packs().values() for board in pack.boards.values()]
    (folder / "smallworld" / "drawing" / STORED).write_text(stored_outlines(boards), encoding="utf-8")
    write_entry_points(folder)
    for name in PURE:
        copy_distribution(name, folder)
    with ZipFile(fetch_core()) as wheel:
        wheel.extractall(folder)


def copy_distribution(name: str, folder: Path) -> None:
    """A pure Python package as it is installed here, in the version of the lock file."""
    for file in distribution(name).files or ():
        if (
            file.suffix != ".pyc"
            and file.parts[0] != ".."
            and not file.as_posix().startswith(UNUSED_PYDANTIC)
        ):
            place = folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), place)


def fetch_core() -> Path:
    """The compiled part of pydantic for the page, in the version and with the hash of the lock file."""
    blocks = PYTHON.read_text(encoding="utf-8").split("\n")
    start = next(number for number, line in enumerate(blocks) if line.startswith("pydantic-core=="))
    end = next(number for number in range(start, len(blocks)) if not blocks[number].endswith("\\"))
    wanted = WORK / "core.txt"
    wanted.write_text("\n".join(blocks[start : end + 1]) + "\n", encoding="utf-8")
    platform, python = PLATFORM
    command = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"),
        *("--require-hashes", "--only-binary", ":all:", "--platform", platform, "--python-version", python),
        *("--dest", str(WORK / "wheels"), "--requirement", str(wanted)),
    ]
    if subprocess.run(command, check=False).returncode:
        sys.exit("smallworld: pydantic-core for the page could not be fetched from the package index")
    (found,) = (WORK / "wheels").glob("*.whl")
    return found


def write_entry_points(folder: Path) -> None:
    """What an installed package tells of its packs and bots."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"smallworld_game-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items() if kept(value)))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def kept(entry: str) -> bool:
    """Whether the module of an entry point is in the page's library."""
    module = entry.partition(":")[0].replace(".", "/")
    return not any(module.startswith(f"smallworld/{part}/") for part in LEFT_OUT)


def pack(folder: Path, target: Path) -> None:
    """The same files give the same archive."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))


def fingerprint(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def write_page(home: str) -> None:
    """The client's page with the mark by which it knows that the game is here, and its policy."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    marks = (
        f'<meta name="smallworld-host" content="{home}/" />\n    '
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    '
    )
    head = '<meta name="viewport"'
    if page.count(head) != 1:
        sys.exit("smallworld: index.html has changed; tools/site.py does not find its place in it")
    (SITE / "index.html").write_text(page.replace(head, marks + head), encoding="utf-8")


def write_licences(folder: Path) -> None:
    shutil.copytree(ROOT / "licences", folder)
    shutil.copy(ROOT / "LICENSE", folder / "smallworld.txt")
    for name in (*PURE, "pydantic-core"):
        for file in distribution(name).files or ():
            if "LICENSE" in file.name.upper():
                shutil.copy(str(file.locate()), folder / f"{name}.txt")
    (folder / "python.txt").write_text(
        "Python in WebAssembly is Pyodide (https://pyodide.org, MPL-2.0, source at "
        "https://github.com/pyodide/pyodide)\nwith CPython (https://www.python.org, PSF licence).\n",
        encoding="utf-8",
    )


def write_service_worker(home: str) -> None:
    """It keeps every file, so that the next visit needs no network."""
    files = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + (SITE / name).read_bytes())
    text = (WEB / "src" / "lib" / "host" / "service-worker.js").read_text(encoding="utf-8")
    facts = {"VERSION": digest.hexdigest()[:12], "HOME": home, "FILES": files}
    lists = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    (SITE / "service-worker.js").write_text(lists + text, encoding="utf-8")


class Handler(SimpleHTTPRequestHandler):
    """Files below the sub-path, and nothing else."""

    extensions_map: Final = {  # type: ignore[misc]
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(PATH.rstrip("/"))
        return super().translate_path(inside if inside != path else "/nothing here")

    def log_message(self, format: str, *args: object) -> None:
        return


def server(port: int = PORT) -> ThreadingHTTPServer:
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(SITE)))


def serve() -> None:
    with server() as running:
        address = f"http://127.0.0.1:{running.server_port}{PATH}"
        print(f"Small World is at {address}; stop with Ctrl-C.")
        webbrowser.open(address)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            print()


def names() -> Iterator[str]:
    """Every file of the folder, for tests."""
    return (path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.is_file())


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else build()
