"""Homebrew as strangers send it: any number of valid pieces, and files that are hard to parse."""

from __future__ import annotations

_PIECE = """
id = "mine_{0}"
[race.badgers_{0}]
tokens = 5
supply = 12
[[race.badgers_{0}.effects]]
kind = "coins"
amount = 1
per = "hill"
"""


def piece(number: int) -> str:
    """A valid piece, different for each number."""
    return _PIECE.format(number)


_LONG = "n" * 4000
HOSTILE = (
    'id = "mine"\nzz = [\n[' + " " * 23_000 + "#\n],\n]\n",  # once took six hours
    f'id = "mine"\n[race.{_LONG}]\n' + "\n".join(f"unknown_{number} = 1" for number in range(45)),
    "version = 0x" + "f" * 9000,
    "x = {" + "a." * 11_000 + "b = 1}",
    "x = " + "[" * 11_000 + "]" * 11_000,
    '{"id": ' + "[" * 11_000,
    'id = "mine"\n' + "[race.badgers]\n" * 1500,
    'id = "mine"\n' + "".join(f"[race.r{number}]\n" for number in range(1700)),
)
