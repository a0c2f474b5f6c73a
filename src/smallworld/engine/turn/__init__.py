"""What happens in a turn: the phases, the steps, the stack of decisions, and applying changes."""
