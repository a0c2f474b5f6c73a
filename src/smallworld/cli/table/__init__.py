"""Playing at one keyboard: who sits where, what a typed line means, and the loop around a game."""
