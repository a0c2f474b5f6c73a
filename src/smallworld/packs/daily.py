"""The daily game, for callers that do not care which pack provides it."""

from .crusade.daily import day_in, day_of, faults_of_daily, note_of, seed_of, share_text, world_of

__all__ = ["day_in", "day_of", "faults_of_daily", "note_of", "seed_of", "share_text", "world_of"]
