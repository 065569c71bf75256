"""A console without a terminal: lines go in, the text comes out."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from merels import BLACK, WHITE, Game, create_player
from merels.cli.console.game import ConsoleGame
from merels.cli.console.session import Session
from merels.cli.shared.output import Terminal

Play = Callable[..., str]


@pytest.fixture
def play() -> Play:
    """Play lines and return what the console prints."""

    def play(
        *lines: str, fen: str | None = None, white: str | None = None, black: str | None = None
    ) -> str:
        names = {WHITE: white, BLACK: black}

        def begin() -> ConsoleGame:
            players = {
                color: None if name is None else create_player(name, seed=1)
                for color, name in names.items()
            }
            return ConsoleGame(Game() if fen is None else Game.from_fen(fen), players)

        target = io.StringIO()
        terminal = Terminal(
            source=io.StringIO("".join(f"{line}\n" for line in lines)), target=target
        )
        Session(terminal, begin, lambda: create_player("hard", seed=0)).run()
        return target.getvalue()

    return play
