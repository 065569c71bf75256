"""The board as a widget: its state is shared with the page, which draws it and plays by the rules.

The page is ``widget.js``, built from ``frontend/src/widget``. The page changes `moves`; everything
else follows from them here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, TypeAlias

import anywidget
import traitlets

from merels.engine.players.levels import Player
from merels.errors import MerelsError, NotationError, advise
from merels.rules.game import Game, game_of
from merels.rules.move import AnyMove, Move
from merels.rules.position import WHITE, AnyPosition, Color
from merels.rules.value import Oracle, generate_ratings
from merels.rules.variant import VARIANTS, spell

FOLDER: Final = Path(__file__).parent
THEMES: Final = ("auto", "light", "dark", "high-contrast")
NO_VALUES: Final[dict[str, Any]] = {"ply": -1, "moves": []}

Listener: TypeAlias = Callable[[Move, Game], object]


class BoardWidget(anywidget.AnyWidget):
    """A board on which moves are played by clicking, in Jupyter and wherever anywidget works.

    It plays on with a copy of ``game``, or begins at a position; `game` is the copy, which follows
    every move, and `on_move` calls back. ``values`` is an oracle, such as `merels.open_book()` or
    `merels.open_tablebase()`, whose values are shown on the points. ``opponent`` plays against
    ``color``, the side of the user; without an opponent the user plays both sides.

    >>> import merels
    >>> board = merels.notebook.BoardWidget()
    >>> board.on_move(lambda move, game: print(move, "after", game.ply, "plies"))
    >>> board.push("d6")
    d6 after 1 plies
    >>> board.moves = []  # as the button does that takes a move back
    >>> board.game.ply
    0

    Raises `NotationError` for a variant that does not ship or an unknown theme.
    """

    _esm = FOLDER / "widget.js"
    _css = FOLDER / "widget.css"

    variant = traitlets.Unicode("nine", read_only=True).tag(sync=True)
    start = traitlets.Unicode(read_only=True).tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    line = traitlets.List(traitlets.Unicode()).tag(sync=True)
    values = traitlets.Dict(NO_VALUES).tag(sync=True)
    sides = traitlets.Enum(("both", "white", "black", "none"), "both").tag(sync=True)
    drawn = traitlets.Unicode("").tag(sync=True)
    theme = traitlets.Enum(THEMES, "auto").tag(sync=True)
    size = traitlets.Int(420, min=120, max=2000).tag(sync=True)

    def __init__(
        self,
        game: AnyPosition | None = None,
        *,
        values: Oracle | None = None,
        opponent: Player | None = None,
        color: Color = WHITE,
        size: int = 420,
        theme: str = "auto",
    ) -> None:
        game = Game() if game is None else game_of(game)
        known = [name for name, each in VARIANTS.items() if each.is_usual]
        if game.variant.name not in known or VARIANTS[game.variant.name] != game.variant:
            raise NotationError(
                f"{spell(game.variant)!r} is not a variant that the widget knows",
                f"the widget knows {', '.join(known)}",
            )
        if theme not in THEMES:
            advice = advise(theme, THEMES, f"choose one of {', '.join(THEMES)}")
            raise NotationError(f"{theme!r} is not a theme", advice)
        self._game, history = _restart(game)
        self._oracle = values
        self._opponent = opponent
        self._color = color
        self._listeners: list[Listener] = []
        super().__init__(
            size=size, theme=theme, sides="both" if opponent is None else str(color).lower()
        )
        self.set_trait("variant", game.variant.name)
        self.set_trait("start", self._game.start_fen)
        self._play(history)
        self._answer()
        self._show()

    @property
    def game(self) -> Game:
        """The game on the board; play with `push`, so that the board follows."""
        return self._game

    def on_move(self, listener: Listener) -> None:
        """Call ``listener(move, game)`` after every move, whoever played it."""
        self._listeners.append(listener)

    def push(self, move: AnyMove) -> None:
        """Play a move on the board; raises as `Game.push` does."""
        self.moves = [*self.moves, str(move)]

    @traitlets.observe("moves")
    def _follow(self, change: dict[str, Any]) -> None:
        """Make the game follow the moves; illegal moves are taken back."""
        game, before = self._game, _names(self._game)
        if change["new"] == before:
            return
        try:
            self._play(change["new"])
        except MerelsError:
            self._play(before)
            self.moves = before
            raise
        if game.ply < len(before) and self._is_opponent_to_move and game.ply:
            game.pop()  # back to a choice of the user's
        self._answer()
        self._show()

    def _play(self, moves: Sequence[str]) -> None:
        game = self._game
        pairs = zip(_names(game), moves, strict=False)
        common = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        while game.ply > common:
            game.pop()
        for text in moves[common:]:
            self._push(text)

    def _push(self, move: AnyMove) -> None:
        self._game.push(move)
        played = self._game.last_move
        assert played is not None
        for listener in self._listeners:
            listener(played, self._game)

    @property
    def _is_opponent_to_move(self) -> bool:
        return self._opponent is not None and self._game.turn is not self._color

    def _answer(self) -> None:
        """Let the opponent move if it is its turn."""
        if self._is_opponent_to_move and self._game.outcome() is None:
            assert self._opponent is not None
            self._push(self._opponent.choose(self._game.copy()))

    def _show(self) -> None:
        """Share what follows from the game."""
        outcome = self._game.outcome()
        self.drawn = "" if outcome is None or outcome.winner else outcome.reason.value
        moves = _names(self._game)
        with self.hold_sync():
            self.moves = moves
            if self.line[: len(moves)] != moves:
                self.line = moves
            self.values = self._rate()

    def _rate(self) -> dict[str, Any]:
        if self._oracle is None:
            return NO_VALUES
        rated = generate_ratings(self._game.position, self._oracle.get)
        return {
            "ply": self._game.ply,
            "moves": [
                {"move": str(move), "value": value.document()}
                for move, value, _ in rated
                if value is not None
            ],
        }


def _names(game: Game) -> list[str]:
    return [str(move) for move in game.history]


def _restart(game: Game) -> tuple[Game, list[str]]:
    """Return a new game with the same start, and the moves played so far.

    The page plays whole turns, so a game in mid-turn starts where it is.
    """
    fen, history = (game.fen(), []) if game.is_mid_turn else (game.start_fen, _names(game))
    return Game.from_fen(fen, variant=game.variant, draw_rules=game.draw_rules), history
