"""Other programs' engines as players of a match."""

from __future__ import annotations

import atexit
from dataclasses import dataclass
from typing import Final

from merels.errors import EngineError, NotationError
from merels.matches.faults import Fault, PlayerError
from merels.rules.game import Game
from merels.rules.legal import explain_illegal
from merels.rules.move import Move
from merels.rules.position import Position
from merels.uci.client.client import Client, Terms

PREFIX: Final = "uci:"
"""How the name of such a player begins; the command follows."""


class UciPlayer:
    """Plays one game with an engine, which another game may use afterwards."""

    def __init__(self, client: Client, name: str) -> None:
        self.name = name
        self._client = client

    @property
    def title(self) -> str:
        """The name that the engine gives itself."""
        return self._client.name

    def choose(self, game: Game) -> Move:
        """Return the engine's move, asking it for each action.

        Raises `PlayerError` if it is late, has ended, or answers with an illegal move.
        """
        tokens = [token for move in game.history for token in move.tokens()]
        move = self._ask(game, tokens, game.position)
        if not _closes_mill(game.position, move):
            return self._check(game.position, move)
        middle = game.position.before_removal(move)
        removal = self._check(middle, self._ask(game, [*tokens, str(move)], middle))
        return Move(move.origin, move.target, removal.captured)

    def give_back(self) -> None:
        """Return the engine for the next game."""
        _idle.setdefault((self._client.command, self._client.terms), []).append(self._client)

    def _ask(self, game: Game, tokens: list[str], position: Position) -> Move:
        token = self._client.ask(_describe(game, tokens))
        try:
            return Move.parse(token)
        except NotationError as error:
            raise self._illegal(position, f"bestmove {token!r}: {error}") from None

    def _check(self, position: Position, move: Move) -> Move:
        problem = explain_illegal(position, move)
        if problem is not None:
            raise self._illegal(position, f"{str(move)!r}: {problem}")
        return move

    def _illegal(self, position: Position, problem: str) -> PlayerError:
        return PlayerError(
            Fault.ILLEGAL_MOVE,
            f"engine {self._client.command!r} in {position.fen()!r} plays {problem}",
        )


def _describe(game: Game, tokens: list[str]) -> str:
    """Return the game as arguments of ``position``."""
    start = game.start_fen
    text = "startpos" if start == Position.start(game.variant).fen() else f"fen {start}"
    return f"{text} moves {' '.join(tokens)}" if tokens else text


def _closes_mill(position: Position, move: Move) -> bool:
    """Whether ``move`` is the first action of a turn with a capture."""
    return move.captured is None and any(
        turn.captured is not None and (turn.origin, turn.target) == (move.origin, move.target)
        for turn in position.generate_moves()
    )


# Running engines without a game. They belong to the process, not to a match: a worker gets the
# games of a match one by one, and starting an engine can take longer than a game.
_idle: dict[tuple[str, Terms], list[Client]] = {}


@dataclass(frozen=True, slots=True)
class EngineFactory:
    """Lends engines to games, running ones first."""

    terms: Terms

    def __call__(self, name: str, _seed: int = 0) -> UciPlayer:
        """Return a player; ``name`` is ``uci:COMMAND``. Raises `PlayerError`."""
        command = name.removeprefix(PREFIX)
        waiting = _idle.get((command, self.terms))
        client = waiting.pop() if waiting else Client(command, self.terms)
        try:
            client.new_game()
        except EngineError as error:
            _idle.setdefault((command, self.terms), []).append(client)
            raise PlayerError(Fault.CRASH, str(error)) from None
        return UciPlayer(client, name)


def close_engines() -> None:
    """Ask all engines without a game to quit."""
    while _idle:
        _, clients = _idle.popitem()
        for client in clients:
            client.close()


atexit.register(close_engines)
