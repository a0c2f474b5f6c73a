"""What players read, in five languages. `Catalogue` says it, `python -m smallworld.texts.check` checks it."""

from .catalogue import LANGUAGES, Catalogue

__all__ = ["LANGUAGES", "Catalogue"]
