"""The combo atlas: what every race with every power is worth, for every number of players."""
