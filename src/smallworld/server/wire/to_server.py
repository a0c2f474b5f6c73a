"""What a browser may say over the socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from .base import MAX_ACTIONS, MAX_CHAT, Action, Key, Lang, Seat, TableId, Wire


class Hello(Wire):
    """The first message of a connection. Keys travel here, never in an address."""

    type: Literal["hello"] = "hello"
    table: TableId
    key: Key
    lang: Lang = "en"


class Move(Wire):
    type: Literal["move"] = "move"
    id: int = Field(ge=0, le=2**31)
    version: int = Field(ge=0, le=2**31)
    actions: list[Action] = Field(min_length=1, max_length=MAX_ACTIONS)


class Back(Wire):
    """Undo or redo one decision."""

    type: Literal["undo", "redo"]
    id: int = Field(ge=0, le=2**31)
    version: int = Field(ge=0, le=2**31)


class Look(Wire):
    """With several people at one device: whose eyes are on the screen now."""

    type: Literal["look"] = "look"
    seat: int = Field(ge=-1, le=7)


class Again(Wire):
    """Something was missed: the whole picture, please."""

    type: Literal["again"] = "again"


class About(Wire):
    type: Literal["about"] = "about"
    id: int = Field(ge=0, le=2**31)
    region: int = Field(ge=0, le=63)


class Coach(Wire):
    """Whether this reader wants to be advised. Not kept by the server: each connection says it anew."""

    type: Literal["coach"] = "coach"
    on: bool


class Sketch(Wire):
    """A private copy of the position to try things out in: begin one, or throw it away."""

    type: Literal["sketch"] = "sketch"
    id: int = Field(ge=0, le=2**31)
    on: bool


class Speak(Wire):
    type: Literal["lang"] = "lang"
    lang: Lang


class StandIn(Wire):
    """A bot takes one of my seats, or I take it back. The owner may also fill the seat of somebody gone."""

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
    Hello | Move | Back | Look | Again | About | Coach | Sketch | Speak | StandIn | Begin | Say,
    Field(discriminator="type"),
]
