"""The steps of a turn, one file each, named as the rulebook names them.

Each has `codes(state)`: the legal action codes, and functions that do one action in place and say
whether the step is finished. `turn` strings them together; nothing here calls the next step.
"""
