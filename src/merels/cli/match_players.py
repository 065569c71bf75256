"""The players of a match, by name: our own levels, other programs' engines, and functions."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from merels import open_tablebase
from merels.cli.extras import require
from merels.engine.oracle import Oracle
from merels.engine.players.factory import create_player
from merels.engine.players.levels import EXPERT, find_level
from merels.engine.players.player import Player
from merels.engine.search.limits import Limits
from merels.errors import NotationError
from merels.matches.callables import PREFIX as CALLABLE
from merels.matches.callables import CallablePlayer
from merels.rules.position import Position
from merels.rules.value import Value
from merels.uci.client.client import Terms
from merels.uci.client.player import PREFIX, EngineFactory

if TYPE_CHECKING:
    from merels.tables.tablebase import Tablebase


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player by name: a level, ``py:module:callable``, or ``uci:COMMAND`` with options.

    ``title`` is the name to display.
    """

    name: str
    title: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lineup:
    """Creates the players of a match; processes can share it.

    ``limits`` hold for our levels that search, None for their own default; ``terms`` apply to other
    engines. PERFECT finds its tables in the folder ``tables``; EXPERT has the books that ship.
    """

    contestants: Mapping[str, Contestant]
    terms: Terms = field(default_factory=Terms)
    limits: Limits | None = None
    tables: str | None = None

    def __call__(self, key: str, seed: int) -> Player:
        """Return the player with this key; raises `PlayerError` if an engine cannot play."""
        contestant = self.contestants[key]
        if contestant.name.startswith(PREFIX):
            terms = replace(self.terms, options=contestant.options)
            return EngineFactory(terms)(contestant.name, seed)
        if contestant.name.startswith(CALLABLE):
            return CallablePlayer(contestant.name)
        return create_player(contestant.name, seed, self._oracle_of(contestant.name), self.limits)

    def _oracle_of(self, name: str) -> Oracle | None:
        if name == EXPERT:
            return open_own_books()
        return open_tables(self.tables) if find_level(name).is_perfect else None


def parse_contestant(text: str, options: list[str], terms: Terms) -> Contestant:
    """Return the player that ``text`` names; an engine is started to see whether it works.

    Raises `NotationError` for an unknown name or a malformed option, `EngineError` if the engine
    does not start.
    """
    pairs = tuple(map(_parse_option, options))
    if not text.startswith(PREFIX):
        if pairs:
            raise NotationError(f"{text!r} takes no options; only engines (uci:COMMAND) do")
        if text.startswith(CALLABLE):
            CallablePlayer(text)  # raises if there is no such function
            return Contestant(text, text)
        level = find_level(text)
        if level.needs_engine:
            require("engine")
        return Contestant(level.name, level.name)
    player = EngineFactory(replace(terms, options=pairs))(text)
    player.give_back()
    return Contestant(text, player.title, pairs)


def _parse_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise NotationError(f"{text!r} is not an option; write NAME=VALUE")
    return name.strip(), value.strip()


_opened = ExitStack()


@cache
def open_tables(path: str | None) -> Tablebase:
    """Return the tables of a folder, opened on first use; all games of a process share them."""
    return _opened.enter_context(open_tablebase(path))


@cache
def open_own_books() -> Tablebase:
    """Return the books that ship, opened on first use."""
    from merels.tables.tablebase import open_books

    return _opened.enter_context(open_books())


def close_tables() -> None:
    """Close all that was opened."""
    open_tables.cache_clear()
    open_own_books.cache_clear()
    _opened.close()


atexit.register(close_tables)


def judge(path: str, position: Position) -> Value | None:
    """Return a position's value from the tables of a folder, once all men are placed.

    Any earlier, a complete set of tables would end every game right after its opening.
    """
    if position.removing or position.white_in_hand or position.black_in_hand:
        return None
    return open_tables(path).get(position)
