"""The steps of a turn, one file each.

Each has `codes(state)`, the legal action codes, and functions that do one action in place and return whether
the step is finished. `turn` runs one step after the other; no step calls the next.
"""
