"""Texts of the Crusade, one file for each language."""
