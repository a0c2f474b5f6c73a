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
    stacks = {region: view.state.tokens[region] for region in most}
    added = dict.fromkeys(most, 0)
    for _ in range(max(most.values())):
        region = min(stacks, key=lambda number: (stacks[number], number))
        stacks[region] += 1
        added[region] += 1
    return [f"t{region}.{count}" for region, count in added.items() if count]
