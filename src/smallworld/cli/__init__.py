"""The terminal: playing at one keyboard, the rules, records, positions, packs, and the lab's commands."""
