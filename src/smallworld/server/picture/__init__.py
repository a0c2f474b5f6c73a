"""What one viewer may see of a game, in the viewer's language, as plain data."""
