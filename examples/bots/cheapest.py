#!/usr/bin/env python3
"""Cheapest: an example bot. It needs nothing but Python; docs/bots.md describes what it reads and writes.

It takes the combo with the most tokens, the cheapest region first, and declines when it has run thin.
"""

import json
import sys


def main():
    game = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="hello", protocol=1, name="cheapest")
        elif message["type"] == "game":
            game = message
        elif message["type"] == "decide":
            say(id=message["id"], action=decide(game, message))
        elif message["type"] == "bye":
            break


def say(**message):
    print(json.dumps(message), flush=True)


def decide(game, message):
    step, state = message["asked"]["step"], message["state"]
    by_kind = {}
    for action in message["actions"]:
        by_kind.setdefault(action["kind"], []).append(action)

    if step == "pick":
        return best(by_kind["pick"], lambda a: state["column"][a["slot"] - 1]["tokens"] - a["price"])
    if step in ("ready", "fade") and "decline" in by_kind and is_thin(game, state):
        return "d"
    if step in ("ready", "conquer", "rolled"):
        if "gamble" in by_kind:
            return by_kind["gamble"][0]["action"]
        foreign = [a for a in by_kind.get("conquer", []) if holder(state, a) != game["seat"]]
        if foreign:
            return best(foreign, lambda a: (-a["cost"], holder(state, a) is not None))
        if "roll" in by_kind:
            return best(by_kind["roll"], lambda a: a["chance"])
        return "e"
    if "place" in by_kind:  # one token at a time to the thinnest region
        return best(by_kind["place"], lambda a: (-state["regions"][a["region"]]["tokens"], -a["tokens"]))
    if "put" in by_kind:  # a marker where the most tokens stand
        return best(by_kind["put"], lambda a: state["regions"][a["region"]]["tokens"])
    for kind in ("choose", "end", "give_up"):
        if kind in by_kind:
            return by_kind[kind][0]["action"]
    return message["actions"][0]["action"]


def best(actions, worth):
    return max(actions, key=worth)["action"]


def holder(state, action):
    return state["regions"][action["region"]]["holder"]


def is_thin(game, state):
    """Fewer than three tokens to spare, and time left for another race."""
    mine = [region for region in state["regions"] if region["holder"] == game["seat"] and region["active"]]
    race = next(r for player in state["players"] for r in player["races"] if is_mine(game, player, r))
    spare = race["hand"] + sum(region["tokens"] - 1 for region in mine)
    return spare < 3 and len(mine) > 2 and state["round"] < game["rounds"] - 1


def is_mine(game, player, race):
    return player["seat"] == game["seat"] and race["active"]


if __name__ == "__main__":
    main()
