"""The coach's texts. `smallworld.bots.coach` computes the numbers; here they get words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from smallworld.bots.coach import Advice
from smallworld.bots.heuristics import leads_a_party
from smallworld.bots.plans import carry_out, covered
from smallworld.engine import State, Threat, View, asked, percent
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.presentation import Thing, choice, decision
from smallworld.texts.locale import listed
from smallworld.texts.templates import capital, inside

from .choices import shown
from .text_cache import Data, Words

THREATS: Final = 3  # threats in the text; the map shows the rest
CLEAR: Final = 0.75  # coins of difference that are worth a number
SURE: Final = 1.0  # standard errors a difference must exceed
_LISTED: Final = {ac.CONQUER: "conquer", ac.ABANDON: "abandon"}
_PLAYING: Final = (st.READY, st.CONQUER, st.ROLLED)


def topic(s: State) -> str:
    if leads_a_party(s):
        return "tie"
    about = decision(s).topic
    return "markers" if about == "markers_again" else about


def coach_data(
    view: View,
    advice: Advice | None,
    words: Words,
    players: Sequence[str],
    version: int,
    more: bool = False,
) -> Data:
    """The data of a wire `Advice`. None: no advice could be computed. `more`: better advice will follow."""
    s, about = view.state, topic(view.state)
    texts = CoachTexts(s, words, players)
    steps = texts.steps(advice.plan) if advice else []
    return {
        "type": "advice",
        "version": version,
        "topic": about,
        "title": words(f"coach.{about}.title"),
        "principle": words(f"coach.{about}.text"),
        "text": words("coach.advice", plan=texts.plan(advice.plan)) if advice else words("coach.none"),
        "steps": steps,
        "then": _regions(advice.then) if advice else [],
        "whys": texts.whys(advice, steps) if advice else [],
        "waning": texts.waning(advice) if advice else None,
        "more": more,
        "failed": advice is None,
    }


def _regions(plan: Sequence[int]) -> list[int]:
    return [code & 63 for code in plan if code >> ac.SHIFT in (ac.CONQUER, ac.ROLL)]


class CoachTexts:
    def __init__(self, s: State, words: Words, players: Sequence[str]) -> None:
        self.s, self.words, self.players = s, words, players

    # --- the plan ----------------------------------------------------------------------------------------

    def steps(self, plan: Sequence[int]) -> list[Data]:
        """Each step with its button's label, in the position in which it comes."""
        found = []
        for code, s in self.along(plan):
            shown = self.label(s, code)
            label = self.step(s, code) if shown is None or shown["kind"] == "place" else shown["label"]
            found.append(
                {
                    "action": self.words.action(code),
                    "label": capital(label),
                    "region": shown["region"] if shown else code & 63,
                    "count": shown["count"] if shown else 0,
                    "chance": shown["chance"] if shown else None,
                }
            )
        return found

    def along(self, plan: Sequence[int]) -> list[tuple[int, State | None]]:
        """Each action with the position in which it comes; None after chance or a question on the way."""
        s, before = _thinkable(self.s), list[State | None]()
        carry_out(s, plan, on_step=lambda now, _: before.append(now.copy()), steps=covered(s))
        return list(zip_longest(plan, before))

    def label(self, s: State | None, code: int) -> Data | None:
        """None where the text depends on what happens before."""
        return None if s is None else shown(choice(s, code), self.words, self.players)

    def plan(self, plan: Sequence[int]) -> str:
        """The whole plan in one sentence: "conquer 4, 9 and 11, then try region 12 with the die"."""
        parts: list[str] = []
        lands: list[str] = []
        verb = ""
        if leads_a_party(self.s):
            return self.step(self.s, plan[0])
        for code, s in self.along(plan):
            kind = code >> ac.SHIFT
            if kind in _LISTED and not ac.way_of(code):
                if verb != _LISTED[kind] and lands:
                    parts.append(self.lands(verb, lands))
                    lands = []
                verb = _LISTED[kind]
                lands.append(str(code & 63))
            else:
                if lands:
                    parts.append(self.lands(verb, lands))
                    lands = []
                if kind != ac.END or not parts:
                    parts.append(self.step(s, code))
        if lands:
            parts.append(self.lands(verb, lands))
        together = ", " if all(code >> ac.SHIFT == ac.PLACE for code in plan) else self.words("coach.then")
        return together.join(parts)

    def lands(self, verb: str, lands: list[str]) -> str:
        return self.words(f"coach.do.{verb}", regions=listed(self.words.lang, lands))

    def step(self, s: State | None, code: int) -> str:
        kind = code >> ac.SHIFT
        if s is not None and leads_a_party(s):
            return self.words("coach.do.send", region=code & 63)
        if kind == ac.PLACE:
            return self.words("coach.do.place", count=code >> 6 & 63, region=code & 63)
        if kind == ac.ROLL and not ac.way_of(code):
            return self.words("coach.do.roll", region=code & 63)
        if kind == ac.END and s is not None and s.step in _PLAYING:
            return self.words(f"coach.do.{'end_ready' if s.step == st.READY else 'end'}")
        shown = self.label(s, code)
        if s is not None and shown and shown["kind"] == "choose":
            question = asked(s).question
            said = "answer" if question is not None and question.about == "yes" else "choose"
            return self.words(f"coach.do.{said}", what=shown["label"])
        return inside(str(shown["label"]) if shown else self.unseen(code), self.words.lang)

    def unseen(self, code: int) -> str:
        """What can be said without the position of the step."""
        kind, region = code >> ac.SHIFT, code & 63
        if kind in (ac.CONQUER, ac.ROLL) and ac.way_of(code):
            way = self.s.world.ways[ac.way_of(code) - 1]
            tools = [Thing("means", part.id) for part in way.parts or (way,)]
            return self.words("choice.means", means=self.words.catalogue.tools(tools), region=region)
        if kind == ac.USE:
            use = self.words.named("use", self.words.world.uses[code >> 6 & 63].id)
            return self.words("choice.means", means=use["name"], region=region)
        if kind == ac.GAMBLE:
            return self.words("choice.gamble")
        if kind == ac.DECLINE:
            return self.words("choice.decline")
        return self.words("coach.do.end")

    # --- reasons -----------------------------------------------------------------------------------------

    def whys(self, advice: Advice, steps: list[Data]) -> list[Data]:
        s, found = self.s, list[Data]()

        def say(kind: str, text: str, regions: Sequence[int] = ()) -> None:
            found.append({"kind": kind, "text": text, "regions": list(regions)})

        mine = s.seat == s.turn
        if mine:
            now = round(advice.coins)
            key = "coins" if abs(advice.coins - now) < 0.01 else "about"
            say("coins", self.words(f"coach.why.{key}", now=now))
            if advice.most:
                say("coins", self.words("coach.why.most"))
        # A seat asked during another's turn has no current turn: this round counts only if its turn comes.
        left = s.world.rounds - s.round + (s.seat > s.turn)
        if coming := advice.ahead[mine : mine + left]:
            coins = listed(self.words.lang, [str(round(coins)) for coins in coming])
            say("next", self.words("coach.why.next", coins=coins))
        for denied in advice.denied:
            text = self.words("coach.why.denied", name=self.players[denied.seat], coins=denied.coins)
            say("denied", text, _regions(advice.plan))
        if steps and s.step == st.PICK:
            receipt = shown(choice(s, advice.plan[0]), self.words, self.players)["receipt"]
            if any(term["amount"] for term in receipt["terms"]):  # what is free needs no receipt
                say("cost", self.words("coach.price", receipt=receipt["text"]))
            if advice.then:
                after = self.words("coach.why.pick_then", plan=self.plan_of(advice.then))
                say("then", after, _regions(advice.then))
        for step in steps:
            if step["chance"] is not None:
                say("chance", self.words("coach.chance", percent=percent(step["chance"])), [step["region"]])
        if asked(s).places_tokens:
            self.standing(advice.threats, say)
            self.party(advice.aims, say)
        if advice.other is not None:
            say("other", self.other(advice), _regions(advice.other.plan))
        return found

    def plan_of(self, plan: Sequence[int]) -> str:
        """Conquests to come, in a later position."""
        lands = [str(code & 63) for code in plan if code >> ac.SHIFT == ac.CONQUER]
        rolls = [
            self.words("coach.do.roll", region=code & 63) for code in plan if code >> ac.SHIFT == ac.ROLL
        ]
        parts = ([self.lands("conquer", lands)] if lands else []) + rolls
        return self.words("coach.then").join(parts) or self.words("coach.do.end_ready")

    def standing(self, threats: Sequence[Threat], say: object) -> None:
        assert callable(say)
        if not threats and self.s.world.party is None:
            say("safe", self.words("coach.why.safe"))
        worst = sorted(threats, key=lambda threat: threat.need - threat.bring)[:THREATS]
        for threat in worst:
            facts = {"region": threat.region, "need": threat.need, "bring": threat.bring}
            text = self.words("coach.why.threat", name=self.players[threat.seat], **facts)
            say("threat", text, [threat.region])

    def party(self, aims: Sequence[int], say: object) -> None:
        """What a party would turn to then: its fixed order makes that certain."""
        assert callable(say)
        if self.s.world.party is None or not aims:
            return
        mine = [region for region in aims if self.s.regions_of(self.s.seat) >> region & 1]
        lands = listed(self.words.lang, [str(region) for region in mine or aims])
        text = self.words(f"coach.why.{'aims_here' if mine else 'aims_away'}", regions=lands)
        say("threat" if mine else "safe", text, mine or aims)

    def other(self, advice: Advice) -> str:
        other = advice.other
        assert other is not None
        plan, coins = self.plan(other.plan), round(other.worse)
        if other.worse < SURE * other.error or other.worse <= 0:
            return self.words("coach.other.alike", plan=plan)
        if other.worse < CLEAR:
            return self.words("coach.other.little", plan=plan)
        return self.words("coach.other.worse", plan=plan, coins=max(1, coins))

    def waning(self, advice: Advice) -> Data | None:
        waning = advice.waning
        if waning is None or self.s.round >= self.s.world.rounds:
            return None
        declines = advice.plan[:1] == [ac.C_DECLINE]
        clear = abs(waning.gain) >= CLEAR and abs(waning.gain) > SURE * waning.error
        verdict = ("now" if declines else "later") if clear else "either"
        text = self.words(f"coach.waning.{verdict}", coins=max(1, round(abs(waning.gain))))
        turns = 1 + self.s.world.rounds - self.s.round
        return {
            "verdict": verdict,
            "text": text,
            "stay": [round(coins, 1) for coins in waning.stay[:turns]],
            "decline": [round(coins, 1) for coins in waning.decline[:turns]],
        }


def _thinkable(s: State) -> State:
    """A position to try a plan in: the others' coins are hidden, and do not matter."""
    trial = s.copy()
    trial.coins = [max(coins, 0) for coins in s.coins]
    return trial
