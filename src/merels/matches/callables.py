"""A function as a player: ``py:module:callable`` gets a `Game` and returns a move."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from traceback import format_exception
from typing import Any, Final

from merels.errors import NotationError, quote
from merels.matches.match import Fault, PlayerError
from merels.rules.game import Game
from merels.rules.legal import explain_illegal
from merels.rules.move import Move

PREFIX: Final = "py:"
"""How the name of such a player begins; module and callable follow."""


class CallablePlayer:
    """Plays what a function returns: a `Move`, or algebraic text."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._choose = load_callable(name)

    def choose(self, game: Game) -> Move:
        """Return the function's move.

        Raises `PlayerError` if the function raises, or its move is illegal.
        """
        fen, position = game.fen(), game.position  # the function may play on
        try:
            answer = self._choose(game)
        except Exception as error:
            message = f"{self.name} in {fen!r}: {type(error).__name__}: {error}"
            own = error.__traceback__ and error.__traceback__.tb_next  # from the function on
            details = "".join(format_exception(type(error), error, own))
            raise PlayerError(Fault.CRASH, message, details) from error
        try:
            move = Move.parse(answer, position.board) if isinstance(answer, str) else answer
        except NotationError as error:
            raise self._illegal(fen, str(error)) from None
        if not isinstance(move, Move):
            raise self._illegal(fen, f"{quote(repr(answer))} is not a move")
        problem = explain_illegal(position, move)
        if problem is not None:
            raise self._illegal(fen, f"{str(move)!r}: {problem}")
        return move

    def _illegal(self, fen: str, problem: str) -> PlayerError:
        return PlayerError(Fault.ILLEGAL_MOVE, f"{self.name} in {fen!r} plays {problem}")


def load_callable(name: str) -> Callable[[Game], Any]:
    """Return the function that ``py:module:callable`` names; modules are also sought here.

    Raises `NotationError`, which says what is missing.
    """
    module_name, colon, attribute = name.removeprefix(PREFIX).partition(":")
    if not (module_name and colon and attribute):
        raise NotationError(f"{quote(name)} is not a function", f"write {PREFIX}module:callable")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found: Any = import_module(module_name)
    except ImportError as error:
        raise NotationError(f"{quote(name)}: {error}") from None
    except (Exception, SystemExit) as error:  # whatever the module does when it is imported
        problem = f"{type(error).__name__}: {error}"
        raise NotationError(f"{quote(name)}: importing {module_name} fails: {problem}") from error
    for part in attribute.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise NotationError(f"{quote(name)}: {module_name} has no function {quote(attribute)}")
    function: Callable[[Game], Any] = found
    return function
