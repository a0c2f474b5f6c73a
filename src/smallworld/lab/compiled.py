"""Compiles the engine's busiest modules to machine code with mypyc, from the same source.

It is optional: without the compiled files Python runs the sources. The wheel build (hatch_build.py) loads
this file by its path, so it imports nothing of ours.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Final

MODULES: Final = (
    "smallworld.bots.ends",
    "smallworld.bots.evaluation",
    "smallworld.bots.frozen.evaluation",
    "smallworld.bots.frozen.greedy",
    "smallworld.bots.frozen.heuristics",
    "smallworld.bots.frozen.planner",
    "smallworld.bots.frozen.search",
    "smallworld.bots.greedy",
    "smallworld.bots.heuristics",
    "smallworld.bots.planner",
    "smallworld.bots.rollouts",
    "smallworld.bots.search",
    "smallworld.engine.actions",
    "smallworld.engine.bits",
    "smallworld.engine.verbs.chance",
    "smallworld.engine.verbs.help_needed",
    "smallworld.engine.world.combo",
    "smallworld.engine.world.turn_shortcuts",
    "smallworld.engine.turn.apply_changes",
    "smallworld.engine.position.region_contents",
    "smallworld.engine.turn.decision_stack",
    "smallworld.engine.turn.gates",
    "smallworld.engine.world.piece_index",
    "smallworld.engine.laws.laws",
    "smallworld.engine.position.token_markers",
    "smallworld.engine.notation.position_string",
    "smallworld.engine.turn.questions",
    "smallworld.engine.verbs.reasons",
    "smallworld.engine.verbs.receipts",
    "smallworld.engine.content.piece_view",
    "smallworld.engine.position.state",
    "smallworld.engine.turn.steps.party_order",
    "smallworld.engine.turn.steps.resume",
    "smallworld.engine.turn.steps.conquer",
    "smallworld.engine.turn.steps.decline",
    "smallworld.engine.turn.steps.die",
    "smallworld.engine.turn.steps.party_turn",
    "smallworld.engine.turn.steps.markers",
    "smallworld.engine.turn.steps.pick",
    "smallworld.engine.turn.steps.price",
    "smallworld.engine.turn.steps.question",
    "smallworld.engine.turn.steps.ready",
    "smallworld.engine.turn.steps.redeploy",
    "smallworld.engine.turn.steps.score",
    "smallworld.engine.turn.steps.victims",
    "smallworld.engine.turn.row",
    "smallworld.engine.turn.turn",
    "smallworld.engine.words.region_sets",
    "smallworld.engine.words.acts_in_decline",
    "smallworld.engine.words.as_if_empty",
    "smallworld.engine.words.attack_only",
    "smallworld.engine.words.auxiliaries",
    "smallworld.engine.words.cheaper",
    "smallworld.engine.words.coins",
    "smallworld.engine.words.counter",
    "smallworld.engine.words.declines_after_scoring",
    "smallworld.engine.words.defence",
    "smallworld.engine.words.doubles",
    "smallworld.engine.words.effect",
    "smallworld.engine.words.enters",
    "smallworld.engine.words.foresees",
    "smallworld.engine.words.gains",
    "smallworld.engine.words.gate",
    "smallworld.engine.words.keeps_all_tokens",
    "smallworld.engine.words.linked",
    "smallworld.engine.words.loses",
    "smallworld.engine.words.marker",
    "smallworld.engine.words.means",
    "smallworld.engine.words.moment",
    "smallworld.engine.words.note",
    "smallworld.engine.words.outlives",
    "smallworld.engine.words.passes",
    "smallworld.engine.words.plants",
    "smallworld.engine.words.reaches",
    "smallworld.engine.words.recruits",
    "smallworld.engine.words.redeploys_on_decline",
    "smallworld.engine.words.rolls_first",
    "smallworld.engine.words.settles",
    "smallworld.engine.words.toll",
    "smallworld.engine.words.truce",
    "smallworld.engine.words.unaided",
    "smallworld.engine.world.world",
    "smallworld.lab.fuzz",
    "smallworld.lab.playout",
    "smallworld.lab.rl.rows",
    "smallworld.packs.underground.position_queries",
)
NAME: Final = "smallworld"  # of the package, and of the one library that holds all modules
ENDINGS: Final = (".so", ".pyd")


class CannotCompile(Exception):
    """There is no compiler, or it reported an error. The message says which."""


def obstacle() -> str:
    """Why nothing can be compiled here; empty if it can."""
    for package in ("mypyc", "setuptools"):
        if importlib.util.find_spec(package) is None:
            return f"{package} is not installed (pip install 'mypy[mypyc]')"
    return no_compiler()


def no_compiler() -> str:
    """What is missing for a C compiler; empty if nothing is."""
    if os.name == "nt":
        return ""  # setuptools finds the compiler, or reports that there is none
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if shutil.which(shlex.split(compiler)[0]) is None:
        return f"there is no C compiler ({compiler} was not found)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the C headers of Python are missing (often a package named python3-dev)"
    return ""


def engine_in_use() -> str:
    """What this process runs: "compiled" or "plain Python"."""
    turn = importlib.util.find_spec(f"{NAME}.engine.turn.turn")
    return "compiled" if turn and (turn.origin or "").endswith(ENDINGS) else "plain Python"


def compiled_files(folder: Path) -> list[Path]:
    """All compiled files in a folder with the package, relative to it."""
    found = [*folder.glob(f"{NAME}__mypyc.*"), *(folder / NAME).rglob("*")]
    return sorted(path.relative_to(folder) for path in found if path.suffix in ENDINGS)


def remove(folder: Path) -> None:
    for path in compiled_files(folder):
        (folder / path).unlink()


def copy_package(folder: Path, package: Path | None = None) -> None:
    """A copy of the package (by default this one) in another folder, without compiled files."""
    package = package or Path(__file__).parent.parent
    leave_out = shutil.ignore_patterns("__pycache__", *(f"*{ending}" for ending in ENDINGS))
    shutil.copytree(package, folder / NAME, ignore=leave_out)


def compile_in(folder: Path) -> None:
    """Compile the package in a folder, in place. MYPYC_OPT_LEVEL (default 3) is for the C compiler."""
    reason = obstacle()
    if reason:
        raise CannotCompile(reason)
    remove(folder)
    # In a separate process, because building changes the directory and setuptools changes global state.
    command = [sys.executable, "-P", __file__, "--in-this-process", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode or not compiled_files(folder):
        raise CannotCompile(f"the compiler failed:\n{done.stdout}{done.stderr}".rstrip())


def _build(folder: Path) -> None:
    from tempfile import TemporaryDirectory

    from mypyc.build import mypycify
    from setuptools import Distribution

    folder = folder.resolve()
    os.chdir(folder)
    with TemporaryDirectory() as work:
        options = ["--config-file=", f"--cache-dir={os.devnull}", "--follow-imports=silent"]
        paths = [f"{module.replace('.', '/')}.py" for module in MODULES]
        level = os.environ.get("MYPYC_OPT_LEVEL", "3")
        extensions = mypycify(
            [*options, *paths], opt_level=level, debug_level="0", target_dir=work, group_name=NAME
        )
        if os.name != "nt":
            for extension in extensions:
                # Nobody outside calls into the library, so calls inside it can be direct and inlined.
                extension.extra_compile_args += ["-fvisibility=hidden", "-fno-semantic-interposition"]
        distribution = Distribution({"name": NAME, "ext_modules": extensions})
        command = distribution.get_command_obj("build_ext")
        command.build_temp, command.build_lib = work, str(folder)
        distribution.run_command("build_ext")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m smallworld.lab.compiled", description="Compile the engine."
    )
    parser.add_argument("folder", type=Path, help="the folder that holds the package, for example src")
    parser.add_argument("--remove", action="store_true", help="take the compiled files away")
    parser.add_argument("--copy", action="store_true", help="make the folder, with a copy of the package")
    parser.add_argument("--in-this-process", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args(arguments)
    if wanted.in_this_process:
        _build(wanted.folder)
        return 0
    if wanted.remove:
        remove(wanted.folder)
        return 0
    if wanted.copy:
        shutil.rmtree(wanted.folder, ignore_errors=True)
        copy_package(wanted.folder)
    try:
        compile_in(wanted.folder)
    except CannotCompile as error:
        print(f"smallworld: cannot compile: {error}", file=sys.stderr)
        return 1
    print(f"compiled {len(MODULES)} modules in {wanted.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
