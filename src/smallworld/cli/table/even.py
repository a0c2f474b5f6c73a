"""Spreading tokens evenly, as a list of placing actions."""

from __future__ import annotations

from smallworld.engine import View


def even_placing(view: View) -> list[str]:
    """Each token goes to the smallest stack; empty if nothing is to be placed now."""
    most: dict[int, int] = {}
    for action in view.legal or ():
        if action.startswith("t"):
            region, _, count = action[1:].partition(".")
            most[int(region)] = max(most.get(int(region), 0), int(count))
    if not most:
        return []
    stacks = {number: view.state.tokens[number] for number in most}
    added = dict.fromkeys(most, 0)
    for _ in range(max(most.values())):
        smallest = min(stacks, key=lambda number: (stacks[number], number))
        stacks[smallest] += 1
        added[smallest] += 1
    return [f"t{number}.{amount}" for number, amount in added.items() if amount]
