"""Strings and descriptions for actions, positions and worlds, both ways."""
