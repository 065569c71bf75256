"""Other programs' engines as players of a match."""

from __future__ import annotations

import atexit
from dataclasses import dataclass, replace
from typing import Final

from merels.errors import EngineError, NotationError
from merels.matches.match import Fault, PlayerError
from merels.rules.game import Game
from merels.rules.legal import explain_illegal_action
from merels.rules.move import Move
from merels.rules.position import Position
from merels.uci.client.client import Client, SearchTerms

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
        move = self._ask(game, game.tokens(), game.position)
        after = game.state.after(move).position
        if not after.removing:
            return move
        capture = self._ask(game, (*game.tokens(), str(move)), after)
        return replace(move, captured=capture.captured)

    def give_back(self) -> None:
        """Return the engine for the next game."""
        _idle.setdefault((self._client.command, self._client.terms), []).append(self._client)

    def _ask(self, game: Game, tokens: tuple[str, ...], position: Position) -> Move:
        token = self._client.ask(_describe(game, tokens))
        try:
            move = Move.parse(token, position.board)
        except NotationError as error:
            raise self._illegal(position, f"bestmove {token!r}: {error}") from None
        problem = explain_illegal_action(position, move)
        if problem is not None:
            raise self._illegal(position, f"{str(move)!r}: {problem}")
        return move

    def _illegal(self, position: Position, problem: str) -> PlayerError:
        return PlayerError(
            Fault.ILLEGAL_MOVE,
            f"engine {self._client.command!r} in {position.fen()!r} plays {problem}",
        )


def _describe(game: Game, tokens: tuple[str, ...]) -> str:
    """Return the game as arguments of ``position``."""
    start = game.start_fen
    text = "startpos" if start == Position.start(game.variant).fen() else f"fen {start}"
    return f"{text} moves {' '.join(tokens)}" if tokens else text


# Running engines without a game. They belong to the process, not to a match: a worker gets the
# games of a match one by one, and starting an engine can take longer than a game.
_idle: dict[tuple[str, SearchTerms], list[Client]] = {}


@dataclass(frozen=True, slots=True)
class EngineFactory:
    """Lends engines to games, running ones first."""

    terms: SearchTerms

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
