"""The atlas as one self-contained HTML file, for light and dark mode and for phones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from .report_parts import (
    bound_of,
    combo_list,
    combo_rankings,
    heat_map,
    legend,
    ranked,
    seats,
    signed,
    tenure,
    timing,
)
from .result import ALL, Atlas

HOW = """<p>A row is a race, a column a power; the number is how many <b>coins above average</b> the combo
brings its owner, picked in the first half of the game: what it brings in play and in decline, less what an
average seat gains in the turns for which it is held. Point at a cell for its interval, win share, fair price
and number of picks, or open the list of all combos below. Both sides are sorted, so that the best is in the
upper left corner.</p>"""

RANKS = """<p>The dot is the estimate, the bar its 95 % interval; blue and round is better than average for
sure, orange and square worse, grey undecided. <b>wins</b>: by how many points of a hundred its owner wins
more often than chance, at the same price. <b>place</b>: the last place in the column at which it is worth its
coins, compared with taking the one on top; in brackets, its interval.</p>"""

DECLINE = """<p>Combos picked in the first half of the game, by the number of turns they were kept, the turn
of decline included. The bots decline when they see fit: a race is not better <em>because</em> it is kept for
four turns.</p>"""

METHOD = """<p>A mixed model: an effect of the race, of the power, of the pair, and of race and power for each
number of players, all shrunk towards zero as far as the data ask for it; round and seat are accounted for. A
bot takes what suits the board; the figures are those of a combo that was drawn at random and then played as
well as the bot can, and its own choices count as far as they agree. Late picks have less at stake and are
scaled to the first half of the game. Intervals are those of the model. A cell with few picks leans on its
race and its power. What is special about a pair at one number of players only is not in the model.</p>"""

CREDITS = (
    "An unofficial fan project. Small World is a game by Philippe Keyaerts, published by Days of Wonder, "
    "who have nothing to do with it."
)


def html(atlas: Atlas) -> str:
    order = [*([ALL] if ALL in atlas.tables else []), *atlas.counts]
    bound = bound_of(atlas)
    sections = [
        _head(atlas),
        "<h2>Every race with every power</h2>" + HOW + legend(bound),
        _tabs("heat", order, lambda players: heat_map(atlas, players, bound)),
        "<h2>Races and powers</h2>" + RANKS,
        _tabs("rank", order, lambda players: _races_and_powers(atlas, players)),
        "<h2>The best and the worst combos</h2>",
        _tabs("combo", order, lambda players: _combos(atlas, players)),
        "<h2>When to decline</h2>" + DECLINE,
        _cards([timing(atlas.tables[players]) for players in atlas.counts]),
        "<h2>How long a race is kept</h2><p>Turns of those that decline, the turn of decline included.</p>",
        _cards([tenure(atlas.tables[players]) for players in atlas.counts]),
        "<h2>Seats</h2><p>Share of the victories, against chance. A victory shared by two counts half.</p>",
        _cards([seats(atlas.tables[players]) for players in atlas.counts]),
        _method(atlas),
    ]
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Combo atlas</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(sections)
        + "\n</main>\n</body>\n</html>\n"
    )


def write_html(atlas: Atlas, path: Path) -> None:
    path.write_text(html(atlas), encoding="utf-8")


def _head(atlas: Atlas) -> str:
    settings = atlas.settings
    together = [atlas.tables[players] for players in atlas.counts]
    games, picks = sum(table.games for table in together), sum(table.picks for table in together)
    least = min(cell.picks for table in together for cell in table.cells)
    middle = sorted(cell.picks for table in together for cell in table.cells)
    facts = [
        (f"{games:,}", "games"),
        (f"{picks:,}", "picks"),
        (f"{middle[len(middle) // 2]}", f"picks in a typical cell of one player count (least: {least})"),
        (f"{settings['explore']:.0%}", "of the picks drawn at random"),
    ]
    shown = "".join(f"<li><b>{number}</b>{escape(what)}</li>" for number, what in facts)
    age = f'<p class="note">This atlas was {escape(atlas.age)}.</p>' if atlas.age else ""
    return (
        "<h1>Combo atlas</h1><p>What every race with every power is worth, for every number of players, "
        f"from games in which <code>{escape(str(settings['bot']))}</code> plays all seats.</p>"
        f'{age}<ul class="facts">{shown}</ul>'
    )


def _tabs(name: str, order: Sequence[int], panel: Callable[[int], str]) -> str:
    buttons, panels = [], []
    for number, players in enumerate(order):
        mark = " checked" if number == 0 else ""
        text = "all" if players == ALL else f"{players} players"
        buttons.append(
            f'<input type="radio" name="{name}" id="{name}{players}"{mark}>'
            f'<label for="{name}{players}">{text}</label>'
        )
        panels.append(f'<div class="panel">{panel(players)}</div>')
    return f'<div class="tabs">{"".join(buttons)}{"".join(panels)}</div>'


def _cards(parts: Sequence[str]) -> str:
    return '<div class="grid">' + "".join(f'<div class="card">{part}</div>' for part in parts) + "</div>"


def _races_and_powers(atlas: Atlas, players: int) -> str:
    table = atlas.tables[players]
    return _cards([f"<h3>Races</h3>{ranked(table.races)}", f"<h3>Powers</h3>{ranked(table.powers)}"])


def _combos(atlas: Atlas, players: int) -> str:
    best, worst = combo_rankings(atlas, players)
    table = atlas.tables[players]
    said = (
        f"<p>The combo on top of the column is worth {signed(table.free.value)} coins and has "
        f"{table.free_coins:.1f} coins lying on it; a fair price is what a combo is worth beyond that.</p>"
    )
    return (
        said
        + _cards([f"<h3>The best</h3>{best}", f"<h3>The worst</h3>{worst}"])
        + f"<details><summary>All {len(table.cells)} combos</summary>{combo_list(atlas, players)}</details>"
    )


def _method(atlas: Atlas) -> str:
    settings, spread = atlas.settings, atlas.spread
    games = ", ".join(f"{count} of {players}" for players, count in settings["games"].items())
    differ = ", ".join(f"{name} {value:.1f}" for name, value in spread.items())
    choice = "; ".join(
        f"{players} players {signed(table.choice.value)} ±{table.choice.error * 1.96:.1f}"
        for players, table in atlas.tables.items()
        if players != ALL and table.choice.error
    )
    chosen = (
        f"<p>What the bot's own choice is worth over a drawn combo, in coins: {choice}.</p>" if choice else ""
    )
    return (
        f"<h2>How it was made</h2>{METHOD}"
        f"<p>Standard deviations, in coins: {escape(differ)}.</p>{chosen}"
        f"<footer><p>Games: {games} players; bot {escape(str(settings['bot']))}, seed {settings['seed']}, "
        f"packs {escape(', '.join(settings['packs']))}, {settings['forfeits']} forfeits; smallworld "
        f"{escape(atlas.version)}, rules {atlas.rules}, bot weights {escape(atlas.weights)}.</p>"
        f"<p>{CREDITS}</p></footer>"
    )
