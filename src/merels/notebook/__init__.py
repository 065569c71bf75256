"""A board for notebooks: click to play, values on the points; needs the extra ``notebook``.

>>> from merels.notebook import BoardWidget
>>> board = BoardWidget(size=360)
>>> board.push("d6")
>>> board.game.last_move
Move(origin=None, target=9, captured=None)
"""

from __future__ import annotations

from merels.errors import MissingExtraError

try:
    from merels.notebook.widget import BoardWidget
except ModuleNotFoundError as error:  # pragma: no cover - the development environment has it
    raise MissingExtraError(
        f"the board for notebooks needs {error.name}, which is not installed; add it with: "
        "pip install 'merels[notebook]'"
    ) from error

__all__ = ["BoardWidget"]
