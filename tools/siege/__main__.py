"""`python -m tools.siege`"""

from __future__ import annotations

import argparse
import asyncio
import os

from . import __doc__ as about
from .attacks import ATTACKS
from .besieged import besieged
from .outcome import strike, suffer
from .soak import UNLIMITED, soak


def main() -> None:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--database-url", default="")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--soak", type=int, default=0, metavar="N", help="memory after N encyclopedias")
    parser.add_argument("--at", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.at:
        host = args.at.rpartition(":")[0]
        if not host.startswith("127."):
            parser.error("only servers on this machine are attacked")
        asyncio.run(strike(args.at, args.attacks[0], args.seconds))
        return
    if args.soak:
        asyncio.run(_soak(args.soak))
        return
    unknown = [name for name in args.attacks if name not in ATTACKS]
    if unknown:
        parser.error(f"unknown attack {unknown[0]}; expected {', '.join(ATTACKS)}")
    more = ["--workers", str(args.workers)]
    if args.database_url:
        more += ["--database-url", args.database_url]
    print(f"{os.cpu_count()} cores; {args.seconds:g} s each; waits of a bystander in ms")
    print(
        f"{'attack':<12}{'before':>8}{'median':>8}{'99 %':>8}{'longest':>9}{'moves':>7}{'lost':>6}"
        f"{'+ MB':>7}{'log kB':>8}{'arrival':>9}"
    )
    for name in args.attacks or ATTACKS:
        with besieged("--log-level", "warning", *more) as server:
            found = asyncio.run(suffer(server, name, args.seconds))
        waits = sorted(found.waits) or [float("nan")]
        figures = found.quiet, waits[len(waits) // 2], waits[int(len(waits) * 0.99)], waits[-1]
        print(
            f"{name:<12}{figures[0] * 1000:>8.0f}{figures[1] * 1000:>8.1f}{figures[2] * 1000:>8.0f}"
            f"{figures[3] * 1000:>9.0f}{found.moves:>7}{len(found.lost):>6}"
            f"{found.memory / 1e6:>7.0f}{found.log / 1e3:>8.1f}{found.arrival * 1000:>9.0f}"
            f"{'' if found.alive else '   DEAD'}",
            flush=True,
        )
        for reason in sorted(set(found.lost)):
            print(f"    {reason}", flush=True)


async def _soak(count: int) -> None:
    print(f"{count} encyclopedias of different homebrew from one address; MB")
    print(f"{'done':>8}{'serving':>9}{'all':>7}")
    with besieged(program=UNLIMITED) as server:
        async for mark in soak(server, count, max(1, count // 40)):
            print(f"{mark.done:>8}{mark.serving / 1e6:>9.0f}{mark.all / 1e6:>7.0f}", flush=True)


if __name__ == "__main__":
    main()
