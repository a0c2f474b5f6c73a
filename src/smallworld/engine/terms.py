"""Receipts and denials: the data behind every number and every refusal.

English sentences stand here, beside the ids, as the source language; catalogues translate them by id.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Term:
    """One summand. `label` is the id of a piece, terrain, marker, or one of TERM_LABELS."""

    amount: int
    label: str
    region: int = -1  # the region it belongs to, where that matters


@dataclass(frozen=True)
class Receipt:
    total: int
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        """`4 = 2 region + 1 mountain + 2 defenders - 1 discount`, with the ids of the pieces"""
        if not self.terms:
            return f"{self.total} = {self.total}"
        parts = []
        for number, term in enumerate(self.terms):
            sign = "-" if term.amount < 0 else "+"
            parts.append(
                f"{term.amount} {term.label}" if number == 0 else f"{sign} {abs(term.amount)} {term.label}"
            )
        return f"{self.total} = {' '.join(parts)}"

    @property
    def adds_up(self) -> bool:
        return sum(term.amount for term in self.terms) == self.total


TERM_LABELS: Final = {
    "region": "any region",
    "regions": "regions",
    "die": "die",
    "minimum": "at least 1",
    "attack_only": "attack only",
    "tray_limit": "tray is empty",
    "above": "combos above",
    "on_combo": "coins on it",
}


@dataclass(frozen=True)
class Denial:
    """Why something cannot be done. `rule` is the id, `facts` fill the sentence.

    `advice` names a better remedy than the rule's own where the position offers one (see ADVICE).
    """

    rule: str
    facts: dict[str, str | int] = field(default_factory=dict)
    advice: str = ""
    # For a rule of a piece: its own English. Empty: one of RULES.
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


# id: (what is wrong, what would make it legal). {braces} are filled with facts.
RULES: Final[dict[str, tuple[str, str]]] = {
    "decider": ("It is for {seat} to decide now.", "Wait until it is your move."),
    "step": ("That is not what is asked now: {asked}.", "Choose one of the actions on offer."),
    "over": ("The game is over.", "Start a new one, or step back through the record."),
    "no_region": ("There is no region {region} on this board.", "Regions count from 0 to {last}."),
    "own": ("Region {region} is already held by this race.", "Choose a region it does not hold."),
    "terrain": ("Region {region} ({terrain}): this race cannot settle there.", "Choose another region."),
    "reach": ("Not next to your land: region {region} touches none of your regions.", "First conquer one of its neighbours: {neighbours}."),
    "entry": ("A first conquest starts at the border, and region {region} lies inland.", "Enter at a border region: {entries}."),
    "immune": ("Region {region} is immune ({marker}).", "Wait until what protects it has gone."),
    "truce": ("You are at peace with {seat} until that player's next turn.", "Attack a declined race, or another player."),
    "toll": ("{seat} asks {coins} coins for region {region}, and you cannot pay.", "Earn some coins first."),
    "spared": ("{seat} leads them in this round, and they leave that player's land alone.", "Choose a region of somebody else, or an empty one."),
    "passage": ("Region {region} is never a target of its own: they only pass it on the way to the cheapest one.", "Choose one of: {options}."),
    "way_first": ("The way to region {region} leads through region {way}.", "Choose region {way} first."),
    "unaided": ("{race} in region {region} admit no help: no special means, and no way but a real border.", "Attack from next door, with tokens alone."),
    "not_there": ("That does not work in region {region}.", "Choose another region."),
    "rolls": ("{means} rolls the die for the region first.", "Name the region and roll."),
    "no_use": ("Your race has no way to do that ({use}).", "Choose one of the actions on offer."),
    "tokens": ("Region {region} costs {cost} and you have {hand}: {short} short.", "{short} more tokens would do."),
    "no_token": ("You have no token in hand, and a conquest needs at least one.", "Stop here, or next turn take back more troops."),
    "enough": ("You have {hand} tokens for a cost of {cost}: no die is needed.", "Conquer it the ordinary way."),
    "too_far": ("Region {region} costs {cost} and you have {hand}: even a 3 would not be enough.", "Choose a region at most 3 tokens out of reach."),
    "no_die": ("This race rolls before choosing, so it has no final die.", "Roll first."),
    "no_roll": ("No roll could make a conquest possible now.", "Stop conquering."),
    "cannot_roll_first": ("This race cannot roll before a conquest.", "Name a target for the final die instead."),
    "no_means": ("Your race has no way to do that ({means}).", "Conquer it the ordinary way."),
    "means_used": ("{means} was already used this turn.", "It can be used again next turn."),
    "not_lone": ("There are {tokens} tokens in region {region}, not one alone.", "Look for a single token."),
    "not_active": ("No active token of an opponent stands in region {region}.", "Look for a lone active token of another player."),
    "camp": ("{marker} shields the token in region {region}.", "Look for a token that stands alone."),
    "same_victim": ("You have already done this to {seat} this turn.", "Once per turn and opponent: choose another player."),
    "tray_empty": ("No token of this race is left in the tray.", "Tokens must come back to the tray first."),
    "no_foothold": ("This cannot be a first conquest.", "Take a region the ordinary way first."),
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
}  # fmt: skip

# Remedies that depend on the position.
ADVICE: Final[dict[str, str]] = {
    "die": "A final roll of {face} or more would do ({percent} %).",
    "roll_first": "Rolling first, {face} or more would do ({percent} %).",
}
