"""The game of the day: which one it is, for everybody who does not care which pack brings it."""

from .crusade.daily import day_in, day_of, faults_of_daily, note_of, seed_of, share_text, world_of

__all__ = ["day_in", "day_of", "faults_of_daily", "note_of", "seed_of", "share_text", "world_of"]
