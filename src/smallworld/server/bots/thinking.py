"""Bots think in workers; if that fails, basic rules decide."""

from __future__ import annotations

import logging
from typing import Final

from ..ports import Client, Failed, QueueFull, Workers
from .bot_jobs import Job, Stretch, fall_back, think

_log: Final = logging.getLogger("smallworld.bots")


async def decisions(workers: Workers, job: Job, client: Client) -> Stretch:
    """The bot's decisions; if the worker fails, one decision by the basic rules."""
    try:
        stretch = await workers.run_for(client, think, job)
    except QueueFull:
        _log.warning("bot %s: too many bots think already, plain rules decide", job.level)
        return fall_back(job)
    except Failed as failure:
        _log.error("bot %s: %s, at %s", job.level, failure, job.position)
        return fall_back(job)
    for fault in stretch.faults:
        _log.warning("%s", fault)
    return stretch if stretch.actions else fall_back(job)
