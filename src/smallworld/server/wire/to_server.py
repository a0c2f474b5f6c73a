"""The messages from a browser over the socket."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from smallworld.languages import Lang

from .base import MAX_ACTIONS, MAX_CHAT, Action, Key, Placing, Seat, TableId, Wire


class Hello(Wire):
    """The first message of a connection. Keys are sent here, never in a URL."""

    type: Literal["hello"] = "hello"
    table: TableId
    key: Key
    lang: Lang = "en"


class Move(Wire):
    """Choices by the action that came with them; placed tokens by region and number."""

    type: Literal["move"] = "move"
    id: int = Field(ge=0, le=2**31)
    version: int = Field(ge=0, le=2**31)
    actions: list[Action] = Field(default=[], max_length=MAX_ACTIONS)
    placing: list[Placing] = Field(default=[], max_length=MAX_ACTIONS)

    @model_validator(mode="after")
    def _decides_something(self) -> Self:
        if not self.decisions:
            raise ValueError("a move needs an action, or tokens to place")
        return self

    @property
    def decisions(self) -> list[str]:
        return [*self.actions, *(f"t{place.region}.{place.count}" for place in self.placing)]


class Back(Wire):
    """Undo or redo one decision."""

    type: Literal["undo", "redo"]
    id: int = Field(ge=0, le=2**31)
    version: int = Field(ge=0, le=2**31)


class ShowSeat(Wire):
    """With several people at one device: whose seat is on the screen now."""

    type: Literal["show_seat"] = "show_seat"
    seat: int = Field(ge=-1, le=7)


class Again(Wire):
    """Something was missed: send the whole picture."""

    type: Literal["again"] = "again"


class About(Wire):
    type: Literal["about"] = "about"
    id: int = Field(ge=0, le=2**31)
    region: int = Field(ge=0, le=63)


class Coach(Wire):
    """Whether this viewer wants advice. The server does not store it: each connection sends it again."""

    type: Literal["coach"] = "coach"
    on: bool


class UseScratchpad(Wire):
    """A private copy of the position to try things out: start one, or discard it."""

    type: Literal["scratchpad"] = "scratchpad"
    id: int = Field(ge=0, le=2**31)
    on: bool


class Speak(Wire):
    type: Literal["lang"] = "lang"
    lang: Lang


class StandIn(Wire):
    """A bot takes one of the sender's seats, or the sender takes it back. The seat of somebody who is not
    connected may be handed over by the owner, and after a minute by everybody who plays."""

    type: Literal["standin"] = "standin"
    id: int = Field(ge=0, le=2**31)
    seat: Seat
    bot: bool


class Begin(Wire):
    """The owner starts without waiting: open seats go to bots."""

    type: Literal["begin"] = "begin"
    id: int = Field(ge=0, le=2**31)


class Say(Wire):
    type: Literal["say"] = "say"
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_CHAT)]


ToServer = Annotated[
    Hello | Move | Back | ShowSeat | Again | About | Coach | UseScratchpad | Speak | StandIn | Begin | Say,
    Field(discriminator="type"),
]
