"""Drawing boards: region outlines computed from the graph. See docs/drawing.md."""

from .outlines import Outline, Outlines, outlines
from .picture import picture

__all__ = ["Outline", "Outlines", "outlines", "picture"]
