"""What one reader may see of a game, in the reader's language, as plain data."""
