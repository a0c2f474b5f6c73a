"""Every word of the vocabulary, for packs to import; a race or power is mostly a tuple of these.

Each word has its own file in `words`.
"""

from __future__ import annotations

from typing import Final

from .words.acts_in_decline import WORD as _acts_in_decline
from .words.acts_in_decline import ActsInDecline as ActsInDecline
from .words.acts_in_decline import acts_in_decline as acts_in_decline
from .words.as_if_empty import WORD as _as_if_empty
from .words.as_if_empty import AsIfEmpty as AsIfEmpty
from .words.as_if_empty import as_if_empty as as_if_empty
from .words.attack_only import WORD as _attack_only
from .words.attack_only import AttackOnly as AttackOnly
from .words.attack_only import attack_only as attack_only
from .words.auxiliaries import WORD as _auxiliaries
from .words.auxiliaries import Auxiliaries as Auxiliaries
from .words.auxiliaries import auxiliaries as auxiliaries
from .words.cheaper import WORD as _cheaper
from .words.cheaper import Cheaper as Cheaper
from .words.cheaper import cheaper as cheaper
from .words.coins import CONQUEST as CONQUEST
from .words.coins import WORD as _coins
from .words.coins import Coins as Coins
from .words.coins import coins as coins
from .words.counter import WORD as _counter
from .words.declines_after_scoring import WORD as _declines_after_scoring
from .words.declines_after_scoring import DeclinesAfterScoring as DeclinesAfterScoring
from .words.declines_after_scoring import declines_after_scoring as declines_after_scoring
from .words.defence import WORD as _defence
from .words.defence import Defence as Defence
from .words.defence import defence as defence
from .words.doubles import WORD as _doubles
from .words.doubles import Doubles as Doubles
from .words.doubles import doubles as doubles
from .words.effect import ACTIVE as ACTIVE
from .words.effect import ALWAYS as ALWAYS
from .words.effect import DECLINED as DECLINED
from .words.effect import Effect as Effect
from .words.effect import Life as Life
from .words.enters import WORD as _enters
from .words.enters import Enters as Enters
from .words.enters import enters as enters
from .words.foresees import WORD as _foresees
from .words.foresees import Foresees as Foresees
from .words.foresees import foresees as foresees
from .words.gains import WORD as _gains
from .words.gains import Gains as Gains
from .words.gains import gains as gains
from .words.keeps_all_tokens import WORD as _keeps_all_tokens
from .words.keeps_all_tokens import KeepsAllTokens as KeepsAllTokens
from .words.keeps_all_tokens import keeps_all_tokens as keeps_all_tokens
from .words.linked import WORDS as _linked
from .words.linked import Linked as Linked
from .words.linked import linked as linked
from .words.linked import linked_to as linked_to
from .words.loses import WORD as _loses
from .words.loses import Losses as Losses
from .words.loses import loses as loses
from .words.marker import WORD as _marker
from .words.means import WORD as _means
from .words.moment import Occasion as Occasion
from .words.note import Note
from .words.outlives import WORD as _outlives
from .words.outlives import Outlives as Outlives
from .words.outlives import outlives as outlives
from .words.passes import WORD as _passes
from .words.passes import Passes as Passes
from .words.passes import passes as passes
from .words.plants import WORD as _plants
from .words.plants import Plants as Plants
from .words.plants import plants as plants
from .words.reaches import WORD as _reaches
from .words.reaches import Reaches as Reaches
from .words.reaches import reaches as reaches
from .words.recruits import WORD as _recruits
from .words.recruits import Recruits as Recruits
from .words.recruits import recruits as recruits
from .words.redeploys_on_decline import WORD as _redeploys_on_decline
from .words.redeploys_on_decline import RedeploysOnDecline as RedeploysOnDecline
from .words.redeploys_on_decline import redeploys_on_decline as redeploys_on_decline
from .words.rolls_first import WORD as _rolls_first
from .words.rolls_first import RollsFirst as RollsFirst
from .words.rolls_first import rolls_first as rolls_first
from .words.settles import WORD as _settles
from .words.settles import Settles as Settles
from .words.settles import settles as settles
from .words.toll import WORD as _toll
from .words.toll import Toll as Toll
from .words.toll import toll as toll
from .words.truce import TRUCE
from .words.truce import WORD as _truce
from .words.unaided import WORD as _unaided
from .words.unaided import Unaided as Unaided
from .words.unaided import unaided as unaided
from .words.word import Word

# By topic: coins, cost, defence, tokens, reach, decline, others.
EFFECT_WORDS: Final[tuple[Word, ...]] = (
    _coins,
    _gains,
    _doubles,
    _cheaper,
    _as_if_empty,
    _rolls_first,
    _defence,
    _toll,
    _unaided,
    _loses,
    _attack_only,
    _recruits,
    _auxiliaries,
    _enters,
    _reaches,
    *_linked,
    _passes,
    _settles,
    _keeps_all_tokens,
    _acts_in_decline,
    _redeploys_on_decline,
    _outlives,
    _declines_after_scoring,
    _plants,
    _foresees,
)
# The other lists of a piece, by list.
PART_WORDS: Final[dict[str, Word]] = {"markers": _marker, "means": _means, "counters": _counter}
WORDS: Final[tuple[Word, ...]] = (_truce, *EFFECT_WORDS, *PART_WORDS.values())

# The notes that words keep about each seat, in the order in which strings write them.
NOTES: Final[tuple[Note, ...]] = (TRUCE,)
