"""The combo atlas: the value of every race with every power, for every number of players."""
