"""The position that ``position`` has set up: a game, and perhaps half a turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from merels.errors import NotationError
from merels.rules.game import NO_DRAW_RULES, Game
from merels.rules.position import Position
from merels.rules.text.tokens import play_tokens
from merels.uci.server.options import Settings


@dataclass(frozen=True, slots=True)
class Setup:
    """A game of whole turns, and the position on the board.

    They differ if the last action closed a mill and the capture has not been sent yet.
    """

    game: Game
    position: Position

    @classmethod
    def start(cls, settings: Settings) -> Setup:
        """Return the empty board."""
        game = Game(variant=settings.variant, draw_rules=settings.draw_rules)
        return cls(game, game.position)

    def with_rules(self, settings: Settings) -> Setup:
        """Return the same game under other rules; raises `IllegalMoveError` if it breaks them."""
        game = Game.from_fen(
            self.game.start_fen, variant=settings.variant, draw_rules=NO_DRAW_RULES
        )
        for move in self.game.history:
            game.push(move)
        game.draw_rules = settings.draw_rules
        return Setup(game, replace(self.position, variant=settings.variant))

    def on_board(self) -> Game:
        """Return a game whose current position is the one on the board.

        In mid-turn it begins there: after a capture no earlier position can recur, so no history is
        lost.
        """
        if self.position == self.game.position:
            return self.game
        return Game(
            self.position,
            draw_rules=self.game.draw_rules,
            plies_since_removal=self.game.plies_since_removal,
            move_number=self.game.move_number,
        )


def parse_setup(text: str, settings: Settings) -> Setup:
    """Read the arguments of ``position``: ``startpos|fen F [moves ...]``, one action a token.

    >>> setup = parse_setup("startpos moves d6 f4 d5 b4 d7", Settings())
    >>> setup.game.ply, setup.position.removing
    (4, True)

    Moves may continue after a draw; whether the game is over depends on its last position.

    Raises `NotationError`, `PositionError` or `IllegalMoveError`, which gives the token's number.
    """
    words = text.split()
    place = words.index("moves") if "moves" in words else len(words)
    start, tokens = words[:place], words[place + 1 :]
    game = _parse_start(start, settings)
    position, moves = play_tokens(game.position, tokens)
    for move in moves:
        game.push(move)
    game.draw_rules = settings.draw_rules
    return Setup(game, position)


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
