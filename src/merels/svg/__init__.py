"""The board as a picture: SVG text, drawn without any other package.

>>> import merels
>>> picture = merels.svg.board(merels.Position.start(), size=200)
>>> picture[:4], picture.count("<circle")
('<svg', 98)

Notebooks draw positions and games by themselves; `board` is for everything else.
"""

from merels.svg.drawing import board
from merels.svg.themes import THEMES, Theme

__all__ = ["THEMES", "Theme", "board"]
