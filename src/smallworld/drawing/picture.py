"""A board as a complete SVG picture: terrain colours, numbers, symbols, natives."""

from __future__ import annotations

from html import escape

from smallworld.engine.content.board import Board, Region

from .outlines import Outline, outlines

INK, PAPER = "#40352a", "#f6efe0"
# Colours by words in the terrain's id; other terrains take the remaining ones in order.
FAMILIAR = {
    "sea": "#9fc3d8",
    "lake": "#b3d3e2",
    "river": "#a9cbdc",
    "chasm": "#968f9b",
    "farmland": "#ead9a0",
    "forest": "#a8c49a",
    "hill": "#cfd7a3",
    "swamp": "#b9b79a",
    "mountain": "#c9b8a6",
    "mud": "#c5a886",
    "crystal": "#b7a7cc",
    "mine": "#d8c07a",
}
OTHERS = ("#bfe0dd", "#d9bfc0", "#a9b8a9", "#c7c7d9", "#dcc3a0", "#b4c9b0")
MARGIN = 10.0


def picture(board: Board) -> str:
    """The SVG file of a board. Raises `PackError` if it cannot be drawn."""
    drawing = outlines(board)
    colours = _colours(board)
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    fills = [
        f'<path d="{outline.path}" fill="{colours[region.terrain]}">'
        f"<title>{region.id}: {escape(region.terrain)}</title></path>"
        for region, outline in zip(board.regions, drawing.regions, strict=True)
    ]
    labels = [_label(region, outline) for region, outline in zip(board.regions, drawing.regions, strict=True)]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="{-MARGIN:g} {-MARGIN:g} {width:g} {height:g}">',
            f"<title>{escape(board.id)}</title>",
            f'<rect x="{-MARGIN:g}" y="{-MARGIN:g}" width="100%" height="100%" fill="{PAPER}"/>',
            f'<g stroke="{INK}" stroke-width="2" stroke-linejoin="round">',
            *fills,
            "</g>",
            f'<g fill="{INK}" font-family="Georgia, serif" text-anchor="middle">',
            *labels,
            "</g>",
            "</svg>\n",
        )
    )


def _colours(board: Board) -> dict[str, str]:
    terrains = dict.fromkeys(region.terrain for region in board.regions)
    found = {
        terrain: next((colour for word, colour in FAMILIAR.items() if word in terrain.split("_")), "")
        for terrain in terrains
    }
    strange = [terrain for terrain in terrains if not found[terrain]]
    return found | {terrain: OTHERS[number % len(OTHERS)] for number, terrain in enumerate(strange)}


def _label(region: Region, outline: Outline) -> str:
    x, y = outline.spot
    size = min(18.0, outline.room / 2)
    notes = [region.terrain.replace("_", " "), *region.symbols, *(["natives"] if region.natives else [])]
    words = "".join(
        f'<tspan x="{x}" dy="1.1em" font-size="{size * 0.6:.1f}">{escape(note)}</tspan>' for note in notes
    )
    up = y - size * 0.33 * (len(notes) - 1)
    return f'<text x="{x}" y="{up:.1f}" font-size="{size:.1f}">{region.id}{words}</text>'
