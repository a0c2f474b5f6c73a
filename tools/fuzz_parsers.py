"""Coverage-guided fuzzing of every parser that reads a stranger's text.

    python -m tools.fuzz_parsers toml --runs 200000      # one parser
    python -m tools.fuzz_parsers all --runs 200000       # each of them, one after the other
    python -m tools.fuzz_parsers all --runs 2000 --save  # and keep texts that reached new code, for the tests

A parser returns a value or raises one of its own errors. Anything else is a finding: it is printed with its
text, which belongs into tests/hostile. libFuzzer (atheris) mutates the texts and prefers those that reach new
code.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

CORPUS: Final = Path("tests/hostile/corpus")
RUNS: Final = 200_000
SECONDS: Final = 20  # for one text: more is a finding
MEGABYTES: Final = 1_500
LETTERS: Final = 4_096  # of a text
SAVED: Final = 16_000  # characters of all saved texts of a parser
INSTRUMENTED: Final = ("smallworld", "tomllib", "json")

Parser = Callable[[str], object]


def parsers() -> dict[str, Parser]:
    """By name. Imported here, so that atheris instruments the imports."""
    from pydantic import TypeAdapter, ValidationError

    from smallworld.cli import score_sheet
    from smallworld.cli.files import read_json
    from smallworld.cli.read_position import from_text
    from smallworld.engine import Game, SmallWorldError, parse_action, parse_position, read_record, state_from
    from smallworld.engine.notation.compress import compressed, decompressed
    from smallworld.engine.notation.strings import parse_world_key
    from smallworld.lab.analysis import from_json as read_analysis
    from smallworld.packs import daily, load_world, world_from_description, world_from_key
    from smallworld.packs.files import pack_from_json, read_data, read_pack, regions_tree
    from smallworld.packs.files.regions import RegionsError
    from smallworld.packs.find import packs_named
    from smallworld.server.library.workshop import checked, opened
    from smallworld.server.rooms.handlers import Unreadable, understood
    from smallworld.server.wire.pages import LibraryAsk
    from smallworld.server.wire.tables import NewTable
    from smallworld.server.wire.workshop import OpenAsk, WorkshopAsk

    bodies = [TypeAdapter(kind) for kind in (NewTable, LibraryAsk, WorkshopAsk, OpenAsk)]
    world = load_world("base_2p")

    def allowed(parse: Parser, *errors: type[Exception]) -> Parser:
        def one(text: str) -> None:
            with suppress(SmallWorldError, *errors):
                parse(text)

        return one

    def toml(text: str) -> None:
        opened(text)
        read_data(text)
        read_pack(text)

    def message(text: str) -> None:
        for body in bodies:
            with suppress(ValidationError):
                body.validate_json(text)
        understood(text)

    def link(text: str) -> None:
        packs_named([text])
        assert decompressed(compressed(text)) == text
        decompressed(text)

    def sheet(text: str) -> None:
        read = score_sheet.from_json if text.startswith("{") else score_sheet.from_csv
        found = score_sheet.exported(read(text, "file"))
        score_sheet.to_json(found)
        score_sheet.from_csv(score_sheet.to_csv(found), "file")

    def day(text: str) -> None:
        daily.day_in(daily.note_of(daily.day_of("2026-11-16")).replace("2026-11-16", text[:20]) + text)
        daily.day_of(text)

    return {
        "toml": allowed(toml),
        "pack": allowed(lambda text: (checked(text, "", "en"), pack_from_json(text))),
        "message": allowed(message, Unreadable),
        "record": allowed(lambda text: read_record(text, world_from_key)),
        "position": allowed(lambda text: parse_position(text, world_from_key)),
        "game": allowed(lambda text: Game.from_string(text, world_from_key)),
        "world": allowed(lambda text: world_from_key(parse_world_key(text))),
        "action": allowed(lambda text: parse_action(world, text)),
        "description": allowed(lambda text: state_from(read_json(text, "file"), world_from_description)),
        "file": allowed(lambda text: from_text(text, "file")),
        "link": allowed(link),
        "sheet": allowed(sheet),
        "daily": allowed(day),
        "regions": allowed(regions_tree, RegionsError),
        "analysis": allowed(read_analysis),
    }


# fmt: off
NAMES: Final = [
    "toml", "pack", "message", "record", "position", "game", "world", "action", "description", "file", "link",
    "sheet", "daily", "regions", "analysis",
]
# fmt: on


def texts_of(name: str) -> list[str]:
    """The saved corpus of a parser."""
    path = CORPUS / f"{name}.json"
    found: list[str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return found


def fuzz(name: str, runs: int, folder: Path, seed: int) -> None:
    """Does not return: libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=list(INSTRUMENTED)):
        parse = parsers()[name]
    for number, text in enumerate(texts_of(name)):
        (folder / f"kept-{number:03}").write_bytes(text.encode("utf-8", "surrogatepass"))
    words = folder.parent / "words"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in _words(name)), encoding="ascii")
    options = (
        f"-runs={runs} -timeout={SECONDS} -rss_limit_mb={MEGABYTES} -max_len={LETTERS} -seed={seed} "
        f"-dict={words} -artifact_prefix={folder.parent}/ -print_final_stats=1 -verbosity=1"
    ).split()
    atheris.Setup(
        [sys.argv[0], *options, str(folder)], lambda data: parse(bytes(data).decode("utf-8", "replace"))
    )
    atheris.Fuzz()


