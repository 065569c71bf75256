"""Search a position, or annotate the games of a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from merels import open_tablebase
from merels._files import check_writable
from merels.cli.shared.options import (
    add_json,
    add_number,
    add_tables,
    add_variant,
    choose_hash,
    choose_threads,
    parse_game,
    parse_variant,
)
from merels.cli.shared.output import StatusLine, print_json, require
from merels.cli.shared.terminal import Terminal
from merels.errors import CorruptTableError, MissingExtraError, NotationError
from merels.rules import pgn
from merels.rules.game import Game

if TYPE_CHECKING:
    from merels.engine.search.limits import Limits
    from merels.engine.search.searcher import Analysis, Engine
    from merels.matches.annotation import JudgedTurn
    from merels.values.known_positions import ExactValues


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "target",
        nargs="*",
        metavar="FEN|GAME.pgn",
        help="position, or file of games (default: the empty board)",
    )
    add_number(parser, "--lines", "moves to show", default=1)
    time = "milliseconds per position (default: 1000, unless you set another limit)"
    add_number(parser, "--movetime", time, metavar="MS")
    add_number(parser, "--depth", "moves to look ahead")
    add_number(parser, "--nodes", "positions to search")
    size = "megabytes for the transposition table"
    add_number(parser, "--hash", size, default=64, metavar="MB")
    add_number(parser, "--threads", "threads", default=1)
    add_number(parser, "--game", "annotate only this game of the file (default: all)")
    parser.add_argument("--output", metavar="FILE", help="write annotated games to this file")
    add_variant(parser)
    add_tables(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Analyse and print."""
    require("engine")
    from merels.engine.search.searcher import Engine

    target = " ".join(arguments.target)
    is_file = _names_file(target)
    for option, value in (("--game", "N"), ("--output", "FILE")):
        if getattr(arguments, option.removeprefix("--")) is not None and not is_file:
            raise NotationError(
                f"{option} needs a file of games: merels analyse GAME.pgn {option} {value}"
            )
    games = _read_games(target, arguments) if is_file else []
    if arguments.output is not None:
        check_writable(arguments.output)
    game = parse_game(None if is_file or not arguments.target else target, arguments)
    with ExitStack() as stack:
        values = _open_tables(arguments, stack)
        engine = Engine(choose_hash(arguments.hash), choose_threads(arguments.threads), values)
        limits = _parse_limits(arguments)
        if is_file:
            _annotate(games, engine, values, limits, arguments)
        else:
            _analyse(game, engine, values, limits, arguments)


def _names_file(text: str) -> bool:
    """Whether ``text`` names a file rather than a position."""
    try:
        return text.lower().endswith(".pgn") or Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or contains a zero byte
        return False


def _read_games(file: str, arguments: argparse.Namespace) -> list[pgn.GameRecord]:
    """Read all games first, so that a bad one at the end does not waste the analysis.

    Their tags name their variants; a variant that does not ship is that of the arguments.
    """
    variant = parse_variant(arguments)
    number, output = arguments.game, arguments.output
    if number is None:
        records = list(pgn.read_games(file, own=variant))
        if not records:
            raise NotationError(f"{file!r} contains no games")
        return records
    record = pgn.read_game(file, number, own=variant)
    if output is not None and Path(output).exists() and Path(output).samefile(file):
        raise NotationError(
            f"--output {output} would replace the other games of the file; name another file"
        )
    return [record]


def _open_tables(arguments: argparse.Namespace, stack: ExitStack) -> ExactValues | None:
    """Open the tables; without ``--tables`` they are optional."""
    try:
        tablebase = stack.enter_context(open_tablebase(arguments.tables, on_damage=_report_damage))
    except MissingExtraError:
        if arguments.tables is not None:
            raise
        return None
    from merels.values.known_positions import ExactValues

    return ExactValues(tablebase)


def _report_damage(error: CorruptTableError) -> None:
    print(f"merels: {error}; without this table, positions are searched", file=sys.stderr)


def _parse_limits(arguments: argparse.Namespace) -> Limits:
    from merels.engine.search.limits import Limits

    seconds = None if arguments.movetime is None else arguments.movetime / 1000
    if (seconds, arguments.depth, arguments.nodes) == (None, None, None):
        seconds = 1.0
    return Limits(depth=arguments.depth, nodes=arguments.nodes, seconds=seconds)


# One position.


def _analyse(
    game: Game,
    engine: Engine,
    values: ExactValues | None,
    limits: Limits,
    arguments: argparse.Namespace,
) -> None:
    from merels.cli.shared.analysis_report import analysis_to_json, draw_analysis, draw_progress

    analysis: Analysis | None = None
    if game.outcome() is None:
        with StatusLine() as status:
            analysis = engine.search(
                game,
                limits,
                arguments.lines,
                lambda info: status.show(draw_progress(info, game.position)),
            )
    if arguments.json:
        print_json(analysis_to_json(game, analysis, values))
    else:
        terminal = Terminal.for_output()
        terminal.say("\n".join(draw_analysis(game, analysis, terminal, values)))


# Games.


def _annotate(
    records: list[pgn.GameRecord],
    engine: Engine,
    values: ExactValues | None,
    limits: Limits,
    arguments: argparse.Namespace,
) -> None:
    from merels.cli.shared.analysis_report import game_to_json, summarise_game
    from merels.matches.annotation import annotate

    annotated: list[pgn.GameRecord] = []
    documents: list[dict[str, Any]] = []
    for number, record in enumerate(records, start=1):
        title = f"game {arguments.game or f'{number} of {len(records)}'}"
        turns = list(_judge(record, title, engine, values, limits))
        annotated.append(annotate(record, turns))
        documents.append(game_to_json(record, turns))
        if not arguments.json:
            print(f"{title}: " + "\n".join(summarise_game(record, turns)), file=sys.stderr)
    if arguments.output is not None:
        pgn.write_games(arguments.output, annotated)
    if arguments.json:
        print_json({"games": documents})
    elif arguments.output is None:
        sys.stdout.write("\n".join(map(pgn.format_game, annotated)))


def _judge(
    record: pgn.GameRecord,
    title: str,
    engine: Engine,
    values: ExactValues | None,
    limits: Limits,
) -> Iterator[JudgedTurn]:
    from merels.matches.annotation import judge_turns

    engine.new_game()
    rate = None if values is None else values.rate_moves
    with StatusLine() as status:
        turns = judge_turns(record, lambda game: engine.search(game, limits, lines=2), rate)
        for number, turn in enumerate(turns, start=1):
            status.show(f"{title}, move {number} of {len(record.moves)}")
            yield turn
