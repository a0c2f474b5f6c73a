"""Bot levels, and bots in worker processes."""
