"""Laws: what must hold in every position of every game. Random games and tests call `broken_laws`.

The cheap laws can be checked after every action, the others in a sample of the positions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from .. import actions as ac
from ..bits import regions
from ..events import Event
from ..notation.position_string import parse_position, position_string
from ..notation.strings import WorldKey
from ..position import state as st
from ..position.region_contents import joined_now
from ..position.setup import once_allowed, position_faults, too_many_declined
from ..position.state import State
from ..position.token_markers import extra_tokens, people_faults
from ..turn.gates import OWN, gates, start_acting, targets
from ..turn.steps import price, score
from ..turn.turn import codes, play
from ..verbs.chance import outcomes
from ..verbs.legal import check
from ..verbs.receipts import conquest_receipt, defence_receipt, score_receipt
from ..verbs.views import SPECTATOR, view
from ..words.means import Means
from ..world.world import BADGES, BANNERS, NONE, World
from .sampling import ALL_ITEMS as ALL_ITEMS
from .sampling import AllItems as AllItems
from .sampling import Sampling as Sampling
from .sampling import SomeItems as SomeItems

LISTENING = "listening to events changed the game"


def broken_cheap_laws(s: State) -> list[str]:
    """The cheap laws this position breaks."""
    return [fault for law in CHEAP for fault in law(s, ALL_ITEMS)]


def broken_laws(s: State, sampling: Sampling | None = None, *, strings: bool = True) -> list[str]:
    """Every law this position breaks; empty if none. The position is not changed.

    `strings`: also the most expensive law, which writes and reads the position.
    """
    before = s.copy()
    sampling = sampling or ALL_ITEMS
    broken = [fault for law in (*CHEAP, *DEAR, *(DEAREST if strings else ())) for fault in law(s, sampling)]
    if s != before:
        broken.append("asking changed the position")
    return broken


def tokens_are_conserved(s: State, sampling: Sampling) -> list[str]:
    faults = []
    on_map = [0] * len(s.hand)
    for race, count in zip(s.occ, s.tokens, strict=True):
        if race != NONE:
            on_map[race] += count
    for race, name in enumerate(s.world.race_ids):
        total = on_map[race] + s.hand[race] + s.tray[race]
        if total != s.world.supply[race] + extra_tokens(s, race) or s.hand[race] < 0 or s.tray[race] < 0:
            faults.append(f"{name}: {on_map[race]} on map + {s.hand[race]} in hand + {s.tray[race]} in tray")
    return faults


def masks_match_the_map(s: State, sampling: Sampling) -> list[str]:
    masks = [0] * len(s.mask)
    for region, race in enumerate(s.occ):
        if race != NONE:
            masks[race] |= 1 << region
    return [] if masks == s.mask else ["the masks of the races do not match the map"]


def guards_match_their_receipts(s: State, sampling: Sampling) -> list[str]:
    faults = []
    for region in sampling.some(range(len(s.occ))):
        if defence_receipt(s, region).total != s.guard[region] + s.tokens[region]:
            faults.append(
                f"region {region}: guard {s.guard[region]} + tokens is not {defence_receipt(s, region)}"
            )
    return faults


def position_is_possible(s: State, sampling: Sampling) -> list[str]:
    return position_faults(s)


def legal_is_never_empty(s: State, sampling: Sampling) -> list[str]:
    if s.over:
        return ["actions after the end"] if codes(s) else []
    found = codes(s)
    faults = [] if found else ["nothing is legal"]
    if len(set(found)) != len(found):
        faults.append("an action is listed twice")
    return faults


def chance_is_what_is_legal(s: State, sampling: Sampling) -> list[str]:
    faults, possible = [], outcomes(s)
    if s.is_chance and sum(probability for _, probability in possible) != 1:
        faults.append("probabilities do not add up to 1")
    if s.is_chance and sorted(code for code, _ in possible) != sorted(codes(s)):
        faults.append("chance outcomes are not the legal ones")
    return faults


def check_agrees_with_legal(s: State, sampling: Sampling) -> list[str]:
    found = set(codes(s))
    faults = []
    for action in (
        *WITHOUT_REGION,
        *sampling.some(candidate_actions(s.world)),
        *sampling.some(sorted(found)),
    ):
        reasons = check(s, action)
        if bool(reasons) == (action in found):
            said = ", ".join(reason.rule for reason in reasons) or "nothing against it"
            faults.append(f"action {action:#x}: legal={action in found}, check says {said}")
        for reason in reasons:
            str(reason)
    return faults


WITHOUT_REGION = (ac.C_DECLINE, ac.C_GAMBLE, ac.C_END)  # few, so they are always tried


@lru_cache(maxsize=64)
def candidate_actions(world: World) -> tuple[int, ...]:
    """Actions to try: every kind of action with every region, most of them illegal."""
    places = range(len(world.board.regions) + 1)
    ways = range(len(world.ways) + 1)
    found = {ac.code(ac.PICK, slot) for slot in range(8)}
    found |= {ac.code(ac.CHOOSE, option) for option in range(9)}
    found |= {ac.code(ac.USE, region, use) for region in places for use in range(len(world.uses))}
    for region in places:
        found |= {ac.code(kind, region) for kind in (ac.ABANDON, ac.GIVE_UP)}
        found |= {ac.code(kind, region, way) for kind in (ac.CONQUER, ac.ROLL) for way in ways}
        found |= {ac.code(ac.PLACE, region, amount) for amount in (1, 2, 9)}
        found |= {ac.code(ac.PUT, region, marker) for marker in range(len(world.markers))}
    return tuple(sorted(found))


def receipts_add_up(s: State, sampling: Sampling) -> list[str]:
    faults = []
    if s.acting != NONE:
        for region in sampling.some(range(len(s.occ))):
            ways: list[Means | None] = [None, *(s.world.ways[index] for index in s.combo.ways)]
            for means in ways:
                receipt = conquest_receipt(s, region, means)
                if not receipt.adds_up or receipt.total != price.cost_of(s, region, means):
                    faults.append(
                        f"region {region}: cost {price.cost_of(s, region, means)}, receipt {receipt}"
                    )
    for seat in sampling.some(range(len(s.coins))):
        receipt, scored = score_receipt(s, seat), score.income(s, seat)
        if not receipt.adds_up or receipt.total != scored:
            faults.append(f"seat {seat}: scores {scored}, receipt {receipt}")
    return faults


def one_declined_race_each(s: State, sampling: Sampling) -> list[str]:
    faults = []
    for seat in range(len(s.declined)):
        if too_many_declined(s, seat):
            faults.append(f"seat {seat}: more than one declined race")
        for race in s.races_of(seat):
            if s.owner[race] != seat:
                faults.append(f"seat {seat}: {s.world.race_ids[race]} belong to {s.owner[race]}")
    return faults


def pieces_are_in_one_place(s: State, sampling: Sampling) -> list[str]:
    """Every banner and every badge is with a player, in the column, in a stack or discarded, and only
    once."""
    faults = []
    races = s.col_race + s.returned
    for race in range(len(s.world.races)):
        if s.owner[race] != NONE:
            races.append(race)
    if not _all_once(races, s.unseen[BANNERS], 0, len(s.world.races)):
        faults.append("banners are lost or doubled")
    badges = s.col_badge + [entry >> 6 for entry in s.lying]
    for badge in s.badge:
        if badge != NONE:
            badges.append(badge)
    if not _all_once(badges, s.unseen[BADGES], s.discards, len(s.world.powers)):
        faults.append("badges are lost or doubled")
    return faults


def _all_once(pieces: list[int], unseen: int, discards: int, count: int) -> bool:
    """Whether a list and two sets together contain each of so many pieces exactly once."""
    found = unseen | discards
    for piece in pieces:
        found |= 1 << piece
    return found == (1 << count) - 1 and len(pieces) + unseen.bit_count() + discards.bit_count() == count


def finds_are_kept(s: State, sampling: Sampling) -> list[str]:
    """A piece that was drawn from a deck lies on the map once; one that was not drawn does not."""
    faults = []
    for deck, names in enumerate(s.world.decks):
        if deck > BADGES and deck != s.world.row_deck:
            for index, name in enumerate(names):
                out = s.placed(s.world.marker_index(name))
                if out + (s.unseen[deck] >> index & 1) != 1:
                    faults.append(f"{name}: {out} on the map, and {s.unseen[deck] >> index & 1} in its deck")
    return faults


def joined_pieces_match_the_map(s: State, sampling: Sampling) -> list[str]:
    """Each race has the pieces that lie in its regions, and its combo is made with them."""
    faults = []
    for race, name in enumerate(s.world.race_ids):
        if not s.mask[race] and not s.joined[race]:
            continue
        fresh = joined_now(s, race)
        if s.joined[race] != fresh or s.combos[race].joined != fresh:
            faults.append(f"{name}: what lies in its regions does not work for it")
    return faults


def transit_is_emptied(s: State, sampling: Sampling) -> list[str]:
    """No region that can only be passed through is held after a turn."""
    if s.step not in (st.PICK, st.OVER):
        return []
    return [
        f"{s.world.race_ids[race]} rest in region {region}"
        for race in s.active
        if race != NONE
        for region in regions(s.mask[race] & s.world.transit & ~s.combos[race].dwells)
        if not once_allowed(s, region)
    ]


def people_are_in_one_place(s: State, sampling: Sampling) -> list[str]:
    """Each token marker is with its race, or captive, or not in the game; only one of these."""
    return people_faults(s) if s.world.people else []


def gates_and_list_agree(s: State, sampling: Sampling) -> list[str]:
    """A region is a target exactly if no gate shuts it: for the ordinary way and each special means."""
    if s.step not in (st.READY, st.CONQUER, st.ROLLED):
        return []
    faults, everything = [], (1 << len(s.occ)) - 1
    for means in (None, *(s.world.ways[index] for index in s.combo.ways)):
        shut = OWN.shut(s, means)
        for gate in gates(s):
            shut |= gate.shut(s, means)
        if everything & ~shut != targets(s, means):
            faults.append(f"gates and targets differ for {means.id if means else 'the ordinary way'}")
    return faults


def reach_is_up_to_date(s: State, sampling: Sampling) -> list[str]:
    if s.step not in (st.READY, st.CONQUER, st.ROLLED):
        return []
    fresh = s.copy()
    start_acting(fresh, s.acting)
    same = (fresh.reach, fresh.open, fresh.tokens_only) == (
        s.reach,
        s.open,
        s.tokens_only,
    ) and fresh.combo is s.combo
    return [] if same else ["reach is out of date"]


def string_survives(s: State, sampling: Sampling) -> list[str]:
    def same_world(_: WorldKey) -> World:
        return s.world

    text = position_string(s)
    again = parse_position(text, same_world)
    if position_string(again) != text:
        return [f"string changed on the way: {text}"]
    if sorted(codes(again)) != sorted(codes(s)):
        return [f"legal actions changed on the way through {text}"]
    skip = (
        {"combo", "reach", "open", "tokens_only"}
        if s.step not in (st.READY, st.CONQUER, st.ROLLED)
        else set()
    )
    differing = [n for n in State.__slots__ if n not in skip and getattr(again, n) != getattr(s, n)]
    return [f"{name} was lost in {text}" for name in differing]


def views_hide_coins(s: State, sampling: Sampling) -> list[str]:
    if s.over:
        return []
    faults = []
    for seat in sampling.some((SPECTATOR, *range(len(s.coins)))):
        other = s.copy()
        other.coins = [
            coins if owner == seat or owner >= s.world.players else coins + 7
            for owner, coins in enumerate(s.coins)
        ]
        if view(s, seat).state != view(other, seat).state:
            faults.append(f"the view of seat {seat} shows hidden coins")
    return faults


def views_hide_the_row(s: State, sampling: Sampling) -> list[str]:
    """Nobody but those who have seen it is shown the next card; not even whether it is this or that."""
    if s.foreseen == NONE:
        return []
    faults = []
    others = [card for card in regions(s.unseen[s.world.row_deck]) if card != s.foreseen]
    for seat in sampling.some((SPECTATOR, *range(len(s.coins)))):
        if seat != SPECTATOR and s.seers >> seat & 1:
            if view(s, seat).state.foreseen != s.foreseen:
                faults.append(f"the view of seat {seat} hides a card that it has seen")
            continue
        if view(s, seat).state.foreseen != NONE:
            faults.append(f"the view of seat {seat} shows the next card")
        for card in sampling.some(others):
            other = s.copy()
            other.foreseen = card
            if view(s, seat).state != view(other, seat).state:
                faults.append(f"the view of seat {seat} depends on the next card")
    return faults


Law = Callable[[State, Sampling], list[str]]

# A few microseconds each.
CHEAP: tuple[Law, ...] = (
    tokens_are_conserved,
    masks_match_the_map,
    legal_is_never_empty,
    one_declined_race_each,
    pieces_are_in_one_place,
    finds_are_kept,
    joined_pieces_match_the_map,
    transit_is_emptied,
    people_are_in_one_place,
    reach_is_up_to_date,
)
# Receipts, reasons, views.
DEAR: tuple[Law, ...] = (
    guards_match_their_receipts,
    position_is_possible,
    chance_is_what_is_legal,
    check_agrees_with_legal,
    receipts_add_up,
    gates_and_list_agree,
    views_hide_coins,
    views_hide_the_row,
)
DEAREST: tuple[Law, ...] = (string_survives,)
LAWS = (*CHEAP, *DEAR, *DEAREST)


def play_and_follow_coins(s: State, action: int) -> list[str]:
    """Play an action with a log: every coin has its event, and every conquest a receipt that adds up."""
    before, faults = s.coins.copy(), []
    paid, earned = [0] * len(before), [0] * len(before)
    events: list[Event] = []
    play(s, action, events)
    for event in events:
        kind = event.kind
        if kind == "picked":
            paid[event.seat] += event.receipt.total if event.receipt else 0
        elif kind in ("scored", "gained", "earned", "settled_up"):
            earned[event.seat] += event.amount
        elif kind == "paid":
            paid[event.seat] += event.amount
            earned[event.other] += event.amount
        elif kind == "conquered" and (event.receipt is None or not event.receipt.adds_up):
            faults.append(f"region {event.region} was conquered without a receipt that adds up")
    for seat, coins in enumerate(before):
        if coins - paid[seat] + earned[seat] != s.coins[seat]:
            faults.append(f"seat {seat}: {coins} - {paid[seat]} + {earned[seat]} is not {s.coins[seat]}")
    return faults


def coins_follow_events(s: State, action: int) -> list[str]:
    """Playing with and without a log gives the same position, and every coin has its event."""
    silent, logged = s.copy(), s.copy()
    play(silent, action)
    faults = play_and_follow_coins(logged, action)
    return faults if silent == logged else [*faults, LISTENING]
