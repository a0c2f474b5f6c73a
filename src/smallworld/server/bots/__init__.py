"""Levels of bots, and the processes they think in."""
