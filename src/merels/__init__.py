"""Nine Men's Morris, complete: rules, notation, exact values, engine and players.

>>> import merels
>>> game = merels.Game()
>>> game.push("d6")
>>> game.push(merels.create_player("hard").choose(game))
>>> len(game.legal_moves), game.outcome()
(22, None)

``docs/library.md`` is a tour. Rules and plain levels need no other package; `Engine` and tables
need the extra ``engine``, and are imported when they are first used.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from merels import svg
from merels._version import __version__
from merels.errors import (
    CorruptTableError,
    EngineError,
    FolderInUseError,
    IllegalMoveError,
    MerelsError,
    MissingExtraError,
    MissingTableError,
    NotationError,
    PositionError,
    VariantError,
)
from merels.rules import pgn
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES, DrawRules, Outcome, Reason
from merels.rules.position import BLACK, WHITE, Color, Phase, Position
from merels.rules.value import DRAW, Result, Value
from merels.rules.variant import NINE_MENS_MORRIS, VARIANTS, AnyVariant, Variant, variant

if TYPE_CHECKING:
    from merels import datasets, env, notebook, regret
    from merels.engine.evaluation.static import Odds, expected_score, result_odds
    from merels.engine.players.levels import LEVELS, Level, Player
    from merels.engine.search.limits import Clock, Limits
    from merels.engine.search.searcher import Analysis, Engine, Info, Line
    from merels.matches.match import play
    from merels.prospects.chances import chances
    from merels.prospects.players import create_player
    from merels.rules.value import Oracle
    from merels.values.tablebase import Tablebase

__all__ = [
    "BLACK",
    "DRAW",
    "LEVELS",
    "NINE_MENS_MORRIS",
    "NO_DRAW_RULES",
    "VARIANTS",
    "WHITE",
    "Analysis",
    "Clock",
    "Color",
    "CorruptTableError",
    "DrawRules",
    "Engine",
    "EngineError",
    "FolderInUseError",
    "Game",
    "IllegalMoveError",
    "Info",
    "Level",
    "Limits",
    "Line",
    "MerelsError",
    "MissingExtraError",
    "MissingTableError",
    "Move",
    "NotationError",
    "Odds",
    "Oracle",
    "Outcome",
    "Phase",
    "Player",
    "Position",
    "PositionError",
    "Reason",
    "Result",
    "Value",
    "Variant",
    "VariantError",
    "__version__",
    "analyse",
    "chances",
    "create_player",
    "datasets",
    "env",
    "expected_score",
    "notebook",
    "open_book",
    "open_tablebase",
    "pgn",
    "play",
    "regret",
    "result_odds",
    "results",
    "svg",
    "variant",
]

_PACKAGES = {"datasets", "env", "notebook", "regret"}
"""Packages that are imported when they are first used."""

_HOMES = {
    "LEVELS": "engine.players.levels",
    "Analysis": "engine.search.searcher",
    "Clock": "engine.search.limits",
    "Engine": "engine.search.searcher",
    "Info": "engine.search.searcher",
    "Level": "engine.players.levels",
    "Limits": "engine.search.limits",
    "Line": "engine.search.searcher",
    "Odds": "engine.evaluation.static",
    "Oracle": "rules.value",
    "Player": "engine.players.levels",
    "chances": "prospects.chances",
    "create_player": "prospects.players",
    "expected_score": "engine.evaluation.static",
    "play": "matches.match",
    "result_odds": "engine.evaluation.static",
}
"""The modules of the names that are imported when they are first used."""

if not TYPE_CHECKING:  # a type checker reads the imports above, and so finds misspelt names

    def __getattr__(name: str) -> Any:
        if name in _PACKAGES:
            return import_module(f"{__name__}.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def analyse(game: Game | Position, limits: Limits | None = None, lines: int = 3) -> Analysis:
    """Return the best ``lines`` moves of a game or position, found within ``limits``.

    The default is a second. Each line has a move, a score, the expected play and, if it is proved,
    an exact value. The engine, with one thread and the tables that `open_tablebase` finds by
    default, is created on the first call and kept; create an `Engine` for another size, threads or
    tables.

    >>> analyse(Game(), lines=2).best.value, analyse(Position.start("six"), lines=1).best.value
    (Value(Result.DRAW), Value(Result.DRAW))

    Raises `IllegalMoveError` if no move is legal, `MissingExtraError` if packages are missing.
    """
    from merels.engine.search.limits import Limits

    return _shared_engine().search(game, limits or Limits(seconds=1.0), lines)


@cache
def _shared_engine() -> Engine:
    import atexit
    import logging

    from merels.engine.search.searcher import Engine

    log = logging.getLogger("merels")
    tables = open_tablebase(on_damage=lambda error: log.warning("%s; it is left out", error))
    atexit.register(tables.close)
    return Engine(oracle=tables)


def open_book(of: AnyVariant = NINE_MENS_MORRIS) -> Tablebase:
    """Open the book of a variant that ships with the package, or a book in a file.

    ``of`` is a variant or its name; a path object, or a text that ends with ``.book``, is a file.
    It answers `probe` and `get` as tables do; see `open_tablebase`, which falls back on the books
    that ship.

    Raises `MissingTableError` if there is no such book, what `variant` raises, and
    `MissingExtraError` if the packages that read it are not installed.
    """
    with _explain_missing("the book needs"):
        from merels.values import tablebase
    return tablebase.open_book(of)


def open_tablebase(
    path: str | os.PathLike[str] | None = None,
    cache_bytes: int | None = None,
    on_damage: Callable[[CorruptTableError], None] | None = None,
) -> Tablebase:
    """Open the tables in a folder; by default, the folder that ``merels solve`` writes to.

    ``cache_bytes`` bounds the decoded blocks that are kept in memory, 256 MB by default. The result
    is a context manager; see `merels.values.tablebase.Tablebase` for its methods. What the folder
    lacks is looked up in the books that ship with the package; `Tablebase.source` says where a
    value comes from. A damaged table raises `CorruptTableError` when it is read; with ``on_damage``
    it is reported once, and then treated as missing.

    Raises `MissingExtraError` if the packages that read tables are not installed.
    """
    with _explain_missing("tables need"):
        from merels.values import tablebase

        if cache_bytes is None:
            cache_bytes = tablebase.CACHE_BYTES
        return tablebase.open_tablebase(path, cache_bytes, on_damage)


def results(of: AnyVariant = NINE_MENS_MORRIS) -> dict[str, Any]:
    """Return the figures of a solved variant that ship with the package.

    The value of the empty board, the counts of every table, the opening and the longest game, as
    ``merels results`` gathers them from tables. See ``docs/book.md`` for the members.

    >>> results()["format"], results("nine")["empty_board"]["result"]
    ('merels-results', 'draw')

    Raises `MissingTableError` if no results of the variant ship, and what `variant` raises.
    """
    from merels.values.shipped import load_results

    return load_results(variant(of))


@contextmanager
def _explain_missing(need: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise MissingExtraError(
            f"{need} packages that are not installed; add them with: pip install 'merels[engine]'"
        ) from error
