"""Nine men's board as constants, for code that is made for it.

::

a   b   c   d   e   f   g

7   0-----------1-----------2
|           |           |
6   |   8-------9------10   |
|   |       |       |   |
5   |   |  16--17--18   |   |
|   |   |       |   |   |
4   7--15--23      19--11---3
|   |   |       |   |   |
3   |   |  22--21--20   |   |
|   |       |       |   |
2   |  14------13------12   |
|           |           |
1   6-----------5-----------4
"""

from __future__ import annotations

from typing import Final

from merels.board.boards import THREE_SQUARES
from merels.board.masks import Mask

POINTS: Final = THREE_SQUARES.points
FULL: Final[Mask] = THREE_SQUARES.full

GRID: Final = THREE_SQUARES.grid
"""Column and row of each point on the 7 x 7 grid, from the top left."""

LINES: Final = THREE_SQUARES.lines
"""The 16 lines, each as three points in order; three men of one colour on a line form a mill."""

MILLS: Final = THREE_SQUARES.mills
"""The mills as masks, in the order of `LINES`."""

NEIGHBOURS: Final = THREE_SQUARES.neighbours
"""For each point, the points one step away along a line."""

MILLS_THROUGH: Final = THREE_SQUARES.mills_through
"""For each point, the two mills through it."""
