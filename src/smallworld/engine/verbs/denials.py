"""Denials: why an action is refused, as data with a sentence and a remedy.

The English sentences are here, beside the ids; catalogues translate them by id.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ..effects import WORDS


@dataclass(frozen=True)
class Denial:
    """Why something cannot be done. `rule` is the id, `facts` fill the sentence.

    `advice` names a better remedy than the rule's own, if the position offers one (see ADVICE).
    """

    rule: str
    facts: dict[str, str | int] = field(default_factory=dict)
    advice: str = ""
    # The English text of a piece's own rule. Empty: one of RULES.
    words: tuple[str, str] = ("", "")

    @property
    def sentence(self) -> str:
        return (self.words[0] or RULES[self.rule][0]).format(**self.facts)

    @property
    def remedy(self) -> str:
        if self.advice:
            return ADVICE[self.advice].format(**self.facts)
        return (self.words[1] if self.words[0] else RULES[self.rule][1]).format(**self.facts)

    def __str__(self) -> str:
        return f"{self.sentence} {self.remedy}".strip()


# id: (what is wrong, what would make it legal). {braces} are filled with facts. Words bring their own
# (`Word.rules`).
RULES: Final[dict[str, tuple[str, str]]] = {
    "decider": ("It is for {seat} to decide now.", "Wait until it is your move."),
    "step": ("That is not what is asked now: {asked}.", "Choose one of the actions on offer."),
    "over": ("The game is over.", "Start a new one, or step back through the record."),
    "no_region": ("There is no region {region} on this board.", "Regions count from 0 to {last}."),
    "own": ("Region {region} is already held by this race.", "Choose a region it does not hold."),
    "terrain": ("Region {region} ({terrain}): this race cannot settle there.", "Choose another region."),
    "reach": ("Not next to your land: region {region} touches none of your regions.", "First conquer one of its neighbours: {neighbours}."),
    "entry": ("A first conquest starts at the border, and region {region} lies inland.", "Enter at a border region: {entries}."),
    "spared": ("{seat} leads them in this round, and they leave that player's land alone.", "Choose a region of somebody else, or an empty one."),
    "passage": ("Region {region} is never a target of its own: they only pass it on the way to the cheapest one.", "Choose one of: {options}."),
    "way_first": ("The way to region {region} leads through region {way}.", "Choose region {way} first."),
    "no_use": ("Your race has no way to do that ({use}).", "Choose one of the actions on offer."),
    "tokens": ("Region {region} costs {cost} and you have {hand}: {short} short.", "{short} more tokens would do."),
    "no_token": ("You have no token in hand, and a conquest needs at least one.", "Stop here, or next turn take back more troops."),
    "enough": ("You have {hand} tokens for a cost of {cost}: no die is needed.", "Conquer it the ordinary way."),
    "too_far": ("Region {region} costs {cost} and you have {hand}: even a 3 would not be enough.", "Choose a region at most 3 tokens out of reach."),
    "no_die": ("This race rolls before choosing, so it has no final die.", "Roll first."),
    "no_roll": ("No roll could make a conquest possible now.", "Stop conquering."),
    "cannot_roll_first": ("This race cannot roll before a conquest.", "Name a target for the final die instead."),
    "no_combo": ("There is no combo {slot}.", "Choose 1 to {last}."),
    "price": ("Combo {slot} costs {price} coins and you have {coins}.", "Choose a combo higher up; the top one is free."),
    "late": ("It is too late for that on this turn.", "It can be done at the start of a turn, before anything else."),
    "new_race": ("The race was picked on this turn and cannot decline on it.", "Decline it next turn."),
    "not_yours": ("Region {region} is not held by this race.", "Choose one of its regions: {regions}."),
    "too_many": ("You can place {hand} tokens, not {wanted}.", "Place at least 1 and at most {hand}."),
    "other_marker": ("{wanted} is not what is placed now, but {marker}.", "Place it, or end this step."),
    "full": ("Region {region} cannot take another {marker}.", "Choose another region."),
    "not_conquered": ("Region {region} was not conquered this turn.", "Give up a region conquered this turn."),
    "option": ("There is no option {option}.", "Choose one of: {options}."),
    "must_choose": ("A choice has to be made.", "Choose one of: {options}."),
    "must_place": ("There are still {hand} tokens to place.", "Place them in your regions."),
    "must_give_up": ("{short} more attack-only tokens have to leave the map.", "Give up regions conquered this turn."),
    "impossible": ("That cannot come up here.", "Possible outcomes: {options}."),
    **{rule: said for word in WORDS for rule, said in word.rules.items()},
}  # fmt: skip

# Remedies that depend on the position.
ADVICE: Final[dict[str, str]] = {
    "die": "A final roll of {face} or more would do ({percent} %).",
    "roll_first": "Rolling first, {face} or more would do ({percent} %).",
}
