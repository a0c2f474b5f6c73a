"""The position of a game: the flat state, how one is made, and small operations on its regions."""
