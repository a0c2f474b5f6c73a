"""Analysis of a finished or unfinished game: win chances, turning points, mistakes, luck, declines."""

from .report import Analysis, from_json, to_json
from .run import analyse

__all__ = ["Analysis", "analyse", "from_json", "to_json"]
