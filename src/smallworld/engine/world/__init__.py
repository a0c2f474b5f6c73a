"""A board and its packs, put together and checked once: pieces by number, combos, phases."""
