"""The players of a match, by name: our own levels, other programs' engines, and functions."""

from __future__ import annotations

import argparse
import atexit
import datetime
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import merels
from merels import BLACK, WHITE, Limits, Oracle, Player, Position, Value, pgn
from merels.cli.shared import options, output
from merels.engine.players.levels import EXPERT, find_level
from merels.errors import NotationError
from merels.matches.match import (
    CALLABLE,
    CallablePlayer,
    Fault,
    Match,
    PlayedGame,
    Score,
    play_match,
)
from merels.matches.openings import parse_openings, read_openings
from merels.uci.client.client import PREFIX, SearchTerms, close_engines, lend_engine

if TYPE_CHECKING:
    from merels.values.tablebase import Tablebase


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
    terms: SearchTerms = field(default_factory=SearchTerms)
    limits: Limits | None = None
    tables: str | None = None

    def __call__(self, key: str, seed: int) -> Player:
        """Return the player with this key; raises `PlayerError` if an engine cannot play."""
        contestant = self.contestants[key]
        if contestant.name.startswith(PREFIX):
            terms = replace(self.terms, options=contestant.options)
            return lend_engine(terms, contestant.name, seed)
        if contestant.name.startswith(CALLABLE):
            return CallablePlayer(contestant.name)
        return merels.create_player(
            contestant.name, seed, self._oracle_of(contestant.name), self.limits
        )

    def _oracle_of(self, name: str) -> Oracle | None:
        if name == EXPERT:
            return open_shipped_books()
        return open_tables(self.tables) if find_level(name).is_perfect else None


def parse_terms(arguments: argparse.Namespace) -> tuple[SearchTerms, Limits | None]:
    """Return the time limits of engines and of our levels; None for a level's own default."""
    seconds = None if arguments.movetime is None else arguments.movetime / 1000
    terms = SearchTerms(seconds, arguments.margin / 1000, nodes=arguments.nodes)
    if (seconds, arguments.nodes) == (None, None):
        return terms, None
    return terms, Limits(nodes=arguments.nodes, seconds=seconds)


def parse_contestant(text: str, options: list[str], terms: SearchTerms) -> Contestant:
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
            output.require("engine")
        return Contestant(level.name, level.name)
    player = lend_engine(replace(terms, options=pairs), text)
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
    return _opened.enter_context(merels.open_tablebase(path))


@cache
def open_shipped_books() -> Tablebase:
    """Return the books that ship, opened on first use."""
    from merels.values.tablebase import open_books

    return _opened.enter_context(open_books())


@contextmanager
def closing_players() -> Iterator[None]:
    """Close engines and tables at the end."""
    try:
        yield
    finally:
        close_engines()
        close_tables()


def close_tables() -> None:
    """Close everything that was opened."""
    open_tables.cache_clear()
    open_shipped_books.cache_clear()
    _opened.close()


atexit.register(close_tables)


def judge(path: str, position: Position) -> Value | None:
    """Return a position's value from the tables of a folder, once all men are placed.

    During the placing, a complete set of tables would end every game right after its opening.
    """
    if position.removing or position.white_in_hand or position.black_in_hand:
        return None
    return open_tables(path).get(position)


# Report a match: one line while it runs, then a table or JSON, and optionally a game file.

FAULTS: Final = {
    Fault.TIMEOUT: ("timeout", "timeouts"),
    Fault.ILLEGAL_MOVE: ("illegal move", "illegal moves"),
    Fault.CRASH: ("crash", "crashes"),
}


