"""The kinds of event, each with its English sentence; catalogues translate them by id."""

from __future__ import annotations

from typing import Final

from ..effects import WORDS

# Every kind of event. Words bring their own (`Word.events`).
KINDS: Final[dict[str, str]] = {
    "round": "Round {amount} begins.",
    "turn": "It's {seat}'s turn.",
    "picked": "{seat} picks {combo} for {amount} coins.",
    "mustered": "{seat} takes {amount} {race}.",
    "readied": "{seat} readies {amount} {race}.",
    "abandoned": "{seat} abandons region {region}.",
    "conquered": "The {race} conquer region {region} with {amount} tokens.",
    "aimed": "The {race} target region {region}: {why}.",
    "swept": "The {combo} are swept away.",
    "lost": "The {race} lose {amount} tokens in region {region}.",
    "displaced": "{amount} {race} flee from region {region}.",
    "joined": "The {marker} joins the {race}.",
    "captured": "{other} captures the {marker} of the {race} in region {region}.",
    "freed": "{other} lets the {marker} of the {race} go.",
    "departed": "The {marker} of the {race} leaves.",
    "withdrawn": "The {race} withdraw a token from region {region}.",
    "attempt": "The {race} roll the die for region {region}.",
    "repelled": "The attack on region {region} fails.",
    "rolled": "The die shows {amount}.",
    "given_up": "The {race} give up region {region}.",
    "placed": "{amount} {race} go to region {region}.",
    "swapped": "{seat} swaps badges: {combo}.",
    "scored": "{seat} scores {amount}.",
    "earned": "The {race} receive {amount} coins.",
    "settled_up": "{seat} receives {amount} coins at the end of the game.",
    "gained": "{seat} receives {amount} coins.",
    "declined": "The {race} go into decline.",
    "vanished": "The {race} are gone; their banner goes back to the pile.",
    "drawn_race": "The {race} appear in the column.",
    "drawn_badge": "{power} joins them.",
    "reshuffled": "The discarded badges are shuffled.",
    "found": "{seat} finds the {marker} in region {region}.",
    "revealed": "A new card is open: {card}.",
    "foreseen": "{seat} looks at the next card: {card}.",
    "unsettled": "The {race} leave region {region} with {amount} tokens.",
    "bound": "{power} now belongs to region {region}.",
    "struck": "The {race} are driven out of region {region}.",
    "paid": "{seat} pays {amount} coins to {other}.",
    "reborn": "The {race} rise in region {region}.",
    "settled": "{amount} {race} settle in region {region}.",
    "over": "The game is over.",
    **{kind: said for word in WORDS for kind, said in word.events.items()},
}
