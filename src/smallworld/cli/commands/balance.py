"""`smallworld lab balance`: how strong a piece is, compared with all printed ones, which `calibrate`
measures.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from smallworld.engine import SmallWorldError, percent
from smallworld.lab.balance.calibrate import SCENES, calibrate
from smallworld.lab.balance.charts import curve_picture, field_picture
from smallworld.lab.balance.measured_piece import measured_piece, origin_of
from smallworld.lab.balance.printed import measure, printed, write_printed
from smallworld.lab.balance.report import Interval, Report, report
from smallworld.lab.balance.run import GAMES, BalancePlan, Bench
from smallworld.lab.balance.solve import Solution, numbers_of, solve
from smallworld.packs import find_packs
from smallworld.texts import Catalogue
from smallworld.texts.balance_report import BalanceReportTexts
from smallworld.texts.locale import change, labelled
from smallworld.texts.locale import number as number_text
from smallworld.texts.locale import percent as percent_text

from ..files import write_text
from ..options import Jobs, Lang, Plain, set_up
from ..screen.style import BAD, GOOD, QUIET, TITLE, WARN
from ..terminal import Terminal

STYLES = {"cheat": BAD, "strong": WARN, "fair": GOOD, "weak": WARN, "dud": BAD}

Ray = Annotated[str, typer.Option(metavar="ADDRESS")]


def balance(
    file: str,
    piece: str = "",
    games: int = GAMES,
    world: list[str] | None = None,
    players: list[int] | None = None,
    neighbours: bool = True,
    solved: Annotated[bool, typer.Option("--solve")] = False,
    jobs: Jobs = 0,
    ray: Ray = "",
    out: Annotated[str, typer.Option(metavar="DIR")] = "",
    as_json: Annotated[bool, typer.Option("--json")] = False,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain)
    subject = measured_piece(origin_of(file), piece)
    plan = BalancePlan(subject, games, tuple(world or ()), tuple(players or ()), neighbours)
    if solved:
        _solve(plan, jobs, ray, out, as_json, messages.lang, terminal)
        return
    bench = Bench(plan, out or None)
    packs = [*find_packs().values(), subject.pack]
    report_texts = BalanceReportTexts(Catalogue(messages.lang, dict.fromkeys(packs)))
    screen = Console(stderr=True)
    stopped = _run(bench, jobs, ray, messages.lang, terminal, screen)
    found = report(bench.plan, bench.deals)
    if found is None:
        raise SmallWorldError(f"{len(bench.deals)} games are too few to say anything; play more")
    if out:
        _write(found, Path(out).expanduser(), report_texts)
    if as_json:
        print(
            json.dumps({**found.data(), "sentence": report_texts.sentence(found.data())}, ensure_ascii=False)
        )
    else:
        _Screen(found, report_texts, terminal).show()
        if out:
            terminal.line(f"report.json, field.svg, curve.svg: {out}", QUIET, whole=True)
    if stopped:
        kept = f" The same command goes on from what is in {out}." if out else ""
        screen.print(Text(f"Stopped after {len(bench.deals)} of {bench.total} games.{kept}", style=WARN))
        raise typer.Exit(130)


def _solve(
    plan: BalancePlan, jobs: int, ray: str, out: str, as_json: bool, lang: str, terminal: Terminal
) -> None:
    """Search each number of the piece for the value that puts it in the middle."""
    plan.check()
    packs = [*find_packs().values(), plan.subject.pack]
    texts = BalanceReportTexts(Catalogue(lang, dict.fromkeys(packs)))
    folder = Path(out).expanduser() if out else None
    screen, found = Console(stderr=True), list[Solution]()
    quiet = terminal.plain or not screen.is_terminal
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=screen,
        transient=True,
        disable=quiet,
    ) as bar:
        task = bar.add_task("", total=plan.games)

        def progress(curve: str, value: int, done: int, total: int) -> None:
            bar.update(task, description=f"{texts.curve(curve)} {value}", completed=done, total=total)

        for number in numbers_of(plan.subject):
            found.append(solve(plan, number, jobs or os.cpu_count() or 1, ray, folder, progress))
    data = [solution.data() for solution in found]
    if out:
        write_text(Path(out).expanduser() / "solved.json", json.dumps(data, indent=1) + "\n")
    if as_json:
        print(json.dumps(data))
        return
    terminal.line(texts.name(plan.subject.name), TITLE)
    for solution in found:
        terminal.line(solved_sentence(texts, solution), GOOD if solution.reaches else BAD)
        for one in solution.tried:
            terminal.line(f"  {texts.curve(solution.curve)} {one.value}: {_interval(lang, one.coins)}", QUIET)


def solved_sentence(texts: BalanceReportTexts, solution: Solution) -> str:
    number = solution.curve.partition(".")[0]
    facts = {"value": solution.value, "games": solution.games}
    if solution.reaches:
        low, high = (number_text(texts.lang, end) for end in (solution.low, solution.high))
        return texts.word(f"solved.{number}", **facts, low=low, high=high)
    return texts.word(f"unsolved.{number}", **facts, coins=change(texts.lang, solution.coins().value))


def _run(bench: Bench, jobs: int, ray: str, lang: str, terminal: Terminal, screen: Console) -> bool:
    """Play with a running estimate on standard error. Returns whether the run was stopped."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = terminal.plain or not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=quiet) as bar:
        task = bar.add_task("", total=bench.total)

        def progress() -> None:
            if quiet:
                return
            so_far = report(bench.plan, bench.deals) if len(bench.deals) % 20 == 0 else None
            bar.update(task, completed=len(bench.deals))
            if so_far is not None:
                bar.update(task, description=_interval(lang, so_far.coins))

        try:
            bench.run(jobs or os.cpu_count() or 1, ray, progress)
        except KeyboardInterrupt:
            return True
    return False


