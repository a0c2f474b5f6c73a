"""Packs: the content of the game. All packs are found through the entry point group `smallworld.packs`."""

from .find import board_named, find_packs, load_world, world_from_description, world_from_key

__all__ = ["board_named", "find_packs", "load_world", "world_from_description", "world_from_key"]