def _words(name: str) -> list[str]:
    """Words of the saved texts, a dictionary for mutations."""
    found = dict.fromkeys(
        word
        for text in texts_of(name)
        for word in text.replace("~", " ").replace("-", " ").replace(",", " ").split()
        if 1 < len(word) <= 30
    )
    return list(found)[:500]


def _escaped(word: str) -> str:
    return "".join(
        letter
        if letter.isascii() and letter.isalnum()
        else "".join(f"\\x{byte:02x}" for byte in letter.encode())
        for letter in word
    )


def run(name: str, runs: int, seed: int, save: bool) -> bool:
    """Fuzz one parser in a separate process. Returns whether nothing was found."""
    with TemporaryDirectory() as place:
        folder = Path(place) / "corpus"
        folder.mkdir()
        command = [sys.executable, "-m", "tools.fuzz_parsers", name]
        command += ["--runs", str(runs), "--seed", str(seed), "--folder", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        lines = done.stderr.splitlines()
        figures = {
            line.split(":")[2].strip(): line.split()[-1] for line in lines if line.startswith("stat::")
        }
        reached = next((line for line in reversed(lines) if " cov: " in line), "")
        covered = reached.partition(" cov: ")[2].split(" ")[0]
        executed = figures.get("number_of_executed_units", "0")
        print(f"{name:12} {executed:>9} runs, {covered:>6} places reached, ", end="")
        if done.returncode == 0 and int(executed) >= runs:
            print("nothing found", flush=True)
            if save:
                _save(name, folder)
            return True
        print("FOUND", flush=True)
        print(
            "\n".join(line for line in (done.stdout + done.stderr).splitlines()[-40:] if "stat::" not in line)
        )
        for path in sorted(Path(place).glob("*-*")):
            print(f"{path.name}: {path.read_bytes()!r}")
        return False


def _save(name: str, folder: Path) -> None:
    """The texts already saved, then the shortest new ones, up to the size limit."""
    kept = texts_of(name)
    new = {path.read_bytes().decode("utf-8", "replace") for path in folder.iterdir()} - set(kept)
    for text in sorted(new, key=lambda text: (len(text), text)):
        if sum(map(len, kept)) + len(text) <= SAVED:
            kept.append(text)
    CORPUS.mkdir(parents=True, exist_ok=True)
    text = json.dumps(kept, indent=0, ensure_ascii=True) + "\n"
    (CORPUS / f"{name}.json").write_text(text, encoding="ascii")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("parser", choices=[*NAMES, "all"])
    asked.add_argument("--runs", type=int, default=RUNS)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--save", action="store_true", help="keep short texts that reached new code")
    asked.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    args = asked.parse_args()
    if args.folder:
        fuzz(args.parser, args.runs, args.folder, args.seed)
    names = NAMES if args.parser == "all" else [args.parser]
    clean = [run(name, args.runs, args.seed, args.save) for name in names]
    sys.exit(not all(clean))


if __name__ == "__main__":
    main()
