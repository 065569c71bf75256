"""Draw the board as SVG text, without any other package.

>>> import merels
>>> picture = merels.svg.board(merels.Position.start(), size=200)
>>> picture[:4], picture.count("<circle")
('<svg', 98)

In notebooks, positions and games draw themselves; `board` is for everything else.
"""

from merels.svg.drawing import board
from merels.svg.themes import THEMES, Theme

__all__ = ["THEMES", "Theme", "board"]
