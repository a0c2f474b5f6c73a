"""Packs as text files: races and powers that use only the vocabulary. Anybody may send one; no code runs."""

from .faults import Fault, PackFileError
from .reading import pack_from, pack_from_json, pack_from_source
from .regions import read_regions, region_words, regions_text, regions_tree, write_regions
from .schema import schema
from .toml import pack_from_file, read_data, read_pack, write_data, write_pack
from .words import effect_words, part_words
from .writing import data_of, data_only, needs_code

__all__ = [
    "Fault",
    "PackFileError",
    "data_of",
    "data_only",
    "effect_words",
    "needs_code",
    "pack_from",
    "pack_from_file",
    "pack_from_json",
    "pack_from_source",
    "part_words",
    "read_data",
    "read_pack",
    "read_regions",
    "region_words",
    "regions_text",
    "regions_tree",
    "schema",
    "write_data",
    "write_pack",
    "write_regions",
]
