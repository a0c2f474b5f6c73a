"""Texts of River World, one file for each language."""