def _write(found: Report, folder: Path, report_texts: BalanceReportTexts) -> None:
    data = {**found.data(), "sentence": report_texts.sentence(found.data())}
    write_text(folder / "report.json", json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    words = report_texts.word("worth")
    write_text(
        folder / "field.svg",
        field_picture(found.field, report_texts.name, report_texts.word("field"), words, alone=True),
    )
    curve = curve_picture(found, report_texts.curve, report_texts.word("curve"), words, alone=True)
    if curve:
        write_text(folder / "curve.svg", curve)


def _interval(lang: str, one: Interval) -> str:
    value, low, high = (change(lang, figure) for figure in one)
    return f"{value} ({low} … {high})"


def _plainly(lang: str, one: Interval) -> str:
    value, low, high = (number_text(lang, figure) for figure in one)
    return f"{value} ({low} … {high})"


def _percent(lang: str, one: Interval) -> str:
    return f"{percent_text(lang, percent(one.value))} ({percent(one.low)} … {percent(one.high)})"


class _Screen:
    def __init__(self, found: Report, report_texts: BalanceReportTexts, terminal: Terminal) -> None:
        self.report, self.report_texts, self.terminal = found, report_texts, terminal
        self.data: dict[str, Any] = found.data()
        self.lang = report_texts.lang

    def show(self) -> None:
        terminal, report_texts, found = self.terminal, self.report_texts, self.report
        terminal.line(report_texts.name(found.piece), TITLE)
        terminal.line(report_texts.sentence(self.data), STYLES.get(found.verdict, QUIET))
        for sentence in report_texts.more(self.data):
            terminal.line(sentence)
        terminal.line()
        terminal.print(self.figures())
        terminal.line()
        terminal.print(self.groups())
        terminal.line()
        terminal.print(self.field())
        terminal.line()
        terminal.line(report_texts.method(self.data, printed().games), QUIET)
        if found.age:
            terminal.line(found.age, WARN)

    def table(self, *heads: str) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET, show_header=any(heads))
        for number, head in enumerate(heads):
            table.add_column(head, justify="right" if number else "left", no_wrap=number > 0)
        return table

    def figures(self) -> Table:
        found, word = self.report, self.report_texts.word
        table = self.table("", "", word("label.usual"))
        table.add_row(word("label.coins"), _interval(self.lang, found.coins), "")
        table.add_row(
            word("label.per_game"),
            _plainly(self.lang, found.per_game),
            _plainly(self.lang, found.per_game_usual),
        )
        table.add_row(
            word("label.per_turn"),
            _plainly(self.lang, found.per_turn),
            _plainly(self.lang, found.per_turn_usual),
        )
        table.add_row(
            word("label.wins"), _percent(self.lang, found.wins), _percent(self.lang, found.wins_usual)
        )
        for coins, share in enumerate(found.bids):
            table.add_row(word("label.bids", n=coins), _percent(self.lang, share), "")
        return table

    def groups(self) -> Table:
        """Coins above an average combo by players, worlds, partners and numbers."""
        found, report_texts, word = self.report, self.report_texts, self.report_texts.word
        table = self.table("", word("label.games"), word("label.coins"), word("label.wins"))
        for group in found.players:
            name = report_texts.players(int(group.id))
            table.add_row(
                name, str(group.games), _interval(self.lang, group.coins), _percent(self.lang, group.wins)
            )
        for group in found.worlds:
            name = report_texts.world(group.id)
            table.add_row(
                name, str(group.games), _interval(self.lang, group.coins), _percent(self.lang, group.wins)
            )
        for end, mates in (("best", found.best), ("worst", found.worst)):
            for mate in mates:
                name = labelled(
                    report_texts.lang, word(f"label.{end}"), report_texts.combo(found.piece, mate.id)
                )
                table.add_row(name, str(mate.games), _interval(self.lang, mate.coins), "")
        for curve in found.curves:
            for point in curve.points:
                row = (
                    labelled(report_texts.lang, report_texts.curve(curve.id), str(point.value)),
                    str(point.games),
                    _interval(self.lang, point.coins),
                    "",
                )
                table.add_row(*row, style="" if point.step else TITLE)
        return table

    def field(self) -> Table:
        """All pieces of its kind, strongest first."""
        table = self.table("", self.report_texts.word("label.coins"))
        for dot in self.report.field:
            table.add_row(
                self.report_texts.name(dot.id),
                _interval(self.lang, dot.coins),
                style=TITLE if dot.own else "",
            )
        return table


def calibrate_printed(
    out: Annotated[str, typer.Option(metavar="DIR")],
    scenes: Annotated[int, typer.Option(min=1)] = SCENES,
    jobs: Jobs = 0,
    ray: Ray = "",
    write: Annotated[str, typer.Option(metavar="FILE")] = "",
    plain: Plain = False,
) -> None:
    terminal = Terminal(True if plain else None)
    folder, began = Path(out).expanduser(), process_time()
    screen, first = Console(stderr=True), [0]
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=terminal.plain) as bar:
        task = bar.add_task("", total=None)

        def progress(done: int, total: int) -> None:
            first[0] += 1
            bar.update(task, completed=done, total=total)

        try:
            deals = calibrate(folder, scenes, jobs or os.cpu_count() or 1, ray, progress)
        except KeyboardInterrupt:
            screen.print(Text(f"Stopped. The same command goes on from what is in {folder}.", style=WARN))
            raise typer.Exit(130) from None
    seconds = (process_time() - began) / first[0] if first[0] and jobs == 1 else printed().seconds
    path = Path(write).expanduser() if write else folder / "printed.json"
    write_printed(measure(deals, seconds), path)
    terminal.line(f"Written: {path}", whole=True)
