"""The texts players read, in five languages: `Catalogue`; `python -m smallworld.texts.check` checks them."""

from .catalogue import LANGUAGES, Catalogue

__all__ = ["LANGUAGES", "Catalogue"]
