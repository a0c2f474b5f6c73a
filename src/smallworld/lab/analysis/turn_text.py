"""A turn in words, from its actions. The lab has no player texts, so pieces are named by their ids."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.bots.greedy import greedy_action
from smallworld.bots.plans import carry_out, first_outcome
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import play
from smallworld.engine.world.world import NONE


def combo(s: State, race: int, badge: int) -> str:
    names = [s.world.race_ids[race]] if badge == NONE else [s.world.power_ids[badge], s.world.race_ids[race]]
    return " ".join(names).replace("_", " ")


def listed(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def percent(value: float, *, signed: bool = True) -> str:
    """With a non-breaking space and a real minus sign."""
    return signed_number(100 * value, 0, signed) + "\u00a0%"


def coins(value: float) -> str:
    return signed_number(value, 1)


def signed_number(value: float, digits: int, signed: bool = True) -> str:
    """0 has no sign."""
    value = round(value, digits)
    return (f"{value:+.{digits}f}" if signed and value else f"{abs(value):.{digits}f}").replace("-", "−")


class TurnWriter:
    """Joins actions into phrases: "pick flying orcs, conquer 4, 9 and 11, roll for 12"."""

    def __init__(self) -> None:
        self.phrases: list[str] = []
        self._lands: list[str] = []
        self._verb = ""

    def tell(self, s: State, code: int) -> None:
        kind, region = code >> ac.SHIFT, code & 63
        if kind in (ac.CONQUER, ac.ABANDON):
            way = ac.way_of(code) if kind == ac.CONQUER else 0
            verb = "conquer" if kind == ac.CONQUER else "leave"
            if verb != self._verb:
                self.flush()
                self._verb = verb
            by = s.world.ways[way - 1].id.replace("_", " ").replace(".", " and ") if way else ""
            self._lands.append(f"{region} ({by})" if way else f"{region}")
            return
        if kind == ac.END and (s.step not in (st.READY, st.CONQUER) or not s.hand[s.acting]):
            return
        self.flush()
        if kind == ac.PICK:
            self.phrases.append(f"pick {combo(s, s.col_race[region], s.col_badge[region])}")
        elif kind == ac.DECLINE:
            race = s.active[s.turn]
            self.phrases.append(f"put {combo(s, race, s.badge[race])} in decline")
        elif kind == ac.ROLL:
            self.phrases.append(f"try {region} with the die")
        elif kind == ac.GAMBLE:
            self.phrases.append("roll first")
        elif kind == ac.END and not s.conquered:
            self.phrases.append(f"end conquests with {s.hand[s.acting]} tokens in hand")

    def die(self, pips: int) -> None:
        self.flush()
        if self.phrases:
            self.phrases[-1] += f" (rolled {pips})"

    def flush(self) -> None:
        if self._lands:
            self.phrases.append(f"{self._verb} {listed(self._lands)}")
        self._lands, self._verb = [], ""

    def text(self) -> str:
        self.flush()
        return ", ".join(self.phrases) or "change nothing"


def played_words(start: State, log: Sequence[int], seat: int) -> str:
    """What the owner of a turn did, without where tokens were placed."""
    s, writer = start.copy(), TurnWriter()
    for code in log:
        if code >> ac.SHIFT == ac.FACE:
            writer.die(code & 63)
        elif s.seat == seat and not s.is_chance:
            writer.tell(s, code)
        play(s, code)
    return writer.text()


def plan_words(start: State, plan: Sequence[int]) -> str:
    s, writer = start.copy(), TurnWriter()
    carry_out(s, plan, lambda now: first_outcome(now) if now.is_chance else greedy_action(now), writer.tell)
    return writer.text()
