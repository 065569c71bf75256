"""A board for notebooks: click to play, values on the points; needs the extra ``notebook``.

>>> import merels
>>> board = merels.notebook.BoardWidget(size=360)
>>> board.push("d6")
>>> board.game.last_move
Move(origin=None, target=9, captured=None)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from merels.errors import MissingExtraError

if TYPE_CHECKING:
    from merels.notebook.widget import BoardWidget

__all__ = ["BoardWidget"]


def __getattr__(name: str) -> Any:
    if name != "BoardWidget":  # it needs other packages, so it is imported on first use
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from merels.notebook.widget import BoardWidget
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"the board for notebooks needs {error.name}, which is not installed; add it with: "
            "pip install 'merels[notebook]'"
        ) from error
    return BoardWidget
