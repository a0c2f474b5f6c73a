"""Bots from where they are: a file, a module, a program, an address; and plug-ins that are broken."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smallworld.bots.external import ExternalBot
from smallworld.bots.registry import is_installed, make_bot, split_label
from smallworld.bots.remote import RemoteBot
from smallworld.bots.safe_bot import Guarded
from smallworld.bots.try_bot import try_bot
from smallworld.cli.main import app
from smallworld.engine import SmallWorldError
from smallworld.lab.arena import play_game
from smallworld.lab.sim import simulate
from smallworld.packs import load_world

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
EAGER = '''
from helper import best

class Base:
    def choose(self, view):
        return best(list(view.legal))

class Eager(Base):
    """Conquers as long as it can."""
    def __init__(self, seed=0, patience: int = 3):
        self.patience = patience

class _Private(Base):
    pass
'''
HELPER = "def best(actions):\n    return next((a for a in actions if a.startswith('c')), actions[0])\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "eager.py").write_text(
        EAGER.replace("class Base", "class _Base").replace("(Base)", "(_Base)")
    )
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "two.py").write_text(EAGER)
    (tmp_path / "simple.py").write_text(
        "class Simple:\n    def choose(self, view):\n        return view.legal.codes[0]\n"
    )
    (tmp_path / "broken.py").write_text(
        "class Broken:\n    def choose(self, view): ...\nraise RuntimeError('sorry')\n"
    )
    (tmp_path / "unreadable.py").write_text("class Broken(:\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path not in ("", str(tmp_path))])
    monkeypatch.setattr(sys, "modules", sys.modules.copy())  # other tests have a `helper` of their own
    return tmp_path


@contextmanager
def listening() -> Iterator[int]:
    """The example bot at an address; its port."""
    program = subprocess.Popen(
        [sys.executable, str(EXAMPLES / "at_an_address.py"), "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert program.stdout is not None
        said = re.fullmatch(r"ws://127\.0\.0\.1:(\d+)\n", program.stdout.readline())
        assert said is not None
        yield int(said[1])
    finally:
        program.kill()
        program.communicate()


@pytest.mark.parametrize(
    ("spec", "patience"),
    [
        ("./eager.py", 3),
        ("eager.py", 3),
        ("./eager.py:patience=2", 2),
        ("./eager.py:Eager:patience=2", 2),
        ("Hal=./eager.py:patience=5", 5),
        ("two.py:Eager", 3),
    ],
)
def test_a_class_in_a_file_is_a_bot(folder: Path, spec: str, patience: int) -> None:
    bot = make_bot(spec, 1)
    assert getattr(bot, "patience", None) == patience
    result = play_game(load_world("base_2p"), [bot, make_bot("random", 1)], "file")
    assert result.forfeits == (0, 0)
    assert not is_installed(spec)


def test_a_class_of_a_module_is_a_bot_and_needs_no_seed(folder: Path) -> None:
    (folder / "package").mkdir()
    (folder / "package" / "inner.py").write_text((folder / "simple.py").read_text())
    assert type(make_bot("package.inner:Simple", 1)).__name__ == "Simple"
    assert type(make_bot("Hal=package.inner:Simple")).__name__ == "Simple"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("./nothing.py", "bot './nothing.py': there is no file ./nothing.py"),
        ("./eager.py:Eagre", "eager.py: unknown class 'Eagre'; expected one of: Eager"),
        ("./eager.py:patienc=2", "unknown parameter 'patienc'; expected one of: patience (did you"),
        ("./two.py", "two.py has several bots; write one of: two.py:Base, two.py:Eager"),
        ("./broken.py", "RuntimeError: sorry"),
        ("./unreadable.py", "cannot be read as Python"),
        ("nowhere_at_all:Bot", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("collections:OrderedDict", "OrderedDict has no method choose(view)"),
        ("ws://", "expected ws://HOST:PORT/PATH, got ws://"),
        ("ws:somewhere", "expected ws://HOST:PORT/PATH, got ws:somewhere"),
        ("a" * 2000, "expected at most 1000 letters, got 2000"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_before_the_first_game(folder: Path, spec: str, said: str) -> None:
    with pytest.raises(SmallWorldError, match=re.escape(said)):
        simulate([spec, "random"], games=1)


def test_a_file_that_is_a_program_is_spoken_to_as_one() -> None:
    bot = make_bot(f"{EXAMPLES}/cheapest.py:ms=700")
    assert isinstance(bot, ExternalBot)
    assert bot.ms == 700
    assert try_bot(str(EXAMPLES / "cheapest.py")) == "cheapest"
    assert try_bot(f"Hal={EXAMPLES}/cheapest.py") == "Hal"
    assert split_label("planner:beam=8") == ("", "planner:beam=8")
    assert split_label("Hal=planner:beam=8") == ("Hal", "planner:beam=8")


@pytest.mark.slow
def test_a_bot_at_an_address_plays_and_is_not_here_by_default_elsewhere() -> None:
    with listening() as port:
        assert try_bot(f"ws://:{port}") == "cheapest, far away"
        bot = make_bot(f"ws://:{port},ms=5000")
        assert isinstance(bot, RemoteBot)
        assert bot.command == [f"ws://127.0.0.1:{port}"]
        guarded = Guarded(bot, "far")
        near = Guarded(make_bot(f"{EXAMPLES}/cheapest.py"), "near")
        world = load_world("base_2p")
        far_log = play_game(world, [guarded, make_bot("random", 1)], "far").log
        near_log = play_game(world, [near, make_bot("random", 1)], "far").log
        assert guarded.forfeits == []
        assert far_log == near_log
        guarded.close()
        near.close()
    with pytest.raises(SmallWorldError, match="refused"):
        try_bot(f"ws://:{port}")


@pytest.mark.slow
def test_names_are_in_the_tables(folder: Path) -> None:
    command = [
        "ladder",
        "Hal=./eager.py",
        str(EXAMPLES / "cheapest.py"),
        "--games",
        "2",
        "--jobs",
        "1",
        "--plain",
    ]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert "Hal: ./eager.py" in done.output
    assert f"cheapest: {EXAMPLES}/cheapest.py" in done.output.replace("\n", "")


def test_at_the_terminal_bots_have_names_and_a_foreign_record_starts_no_program(folder: Path) -> None:
    run = CliRunner().invoke
    save = str(folder / "game.swr")
    command = [
        "play",
        "--bots",
        "2",
        "--bot",
        "./eager.py",
        "--bot",
        "greedy",
        "--bot-name",
        "Hal",
        "--plain",
    ]
    done = run(app, [*command, "--seed", "1", "--save", save], input="1\n")
    assert "Hal" in done.output
    assert "Hal 2" in done.output
    text = (folder / "game.swr").read_text()
    assert "bots: BC ./eager.py+greedy" in text
    done = run(app, ["play", "--plain", "--resume", save], input="quit\n")
    assert done.exit_code == 2
    assert "say who plays on, with --bot './eager.py'" in done.output
    done = run(app, ["play", "--plain", "--resume", save, "--bot", "greedy"], input="quit\n")
    assert done.exit_code == 0, done.output
    evil = folder / "evil.swr"
    evil.write_text(text.replace("./eager.py+greedy", f"exec:cmd=touch%20{folder}/pwned"))
    done = run(app, ["play", "--plain", "--resume", str(evil)], input="1\n" * 5)
    assert done.exit_code == 2
    assert not (folder / "pwned").exists()


@pytest.mark.slow
def test_check_tells_a_file_with_a_class_from_a_program(folder: Path) -> None:
    run = CliRunner().invoke
    done = run(app, ["bot", "check", "--plain", "./eager.py"])
    assert done.exit_code == 0, done.output
    assert "hello" not in done.output
    done = run(app, ["bot", "check", "--plain", "--ms", "5000", str(EXAMPLES / "cheapest.py")])
    assert "PASS  hello" in done.output


def test_a_broken_plug_in_costs_only_itself(tmp_path: Path) -> None:
    info = tmp_path / "broken_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[smallworld.bots]\nbroken = nowhere_at_all:Bot\nnumber = math:pi\n"
    )
    program = f"import sys; sys.path.append({str(tmp_path)!r}); from smallworld.cli.main import app; app()"
    done = subprocess.run(
        [sys.executable, "-c", program, "bot", "list", "--plain"], capture_output=True, text=True, check=True
    )
    assert "greedy" in done.stdout
    assert "broken" not in done.stdout
    lines = sorted(done.stderr.splitlines())
    assert len(lines) == 2
    assert lines[0].startswith(
        "smallworld: the bot 'broken' of broken-bots (nowhere_at_all:Bot) is left out: "
    )
    assert "'number'" in lines[1]
