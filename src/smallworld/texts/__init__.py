"""The texts players read, in five languages: `Catalogue`; `python -m smallworld.texts.check` checks them."""

from .catalogue import Catalogue

__all__ = ["Catalogue"]
