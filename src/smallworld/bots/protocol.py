"""What a bot in any language is told and answers: one JSON object per line, as docs/bots.md describes.

Everything here is made from a view, so nothing leaves that the seat may not know.
"""

from __future__ import annotations

import json
from typing import Any, Final

from smallworld.engine import (
    View,
    World,
    action_string,
    conquest_receipt,
    odds,
    price_receipt,
    winners,
    world_key,
)
from smallworld.engine import actions as ac
from smallworld.engine import asked as what_is_asked
from smallworld.engine.bits import regions
from smallworld.engine.notation import SEATS
from smallworld.engine.pieces import Piece
from smallworld.engine.state import State
from smallworld.engine.steps.aims import party_cost
from smallworld.engine.terms import Receipt
from smallworld.engine.world import DIE, NONE, START_COINS

PROTOCOL: Final = 1
MAX_NAME: Final = 40
PLACING: Final = ("redeploy", "victims", "give_up")  # the steps that say how many tokens they are about

Message = dict[str, Any]

KINDS: Final = (
    "pick",
    "decline",
    "abandon",
    "conquer",
    "roll",
    "gamble",
    "end",
    "give_up",
    "place",
    "put",
    "choose",
    "use",
)


class Unreadable(ValueError):
    """A line from a bot that is not what the protocol expects."""


def to_line(message: Message) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def from_line(line: bytes) -> Message:
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Unreadable(f"expected a JSON object in UTF-8, got {line[:120]!r}") from None
    if not isinstance(message, dict):
        raise Unreadable(f"expected a JSON object, got {line[:120]!r}")
    return message


# --- what a bot answers -----------------------------------------------------------------------------


def read_hello(line: bytes) -> str:
    """The name of the bot."""
    message = from_line(line)
    if message.get("type") != "hello":
        raise Unreadable(f'expected {{"type":"hello",…}}, got {line[:120]!r}')
    version, name = message.get("protocol"), message.get("name")
    if version != PROTOCOL or isinstance(version, bool):
        raise Unreadable(f"the bot speaks protocol {version!r}, this program speaks {PROTOCOL}")
    if not isinstance(name, str) or not name.strip():
        raise Unreadable(f"hello: expected a name, got {name!r}")
    return "".join(letter for letter in name.strip() if letter.isprintable())[:MAX_NAME]


def read_action(line: bytes, number: int) -> str:
    """The action of an answer. The number of the question may be repeated; if it is, it must be right."""
    message = from_line(line)
    action = message.get("action")
    if not isinstance(action, str):
        raise Unreadable(f'expected {{"action":"…"}}, got {line[:120]!r}')
    if "id" in message and message["id"] != number:
        raise Unreadable(f"an answer to question {message['id']!r}, but {number} was asked")
    return action


# --- what a bot is told -----------------------------------------------------------------------------


def hello(software: str) -> Message:
    return {"type": "hello", "protocol": PROTOCOL, "software": software}


def bye() -> Message:
    return {"type": "bye"}


def game(view: View, seed: int) -> Message:
    """Everything that stays the same for a whole game."""
    world = view.state.world
    return {
        "type": "game",
        "seat": SEATS[view.seat],
        "players": world.players,
        "party": None if world.party is None else SEATS[world.players],  # a seat without a person
        "rounds": world.rounds,
        "seed": seed,
        "world": str(world_key(world)),
        "coins": START_COINS,
        "die": list(DIE),
        "board": _board(world),
        "terrains": {
            name: _terrain(world, name) for name in sorted({r.terrain for r in world.board.regions})
        },
        "races": {
            race.id: {"tokens": race.tokens, "supply": race.supply, **_words(race)} for race in world.races
        },
        "powers": {power.id: {"tokens": power.tokens, **_words(power)} for power in world.powers},
        "natives": world.settlers,  # those printed on the board; all kinds that are in play:
        "native_races": {native.id: {"supply": native.supply, **_words(native)} for native in world.natives},
        "found": {piece.id: _words(piece) for piece in world.found},
        "markers": {
            marker.id: {"count": marker.count, "defence": marker.defence, "immune": marker.immune}
            for marker in world.markers
        },
    }


def _words(piece: type[Piece]) -> Message:
    """The key of its texts in the catalogues, and its sentence in English."""
    return {"text": f"{piece.kind}.{piece.id}", "about": " ".join((piece.__doc__ or "").split())}


def _board(world: World) -> Message:
    return {
        "id": world.board.id,
        "regions": [
            {
                "id": region.id,
                "terrain": region.terrain,
                "neighbours": list(region.neighbours),
                "border": region.border,
                "symbols": list(region.symbols),
                "natives": region.natives,
            }
            for region in world.board.regions
        ],
    }


def _terrain(world: World, name: str) -> Message:
    terrain = world.terrains[name]
    return {
        "cost": terrain.cost,
        "defence": terrain.defence,
        "water": terrain.water,
        "closed": terrain.closed or terrain.barred,
        "transit": terrain.transit,
    }


