"""Greedy, planner and search as they were in November 2026: opponents that never change.

Every later bot is measured against them (`greedy-2026`, `planner-2026`, `search-2026`), so these files follow
the engine's names and nothing else. `tests/bots/test_frozen.py` compares their decisions with recorded ones.
"""
