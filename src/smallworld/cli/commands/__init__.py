"""One file for each command of `smallworld`."""
