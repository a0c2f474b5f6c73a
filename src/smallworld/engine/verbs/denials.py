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
    "decider": ("It's {seat}'s decision.", "Wait until you are asked."),
    "step": ("You can't do that now. The current step: {asked}.", "Choose one of the available actions."),
    "over": ("The game is over.", "Start a new game, or watch the replay."),
    "no_region": ("There is no region {region} on this board.", "Regions are numbered 0 to {last}."),
    "own": ("This race already holds region {region}.", "Choose a region it does not hold."),
    "terrain": ("This race can't settle in region {region}: {terrain}.", "Choose another region."),
    "reach": ("Region {region} isn't next to any of your regions.", "Conquer one of its neighbours first: {neighbours}."),
    "entry": ("A race enters the map at its border, and region {region} is inland.", "Start in a border region: {entries}."),
    "spared": ("{seat} leads them this round, so they leave that player's regions alone.", "Choose an empty region, or one of another player."),
    "passage": ("Region {region} is never a target itself: they only pass through it on the way to the cheapest one.", "Choose one of: {options}."),
    "nearer": ("They reach region {region} without that, or not at all.", "Choose one of: {options}."),
    "way_first": ("The way to region {region} leads through region {way}.", "Choose region {way} first."),
    "no_use": ("Your race can't do that ({use}).", "Choose one of the available actions."),
    "tokens": ("Region {region} costs {cost} and you have {hand}: {short} short.", "You need {short} more tokens."),
    "no_token": ("You have no tokens in hand, and a conquest takes at least one.", "Stop here; next turn, take more tokens back into your hand."),
    "enough": ("You have {hand} tokens and it costs {cost}, so you don't need the die.", "Conquer it the usual way."),
    "too_far": ("Region {region} costs {cost} and you have {hand}: even a 3 would not be enough.", "Choose a region you are at most 3 tokens short of."),
    "no_die": ("This race rolls before each conquest, so it gets no final roll.", "Roll first."),
    "no_roll": ("No roll could win you a region now.", "Stop conquering."),
    "cannot_roll_first": ("This race can't roll before a conquest.", "Choose a region for your final roll instead."),
    "no_combo": ("There is no combo {slot}.", "Choose 1 to {last}."),
    "price": ("Combo {slot} costs {price} coins and you have {coins}.", "Choose a combo higher up; the top one is free."),
    "late": ("It's too late for that this turn.", "You can do that at the start of your turn, before anything else."),
    "new_race": ("You picked this race this turn, so it can't go into decline yet.", "It can decline next turn."),
    "not_yours": ("This race doesn't hold region {region}.", "Choose one of its regions: {regions}."),
    "too_many": ("You can place {hand} tokens, not {wanted}.", "Place at least 1 and at most {hand}."),
    "other_marker": ("You are placing {marker} now, not {wanted}.", "Place it, or end this step."),
    "full": ("Region {region} has no room for another {marker}.", "Choose another region."),
    "not_conquered": ("You didn't conquer region {region} this turn.", "Give up a region you conquered this turn."),
    "option": ("There is no option {option}.", "Choose one of: {options}."),
    "must_choose": ("You have to choose.", "Choose one of: {options}."),
    "must_place": ("You still have {hand} tokens to place.", "Place them in your regions."),
    "must_give_up": ("{short} more attack-only tokens have to leave the map.", "Give up regions you conquered this turn."),
    "impossible": ("That can't happen here.", "Possible outcomes: {options}."),
    **{rule: said for word in WORDS for rule, said in word.rules.items()},
}  # fmt: skip

# Remedies that depend on the position.
ADVICE: Final[dict[str, str]] = {
    "die": "A final roll of {face} or more would be enough ({percent}%).",
    "roll_first": "If you roll first, {face} or more is enough ({percent}%).",
}
