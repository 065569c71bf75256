"""The game that ``position`` sets up, perhaps in mid-turn."""

from __future__ import annotations

from merels.errors import IllegalMoveError, NotationError
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES
from merels.rules.position import Position
from merels.uci.server.options import Settings


def new_game(settings: Settings) -> Game:
    """Return a game at the empty board."""
    return Game(variant=settings.variant, draw_rules=settings.draw_rules)


def with_rules(game: Game, settings: Settings) -> Game:
    """Return the same game under other rules, which may mean the empty board of another variant.

    Raises a `MerelsError` if the position or a move broke them.
    """
    again = Game(variant=settings.variant, draw_rules=NO_DRAW_RULES)
    if game.start_fen != Position.start(game.variant).fen():
        again = Game.from_fen(game.start_fen, variant=settings.variant, draw_rules=NO_DRAW_RULES)
    for token in game.tokens():
        again.push_action(token)
    again.draw_rules = settings.draw_rules
    return again


def parse_setup(text: str, settings: Settings) -> Game:
    """Read the arguments of ``position``: ``startpos|fen F [moves ...]``, one action a token.

    >>> game = parse_setup("startpos moves d6 f4 d5 b4 d7", Settings())
    >>> game.ply, game.is_mid_turn
    (4, True)

    Moves may continue after a draw; whether the game is over depends on its last position.

    Raises `NotationError`, `PositionError` or `IllegalMoveError`, which gives the token's number.
    """
    words = text.split()
    place = words.index("moves") if "moves" in words else len(words)
    game = _parse_start(words[:place], settings)
    for number, token in enumerate(words[place + 1 :], start=1):
        try:
            action = Move.parse(token, settings.variant.board)
            if len(action.tokens()) > 1:
                raise NotationError(f"{token!r} is two actions; the capture is a token of its own")
            game.push_action(action)
        except (NotationError, IllegalMoveError) as error:
            raise type(error)(f"token {number}: {error}") from None
    game.draw_rules = settings.draw_rules
    return game


def _parse_start(words: list[str], settings: Settings) -> Game:
    if words == ["startpos"]:
        return Game(variant=settings.variant, draw_rules=NO_DRAW_RULES)
    if words[:1] == ["fen"]:
        return Game.from_fen(
            " ".join(words[1:]), variant=settings.variant, draw_rules=NO_DRAW_RULES
        )
    raise NotationError(
        f"{' '.join(words)[:80]!r} is not a position; write: position startpos|fen F [moves ...]"
    )
