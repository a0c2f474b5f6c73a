"""The protocol for bots in any language: one JSON object per line, as described in docs/bots.md.

Everything is made from a view, so the bot never gets what its seat may not know.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from smallworld.engine import View, World, action_string, winners, world_key
from smallworld.engine.bits import regions
from smallworld.engine.content.pieces import Piece
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.position.state import State
from smallworld.engine.world.world import DIE, NONE, START_COINS
from smallworld.presentation import Choice, cards, choices, decision, notes, offer, player

PROTOCOL: Final = 1
MAX_NAME: Final = 40

Message = dict[str, Any]


class Unreadable(ValueError):
    """A line from a bot that does not follow the protocol."""


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


# --- messages from a bot ----------------------------------------------------------------------------


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
    """The action of an answer. It may repeat the number of the question, which must then be right."""
    message = from_line(line)
    action = message.get("action")
    if not isinstance(action, str):
        raise Unreadable(f'expected {{"action":"…"}}, got {line[:120]!r}')
    if "id" in message and message["id"] != number:
        raise Unreadable(f"an answer to question {message['id']!r}, but {number} was asked")
    return action


# --- messages to a bot ------------------------------------------------------------------------------


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
        "party": None if world.party is None else SEATS[world.players],  # a seat without a player
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
        "natives": world.settlers,  # natives printed on the board; then all kinds in play:
        "native_races": {native.id: {"supply": native.supply, **_words(native)} for native in world.natives},
        "found": {piece.id: _words(piece) for piece in world.found},
        "markers": {
            marker.id: {"count": marker.count, "defence": marker.defence, "immune": marker.immune}
            for marker in world.markers
        },
    }


def _words(piece: type[Piece]) -> Message:
    """The key of its texts in the catalogues, and its English sentence."""
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
    return {
        "type": "decide",
        "id": number,
        "ms": ms,
        "asked": asked(s),
        "actions": [action(s.world, choice) for choice in choices(view)],
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
    now = decision(s)
    out: Message = {"step": now.step}
    if now.piece is not None:
        out |= {"question": now.question, "piece": now.piece.id, "about": now.about}
    elif now.step != "fade" and now.race != NONE:
        out["race"] = s.world.race_ids[now.race]
        if now.marker is not None:
            out |= {"marker": now.marker.id, "left": now.amount}
        else:
            out["tokens"] = now.amount if now.step == "give_up" else now.hand
        if now.step == "rolled":
            out["die"] = now.amount
    return out


def action(world: World, choice: Choice) -> Message:
    """A legal action: what to answer, what it means and what it costs."""
    kind, thing = choice.kind, choice.thing
    out: Message = {"action": action_string(world, choice.code), "kind": kind}
    if kind == "choose":
        out[choice.topic] = _ANSWERS[choice.topic](choice)
        return out
    if choice.slot != NONE:
        out["slot"] = choice.slot + 1
    if choice.region != NONE:
        out["region"] = choice.region
    if choice.receipt is not None:
        out["price" if kind == "pick" else "cost"] = choice.receipt.total
        out["terms"] = [[term.amount, term.label] for term in choice.receipt.terms]
    if choice.helps:
        out["means"] = ".".join(help.id for help in choice.helps)
    if choice.spare:
        out["spare"] = True
    if thing is not None:
        out["use" if thing.kind == "use" else "marker"] = thing.id
    if kind == "place":
        out["tokens"] = choice.tokens
    if kind == "roll" and choice.odds is not None:
        out |= {"short": choice.short, "chance": round(float(choice.odds), 3)}
    return out


_ANSWERS: Final[dict[str, Callable[[Choice], Any]]] = {
    "seat": lambda choice: SEATS[choice.seat],
    "combo": lambda choice: choice.slot + 1,
    "region": lambda choice: choice.region,
    "yes": lambda choice: True,
}


def state(view: View) -> Message:
    """The position as plain JSON, no parser needed. A region's index is its number."""
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
        **_row(s),
    }


def _row(s: State) -> Message:
    """The row of cards, in a world that has one: the open card, those before it, the next one if known."""
    row = cards(s)
    if row is None:
        return {}
    return {
        "card": row.open.id if row.open is not None else None,
        "turned": [card.id for card in row.turned],
        "next_card": row.next.id if row.next is not None else None,
    }


def _player(s: State, seat: int) -> Message:
    world, seen = s.world, player(s, seat)
    return {
        "seat": SEATS[seen.seat],
        "coins": None if seen.coins == NONE else seen.coins,
        **{id: None if other == NONE else SEATS[other] for id, other in notes(s, seat)},
        "races": [
            {
                "race": world.race_ids[troop.race],
                "power": None if troop.power == NONE else world.power_ids[troop.power],
                "active": troop.active,
                "hand": troop.hand,
                "tray": troop.tray,
            }
            for troop in seen.troops
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
    combo = offer(s, slot)
    return {
        "race": s.world.race_ids[combo.race],
        "power": s.world.power_ids[combo.power],
        "tokens": combo.tokens.total,
        "above": slot,
        "coins": combo.coins,
        "price": combo.price.total,
    }
