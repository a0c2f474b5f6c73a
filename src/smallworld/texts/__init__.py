"""What players read, in five languages. `Catalogue` says it; `python -m smallworld.texts.check` finds gaps."""

from .catalogue import LANGUAGES, Catalogue

__all__ = ["LANGUAGES", "Catalogue"]
