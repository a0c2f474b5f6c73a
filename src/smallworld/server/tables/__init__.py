"""A table without input or output: commands, journal entries, and applying them."""
