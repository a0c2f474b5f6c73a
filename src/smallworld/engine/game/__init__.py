"""A game as a list of actions: undo, redo, and the record file."""
