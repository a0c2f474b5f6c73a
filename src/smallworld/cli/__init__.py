"""The terminal program: games at one keyboard, rules, records, positions, packs, and the lab's commands."""
