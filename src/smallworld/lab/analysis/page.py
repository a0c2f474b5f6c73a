"""The analysis as one self-contained HTML page: no scripts, fonts or pictures from elsewhere."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from smallworld.engine.notation.strings import SEATS

from .chart import Axis, Band, chart, frames
from .report import Analysis, Decision, Figure
from .turn_text import coins, percent

EVENTS = 12  # chance events that are listed; the JSON has the rest


def page(analysis: Analysis) -> str:
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    parts = [_head(analysis), _charts(analysis), _turning_points(analysis), _decisions(analysis)]
    parts += [_luck(analysis), _declines(analysis), _foot(analysis)]
    title = escape(" – ".join(analysis.players))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}: analysis</title>\n<style>\n{style}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def seat_name(analysis: Analysis, letter: str) -> str:
    seat = SEATS.index(letter)
    return f'<span class="who s{seat}">{escape(analysis.players[seat])}</span>'


def win(figure: Figure) -> str:
    return f'{percent(figure.value)} <span class="quiet">±&#8239;{100 * figure.error:.0f}</span>'


def lead(figure: Figure) -> str:
    return f'{coins(figure.value)} <span class="quiet">±&#8239;{figure.error:.1f}</span>'


def table(heads: list[str], rows: list[list[str]], *, words: int = 1) -> str:
    """The first `words` columns are text, and the last one if it has no heading; the others are numbers."""
    out = ['<div class="scroll"><table><thead><tr>']
    kinds = ["" if number < words or not head else ' class="n"' for number, head in enumerate(heads)]
    out += [f"<th{kind}>{head}</th>" for kind, head in zip(kinds, heads, strict=True)]
    out.append("</tr></thead><tbody>")
    for row in rows:
        out.append(
            "<tr>" + "".join(f"<td{k}>{cell}</td>" for k, cell in zip(kinds, row, strict=True)) + "</tr>"
        )
    return "".join([*out, "</tbody></table></div>"])


def _head(analysis: Analysis) -> str:
    rows = []
    for seat, (name, total) in enumerate(zip(analysis.players, analysis.result, strict=True)):
        won = " <b>won</b>" if analysis.winners == [SEATS[seat]] else ""
        won = " <b>shared</b>" if SEATS[seat] in analysis.winners and not won else won
        rows.append(
            f'<li><span class="who s{seat}">{escape(name)}</span> <strong>{total}</strong> coins{won}</li>'
        )
    state = "" if analysis.finished else '<p class="quiet">The game is not over; coins are those so far.</p>'
    board = escape(analysis.world.split("~")[0])
    score = f'<ul class="score">{"".join(rows)}</ul>'
    return f'<header><h1>Analysis</h1><p class="quiet">{board}</p>{score}{state}</header>'


def _charts(analysis: Analysis) -> str:
    turns = [point.turn for point in analysis.points]
    seats = range(len(analysis.players))
    turning = {point.turn for point in analysis.turning_points}
    marks = [number for number, turn in enumerate(turns) if turn in turning]
    wins: list[list[Band]] = [
        [(100 * p.chances[s].value, 100 * p.chances[s].low, 100 * p.chances[s].high) for p in analysis.points]
        for s in seats
    ]
    ends: list[list[Band]] = [
        [(f.value, f.value - f.error, f.value + f.error) for f in (p.coins[s] for p in analysis.points)]
        for s in seats
    ]
    low = 10 * int(min(band[1] for row in ends for band in row) // 10)
    high = max(low + 10, 10 * -int(-max(band[2] for row in ends for band in row) // 10))
    out = []
    for title, about, axis, rows, spots in (
        ("Win chance", "after each turn", Axis(0, 100, 25, "%"), wins, marks),
        ("Coins", "expected at the end", Axis(low, high, 10 if high - low <= 60 else 20), ends, []),
    ):
        drawn = "".join(
            chart(frame, axis, analysis.players, turns, rows, spots) for frame in frames(len(turns))
        )
        legend = "".join(
            f'<span class="who s{seat}">{escape(analysis.players[seat])}</span> ' for seat in seats
        )
        out.append(
            f'<section><h2>{title} <span class="quiet">{about}</span></h2>'
            f'<p class="legend">{legend}</p>{drawn}</section>'
        )
    return "\n".join(out)


def _turning_points(analysis: Analysis) -> str:
    items = [
        f'<li><span class="turn">{point.turn}</span><span class="size">{win(point.change)}</span>'
        f"<span>{escape(point.words)}</span></li>"
        for point in analysis.turning_points
    ]
    body = (
        f'<ol class="list">{"".join(items)}</ol>' if items else "<p>No turn changed the chances clearly.</p>"
    )
    return f"<section><h2>Turning points</h2>{body}</section>"


def _decision(analysis: Analysis, decision: Decision) -> str:
    played, _, better = decision.words.partition(". ")
    better = better.rpartition(" (")[0] or better
    return (
        f'<li><div class="top"><span class="turn">{decision.turn}</span>{seat_name(analysis, decision.seat)}'
        f'<span class="tag {decision.verdict}">{decision.verdict}</span>'
        f'<span class="size">{win(decision.win)}</span>'
        f'<span class="size">{lead(decision.lead)} coins</span></div>'
        f"<p>{escape(played)}.<br><code>{escape(decision.played)}</code></p>"
        f"<p>{escape(better)}.<br><code>{escape(decision.better)}</code></p></li>"
    )


def _decisions(analysis: Analysis) -> str:
    bad = [_decision(analysis, one) for one in analysis.decisions if one.verdict != "sound"]
    good = [_decision(analysis, one) for one in analysis.decisions if one.verdict == "sound"]
    out = ["<section><h2>Decisions that cost most</h2>"]
    out.append(
        f'<ul class="cards">{"".join(bad)}</ul>' if bad else "<p>None was clearly worse than another.</p>"
    )
    if good:
        out.append(f"<details><summary>{len(good)} sound turns, each beside the best other one</summary>")
        out.append(f'<ul class="cards">{"".join(good)}</ul></details>')
    return "".join([*out, "</section>"])


def _luck(analysis: Analysis) -> str:
    heads = ["", "dice", "draws", "together", "coins"]
    rows = [
        [seat_name(analysis, row.seat), win(row.dice), win(row.draws), win(row.win), lead(row.lead)]
        for row in analysis.luck_sums
    ]
    out = ["<section><h2>Luck</h2>", table(heads, rows)]
    biggest = sorted(analysis.luck, key=lambda one: -max(abs(figure.value) for figure in one.win))[:EVENTS]
    lines = []
    for event in biggest:
        who = seat_name(analysis, event.seat) if event.seat else "everybody"
        odds = percent(event.odds, signed=False) if event.odds >= 0.005 else "&lt; 1 %"
        outcome = event.outcome if event.kind != "opening" else "the first six combos"
        lines.append([event.turn, who, escape(outcome.replace("_", " ")), odds, *map(win, event.win)])
    names = [escape(name) for name in analysis.players]
    out += ["<h3>The largest strokes</h3>", table(["turn", "", "outcome", "odds", *names], lines, words=3)]
    return "".join([*out, "</section>"])


def _declines(analysis: Analysis) -> str:
    items = []
    for race in analysis.declines:
        steps = "".join(
            f'<span class="step{" here" if row.declined else ""}{" best" if row.turn == race.best else ""}">'
            f"<b>{row.turn}</b> {win(row.win)}</span>"
            for row in race.turns
        )
        said = race.words.partition(": ")[2]
        items.append(
            f'<li><div class="top">{seat_name(analysis, race.seat)}<span>{escape(race.combo)}</span></div>'
            f"<p>{escape(said[:1].upper() + said[1:])}</p><p>{steps}</p></li>"
        )
    about = (
        "Win chance of declining at the start of a turn, against playing on. "
        "Filled: where it declined; framed: best."
    )
    return (
        f'<section><h2>When to decline</h2><p class="quiet">{about}</p>'
        f'<ul class="cards">{"".join(items)}</ul></section>'
    )


def _foot(analysis: Analysis) -> str:
    bot, seed = escape(analysis.bot), escape(analysis.seed)
    return (
        f'<footer class="quiet">{analysis.rollouts} rollouts of each position by {bot}, seed {seed}. '
        "Bands and ± are 95 %. Coins are those ahead of the average of the others, except in the chart. "
        "A mistake costs more win chance than its error; a slip costs coins, but not clearly the game. "
        "Chances are those between such bots, not between these players.</footer>"
    )
