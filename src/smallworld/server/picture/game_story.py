"""The summary of a finished game: a sentence, coins by round and race, turning point, best turn, dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from smallworld.engine import Event, Game, State, Term
from smallworld.engine.world.world import DIE, NONE
from smallworld.texts.locale import number as decimal

from .text_cache import Data, Words

_FAIR: Final = sum(DIE) / len(DIE)  # average pips of a die


def story(game: Game, won: Sequence[int], words: Words, players: Sequence[str]) -> Data:
    """Plain data with the keys of a wire `Story`."""
    curves, first = coins_by_round(game), game.positions[0].round - 1
    turning, best = _turning(curves, first, won, words, players), _best(game, words, players)
    reigns = _reigns(game)
    return {
        "first": first,
        "sentence": _sentence(reigns, won, turning or best, words, players),
        "curves": [{"seat": seat, "coins": coins} for seat, coins in enumerate(curves)],
        "turning": turning,
        "best": best,
        "hardest": _hardest(game, won, words),
        "luck": _luck(game),
        "harvest": [_harvest(reign, words) for reign in reigns],
    }


def coins_by_round(game: Game) -> list[list[int]]:
    """For each seat its coins at the start and at the end of every round."""
    first, last = game.positions[0], game.positions[-1]
    ends: list[Sequence[int]] = [first.coins]
    for before, after in zip(game.positions, game.positions[1:], strict=False):
        if after.round > before.round:
            ends.append(after.coins)
    ends.append(last.coins)
    return [[coins[seat] for coins in ends] for seat in range(len(last.coins))]


def _turning(
    curves: Sequence[Sequence[int]], first: int, won: Sequence[int], words: Words, players: Sequence[str]
) -> Data | None:
    """When the winner took the lead for good; if the winner always led: where the lead grew most."""
    if len(won) != 1 or len(curves) < 2:
        return None
    winner = won[0]
    others = [curve for seat, curve in enumerate(curves) if seat != winner]
    leads = [coins - max(other[round_] for other in others) for round_, coins in enumerate(curves[winner])]
    behind = [round_ for round_ in range(1, len(leads)) if leads[round_] <= 0]
    if behind and behind[-1] + 1 < len(leads):
        round_, key = behind[-1] + 1, "lead"
    elif behind:
        round_, key = len(leads) - 1, "tokens"  # equal on coins to the end
    else:
        round_ = max(range(1, len(leads)), key=lambda one: leads[one] - leads[one - 1])
        key = "ahead"
    text = words(f"story.{key}", name=_name(winner, players), round=first + round_)
    return {"seat": winner, "round": first + round_, "text": text}


def _best(game: Game, words: Words, players: Sequence[str]) -> Data | None:
    best: Data | None = None
    for number, event in _events(game, "scored"):
        if best is None or event.amount > best["coins"]:
            round_ = game.positions[number].round
            text = words("story.best", name=_name(event.seat, players), n=event.amount, round=round_)
            best = {"seat": event.seat, "round": round_, "coins": event.amount, "text": text}
    return best


def _luck(game: Game) -> list[Data]:
    """Pips above or below the average of fair dice, for everybody who rolled."""
    rolls: dict[int, list[int]] = {}
    for _, event in _events(game, "rolled"):
        rolls.setdefault(event.seat, []).append(event.amount)
    return [
        {"seat": seat, "rolls": len(pips), "pips": sum(pips), "expected": round(len(pips) * _FAIR, 1)}
        for seat, pips in sorted(rolls.items())
    ]


@dataclass
class _Reign:
    """A race in the hands of one player, from its pick to the end, and the coins it earned."""

    seat: int
    race: int
    badge: int
    coins: int = 0
    declined: int = 0  # of these, in decline


def _reigns(game: Game) -> list[_Reign]:
    """The coins of every scoring by the race that earned them, best first."""
    found: dict[tuple[int, int, int], _Reign] = {}
    badges: dict[tuple[int, int], int] = {}  # a race in decline may have lost its badge
    for number, event in _events(game, "scored"):
        before, after = game.positions[number], game.positions[number + 1]
        for term in event.lines:
            race = _bringer(term, event.seat, before, after)
            badge = _badge(race, before, after)
            if badge == NONE:
                badge = badges.get((event.seat, race), NONE)
            badges[event.seat, race] = badge
            reign = found.setdefault((event.seat, race, badge), _Reign(event.seat, race, badge))
            reign.coins += term.amount
            if race != NONE and after.active[event.seat] != race:
                reign.declined += term.amount
    return sorted(found.values(), key=lambda one: (-one.coins, one.seat, one.race))


def _harvest(reign: _Reign, words: Words) -> Data:
    return {
        "seat": reign.seat,
        "race": None if reign.race == NONE else words.race(reign.race),
        "name": "" if reign.race == NONE else words.combo(reign.race, reign.badge),
        "coins": reign.coins,
        "declined": reign.declined,
    }


def _sentence(
    reigns: Sequence[_Reign], won: Sequence[int], moment: Data | None, words: Words, players: Sequence[str]
) -> str:
    """What is told beside the winner: which race brought most, and where the game turned."""
    best = next((reign for reign in reigns if reign.seat in won and reign.race != NONE), None)
    told = []
    if best is not None:
        combo = words.combo(best.race, best.badge)
        told.append(words("story.brought", combo=combo, name=_name(best.seat, players), n=best.coins))
    if moment is not None:
        told.append(moment["text"])
    return " ".join(told)


def _hardest(game: Game, won: Sequence[int], words: Words) -> list[Data]:
    """For everybody who has not won, the turn that fell furthest behind the others of that round."""
    rounds: dict[int, dict[int, int]] = {}
    for number, event in _events(game, "scored"):
        scores = rounds.setdefault(game.positions[number].round, {})
        scores[event.seat] = scores.get(event.seat, 0) + event.amount
    worst: dict[int, tuple[float, int, int]] = {}
    for round_, scores in rounds.items():
        for seat, amount in scores.items():
            others = [coins for other, coins in scores.items() if other != seat]
            gap = sum(others) / len(others) - amount if others else 0.0
            if seat not in won and gap > 0 and gap > worst.get(seat, (0.0,))[0]:
                worst[seat] = (gap, round_, amount)
    return [
        {
            "seat": seat,
            "round": round_,
            "coins": amount,
            "text": words("story.hardest", round=round_, n=amount, gap=decimal(words.lang, gap)),
        }
        for seat, (gap, round_, amount) in sorted(worst.items())
    ]


def _bringer(term: Term, seat: int, before: State, after: State) -> int:
    """The holder of the region; else the race whose banner or badge is named; else the active one."""
    world = after.world
    if term.region != NONE and after.occ[term.region] != NONE:
        return after.occ[term.region]
    for s in (before, after):
        for race in s.races_of(seat):
            badge = s.badge[race]
            if term.label in (world.race_ids[race], world.power_ids[badge] if badge != NONE else ""):
                return race
    active = before.active[seat] if before.active[seat] != NONE else after.active[seat]
    return active if active != NONE else next(iter(after.races_of(seat)), NONE)


def _badge(race: int, before: State, after: State) -> int:
    """Its badge while it had one; in decline it may have lost it."""
    if race == NONE:
        return NONE
    return after.badge[race] if after.badge[race] != NONE else before.badge[race]


def _events(game: Game, kind: str) -> list[tuple[int, Event]]:
    return [
        (number, event)
        for number in range(len(game.log))
        for event in game.events[number]
        if event.kind == kind and event.amount != NONE and event.seat >= 0
    ]


def _name(seat: int, players: Sequence[str]) -> str:
    return players[seat] if seat < len(players) else str(seat)