def decide(view: View, number: int, ms: int) -> Message:
    s = view.state
    assert view.legal is not None
    return {
        "type": "decide",
        "id": number,
        "ms": ms,
        "asked": asked(s),
        "actions": [action(s, code) for code in view.legal.codes],
        "state": state(view),
        "position": str(view),
    }


def end(view: View) -> Message:
    s = view.state
    return {
        "type": "end",
        "scores": {SEATS[seat]: coins for seat, coins in enumerate(s.coins)},
        "winners": [SEATS[seat] for seat in winners(s)],
        "position": str(view),
    }


def asked(s: State) -> Message:
    """What has to be decided, and about which race, marker or question."""
    world, now = s.world, what_is_asked(s)
    out: Message = {"step": now.step}
    if now.question is not None:
        piece = world.question_piece[now.number]
        out |= {"question": now.question.id, "piece": piece.id, "about": now.question.about}
    elif now.step != "fade" and now.race != NONE:
        out["race"] = world.race_ids[now.race]
        if now.places_markers:
            out |= {"marker": world.markers[now.marker].id, "left": now.amount}
        else:
            out["tokens"] = now.amount if now.step in PLACING else s.hand[now.race]
        if now.step == "rolled":
            out["die"] = s.bonus
    return out


def action(s: State, code: int) -> Message:
    """A legal action: what to answer, and what it means and costs."""
    world = s.world
    kind, a, b = code >> ac.SHIFT, code & 63, code >> 6 & 63
    out: Message = {"action": action_string(world, code), "kind": KINDS[kind]}
    if kind == ac.PICK:
        out |= {"slot": a + 1, **_receipt("price", price_receipt(s, a))}
    elif kind in (ac.CONQUER, ac.ROLL):
        means = world.means[b - 1] if b else None
        receipt = conquest_receipt(s, a, means)
        out |= {"region": a, **_receipt("cost", receipt)}
        if means is not None:
            out["means"] = means.id
        if kind == ac.ROLL:
            short = (party_cost(s, code) if s.combo.led else receipt.total) - s.hand[s.acting]
            out |= {"short": short, "chance": round(float(odds(short)), 3)}
    elif kind == ac.USE:
        out |= {"region": a, "use": world.uses[b].id}
    elif kind in (ac.ABANDON, ac.GIVE_UP):
        out["region"] = a
    elif kind == ac.PLACE:
        out |= {"region": a, "tokens": b}
    elif kind == ac.PUT:
        out |= {"region": a, "marker": world.markers[b].id}
    elif kind == ac.CHOOSE:
        what = what_is_asked(s).question
        assert what is not None
        out[what.about] = SEATS[a - 1] if what.about == "seat" else True if what.about == "yes" else a
    return out


def _receipt(name: str, receipt: Receipt) -> Message:
    return {name: receipt.total, "terms": [[term.amount, term.label] for term in receipt.terms]}


def state(view: View) -> Message:
    """The position in a form that needs no parser. Regions stand at their number."""
    s = view.state
    world = s.world
    return {
        "round": s.round,
        "turn": SEATS[s.turn],
        "coins": s.coins[view.seat],
        "players": [_player(s, seat) for seat in range(world.seats)],
        "regions": [_region(s, region) for region in range(len(s.occ))],
        "column": [_combo(s, slot) for slot in range(len(s.col_badge))],
        "returned": [world.race_ids[race] for race in s.returned],
        "discards": [world.power_ids[power] for power in regions(s.discards)],
        "conquered": list(regions(s.conquered)),
    }


def _player(s: State, seat: int) -> Message:
    return {
        "seat": SEATS[seat],
        "coins": None if s.coins[seat] == NONE else s.coins[seat],
        "truce": None if s.truce[seat] == NONE else SEATS[s.truce[seat]],
        "races": [
            {
                "race": s.world.race_ids[race],
                "power": None if s.badge[race] == NONE else s.world.power_ids[s.badge[race]],
                "active": s.is_active(race),
                "hand": s.hand[race],
                "tray": s.tray[race],
            }
            for race in s.races_of(seat)
        ],
    }


def _region(s: State, region: int) -> Message:
    race = s.occ[region]
    owner = NONE if race == NONE else s.owner[race]
    return {
        "holder": None if owner == NONE else SEATS[owner],
        "race": None if race == NONE else s.world.race_ids[race],
        "active": owner != NONE and s.is_active(race),
        "tokens": s.tokens[region],
        "markers": [s.world.markers[marker].id for marker in s.markers_in(region)],
        "badges": [s.world.power_ids[entry >> 6] for entry in s.lying if entry & 63 == region],
    }


def _combo(s: State, slot: int) -> Message:
    race, power = s.col_race[slot], s.col_badge[slot]
    return {
        "race": s.world.race_ids[race],
        "power": s.world.power_ids[power],
        "tokens": min(s.world.combo(race, power).tokens, s.tray[race]),
        "above": slot,
        "coins": s.col_coins[slot],
        "price": slot - s.col_coins[slot],
    }
