"""`Marker`: an object that stands in a region. It may defend the region, or make it immune."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..bits import NONE, regions
from . import word
from .gate import Facts, Gate
from .region_sets import Where

if TYPE_CHECKING:
    from ..position.state import State
    from .means import Means


@dataclass(frozen=True, kw_only=True)
class Marker:
    """An object that stands in a region: a camp, a hero, a hole."""

    id: str
    count: int = 1  # how many exist
    defence: int = 0
    immune: bool = False  # the region can neither be conquered nor affected …
    # … except by the holder's own races, by the holder of the marker's home, or by nobody
    opens_to: Literal["holder", "home", "nobody"] = "holder"
    home: str = ""  # with opens_to="home": the marker whose holder may enter
    placed: Literal["redeploy", "otherwise"] = (
        "otherwise"  # asked for at redeployment, or put by something else
    )
    moves: bool = False  # taken back to the hand before it is asked for again
    must: bool = False  # has to be placed while there is a region for it
    per_turn: int | Where = 0  # how many are placed in a turn: a number, or one for each such region held
    per_region: int = 0  # how many in one region; 0: no limit
    lasts: bool = False  # stays when the race declines
    keeps_badge: bool = False  # … and its badge stays with the race
    bound: bool = False  # … but not for a race that only borrows the badge from a place
    returns: bool = False  # displaced when the region is conquered; its owner places it again
    shields: bool = False  # a single token with it does not count as alone
    stays: bool = False  # part of the map: conquest, decline and abandonment do not remove it
    joins: bool = False  # its piece works for the holder of the region
    never_doubled: bool = False  # effects that double coins do not count in its region
    starts: Where | None = None  # one stands in each of these regions when the game begins
    # It is a token itself: each race may have one more. An opponent who takes its region captures it instead
    # of causing a loss.
    token: bool = False

    def faults(self) -> list[str]:
        """Faults in what an author wrote."""
        found = []
        if self.count < 1:
            found.append(f"count: expected at least 1, got {self.count}")
        for field in ("moves", "must", "per_turn"):
            if getattr(self, field) and self.placed != "redeploy":
                found.append(f"{field} needs placed='redeploy'")
        if (self.opens_to == "home") != bool(self.home):
            found.append("home and opens_to='home' belong together")
        if self.opens_to != "holder" and not self.immune:
            found.append("opens_to needs immune=True")
        if self.starts is not None and not self.starts.static:
            found.append("starts: the regions must depend on the board alone")
        if self.token and self != Marker(id=self.id, token=True):
            found.append("a token is nothing else beside")
        return found


class ImmuneGate(Gate):
    """An ordinary immunity marker lets the holder's own races in; others nobody, or the holder of their
    home."""

    def shut(self, s: State, means: Means | None) -> int:
        return closed_by_markers(s, s.owner[s.acting]) if s.immune else 0

    def bars(self, s: State) -> int:
        return s.immune

    def facts(self, s: State, region: int) -> Facts:
        kinds = s.world.markers
        names = [kinds[marker].id for marker in s.markers_in(region) if kinds[marker].immune]
        return {"region": region, "marker": ", ".join(names)}


def closed_by_markers(s: State, me: int) -> int:
    """Regions that immunity markers close to a seat."""
    shut, special = s.immune & ~s.regions_of(me), s.world.special_immunity
    if not special:
        return shut
    barred = opened = 0
    for entry in s.markers:
        if special[entry >> 6]:
            kind, bit = s.world.markers[entry >> 6], 1 << (entry & 63)
            if kind.opens_to == "nobody" or holder_of(s, kind.home) != me:
                barred |= bit
            else:
                opened |= bit
    if opened & shut:
        for region in regions(opened & shut):
            # Unless an ordinary immunity marker stands there as well.
            if all(special[marker] or not s.world.marker_immune[marker] for marker in s.markers_in(region)):
                shut &= ~(1 << region)
    return shut | barred


def holder_of(s: State, home: str) -> int:
    """The seat that holds the region where a marker lies, or NONE."""
    spots = s.spots(s.world.marker_index(home))
    race = s.occ[spots.bit_length() - 1] if spots else NONE
    return s.owner[race] if race != NONE else NONE


def placed_counter(marker_id: str) -> str:
    """For markers with `per_turn`: the counter of how many were placed this turn."""
    return f"{marker_id}_put"


def displaced_counter(marker_id: str) -> str:
    """For markers that return: the counter of those displaced this turn."""
    return f"{marker_id}_adrift"


# Not for pack files, which have only races and powers: these are for pieces that lie on the map, and for
# rules.
NOT_IN_FILES = ("token", "joins", "opens_to", "home", "starts")

WORD = word.Word(
    "marker",
    Marker,
    "A thing that stands in a region.",
    (
        word.name_of("id", "id"),
        word.number("count", 1, 20, 1),
        word.number("defence", 0, 5, 0),
        word.yes("immune"),
        word.choice("placed", ("redeploy", "otherwise"), "otherwise"),
        word.yes("moves"),
        word.yes("must"),
        word.number_or_regions("per_turn", 0, 20, 0),
        word.number("per_region", 0, 20, 0),
        word.yes("lasts"),
        word.yes("keeps_badge"),
        word.yes("bound"),
        word.yes("returns"),
        word.yes("shields"),
        word.yes("stays"),
        word.yes("never_doubled"),
    ),
    rules={
        "immune": ("Region {region} is immune ({marker}).", "Wait until its protection is gone."),
        "must_put": ("{marker} must be placed in one of your regions.", "Choose a region for it."),
        "camp": (
            "{marker} shields the token in region {region}.",
            "Look for a token with no such protection.",
        ),
    },
    events={
        "marked": "A {marker} is placed in region {region}.",
        "unmarked": "The {marker} is gone from region {region}.",
    },
)
