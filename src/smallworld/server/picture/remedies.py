"""What would help against a refusal: which power would open a region that is shut to the acting race."""

from __future__ import annotations

from typing import Final

from smallworld.engine import Denial, State
from smallworld.engine.gates import GATES, lead

from .phrasebook import Words

_GATES: Final = {gate.rule: gate for gate in GATES if gate.rule in ("terrain", "reach", "entry")}
_NOWHERE: Final = ("neighbours", "entries")  # facts that list ways in
_MOST: Final = 4  # names in one sentence


def remedy(s: State, denial: Denial, usual: str, words: Words) -> str:
    """The usual remedy, unless it leads nowhere; and the powers that would get there."""
    if denial.rule not in _GATES:
        return usual
    parts = [] if any(denial.facts.get(fact) == "none" for fact in _NOWHERE) else [usual]
    if found := openers(s, denial.rule, int(denial.facts["region"])):
        names = ", ".join(str(words.power(power)["name"]) for power in found[:_MOST])
        parts.append(words("about.would_help", pieces=names))
    return " ".join(parts) or words("about.no_way")


def openers(s: State, rule: str, region: int) -> list[int]:
    """Powers with which this gate would not be shut to the acting race."""
    race, found = s.acting, []
    for power in range(len(s.world.powers)):
        if power == s.badge[race]:
            continue
        trial = s.copy()
        trial.combos[race] = s.world.combo(race, power)
        lead(trial, race)
        if not _GATES[rule].shut(trial, None) >> region & 1:
            found.append(power)
    return found