class MatchReport:
    """Counts the games of a match and, given a ``file``, saves them."""

    def __init__(self, a: Contestant, b: Contestant, games: int, file: str | None = None) -> None:
        self._a, self._b = a, b
        self._titles = [a.title, b.title]
        if a.title == b.title:
            self._titles = [f"{a.title} (A)", f"{b.title} (B)"]
        self._games = games
        self._file = file
        self._score = Score()
        self._faults: dict[str, Counter[Fault]] = {"a": Counter(), "b": Counter()}
        self._seconds = 0.0

    def add(self, played: PlayedGame, seconds: float) -> None:
        """Count a game; ``seconds`` is the time since the match started."""
        self._score = self._score.plus(played)
        if played.forfeit is not None:
            loser = "a" if played.forfeit.loser is played.a_color else "b"
            self._faults[loser][played.forfeit.fault] += 1
        self._seconds = seconds
        if self._file is not None:
            pgn.append_game(self._file, self._record(played))

    def _record(self, played: PlayedGame) -> pgn.GameRecord:
        a, b = self._titles
        names = {played.a_color: a, played.a_color.other: b}
        headers = {
            "Event": "Merels match",
            "Date": datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d"),
            "Round": str(played.index + 1),
            "White": names[WHITE],
            "Black": names[BLACK],
            "Termination": played.termination,
        }
        record = pgn.GameRecord.from_game(played.game, headers, result=played.result)
        if played.termination != "normal":
            comments = record.mainline[-1].comments if record.mainline else record.comments
            comments.append(played.reason)
        return record

    @property
    def has_crashes(self) -> bool:
        """Whether a player has lost a game by a crash."""
        return any(Fault.CRASH in faults for faults in self._faults.values())

    def progress(self) -> str:
        """Return the score so far in one line."""
        score = self._score
        elo = _describe_elo(score)
        return (
            f"{score.games} of {self._games} games: +{score.wins} ={score.draws} -{score.losses}"
            f"  {score.percentage:.1f} %{f'  {elo}' if elo else ''}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the result for JSON, from A's point of view."""
        score = self._score
        return {
            "games": score.games,
            "a": self._a.name,
            "b": self._b.name,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "score": round(score.percentage / 100, 4),
            "elo": _round(score.elo),
            "elo_error": _round(score.elo_error),
            **{
                many.replace(" ", "_"): {side: self._faults[side][fault] for side in self._faults}
                for fault, (_, many) in FAULTS.items()
            },
            "seconds": round(self._seconds, 3),
        }

    def draw(self) -> Iterator[str]:
        """Yield the lines of the score table, then the Elo difference and the faults."""
        score = self._score
        width = max(map(len, self._titles))
        yield f"{'':{width}}  {'wins':>6} {'draws':>6} {'losses':>6}  {'score':>7}"
        for title, side in zip(self._titles, (score, score.flipped()), strict=True):
            yield (
                f"{title:{width}}  {side.wins:6} {side.draws:6} {side.losses:6}  "
                f"{side.percentage:5.1f} %"
            )
        yield ""
        elo = _describe_elo(score) or "no Elo difference: one side scored every point"
        yield f"{elo}; {score.games} games in {self._seconds:.0f} s"
        for title, faults in zip(self._titles, self._faults.values(), strict=True):
            counts = {names: faults[fault] for fault, names in FAULTS.items() if faults[fault]}
            if counts:
                listed = (f"{n} {many if n > 1 else one}" for (one, many), n in counts.items())
                yield f"{title}: {', '.join(listed)}"


def _describe_elo(score: Score) -> str:
    """Return the difference with its error; an empty string if it is undefined."""
    if score.elo is None:
        return ""
    error = "" if score.elo_error is None else f" ± {score.elo_error:.0f}"
    return f"Elo {score.elo:+.0f}{error}"


def _round(number: float | None) -> float | None:
    return None if number is None else round(number, 1)


# A whole match.

NO_LIMIT: Final = 1_000_000


def play(arguments: argparse.Namespace) -> int:
    """Play and print; return 1 if a player has crashed, `INTERRUPTED` after Ctrl-C."""
    terms, limits = parse_terms(arguments)
    variant = options.parse_variant(arguments)
    terms = replace(terms, variant=variant, variant_text=options.spell_variant(arguments))
    with closing_players():
        plies = parse_openings(arguments.openings)
        match = Match(
            a="a",
            b="b",
            games=arguments.games,
            opening_plies=plies or 0,
            openings=read_openings(arguments.openings, variant) if plies is None else (),
            max_plies=arguments.max_plies or NO_LIMIT,
            seed=arguments.seed,
            variant=variant,
        )
        a = parse_contestant(arguments.a, arguments.option_a, terms)
        b = parse_contestant(arguments.b, arguments.option_b, terms)
        if arguments.pgn is not None:
            with open(arguments.pgn, "ab"):  # noqa: PTH123 - fail before the first game
                pass
        lineup = Lineup({"a": a, "b": b}, terms, limits, arguments.tables)
        report = MatchReport(a, b, match.games, arguments.pgn)
        status = _play(match, lineup, report, arguments)
    output.print_report(arguments, report.to_json(), report.draw())
    return status


def _play(match: Match, lineup: Lineup, report: MatchReport, arguments: argparse.Namespace) -> int:
    """Play all games, or until Ctrl-C; show the score so far in a terminal."""
    judging = None if arguments.tables is None else partial(judge, arguments.tables)
    begin = time.monotonic()
    shown: set[str] = set()
    with output.StatusLine() as status:
        try:
            for played in play_match(match, arguments.jobs, lineup, judging):
                report.add(played, time.monotonic() - begin)
                if played.forfeit is not None:
                    details = played.forfeit.details
                    trace = "" if details in shown else details  # each traceback once
                    shown.add(details)
                    status.print(
                        f"{trace}merels: game {played.index + 1}: {played.forfeit.message}"
                    )
                status.show(report.progress())
        except KeyboardInterrupt:
            status.print(f"merels: interrupted; the score of {report.progress()}")
            return output.INTERRUPTED
    return 1 if report.has_crashes else 0
