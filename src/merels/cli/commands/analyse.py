"""Search a position, or annotate the games of a file."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import merels
from merels import Game, pgn
from merels._files import check_writable
from merels.cli.shared import options, output
from merels.errors import CorruptTableError, MissingExtraError, NotationError

if TYPE_CHECKING:
    from merels.values.known_positions import ExactValues


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        nargs="*",
        metavar="FEN|GAME.pgn",
        help="position, or file of games (default: the empty board)",
    )
    options.add_number(parser, "--lines", "moves to show", default=1)
    time = "milliseconds per position (default: 1000, unless you set another limit)"
    options.add_number(parser, "--movetime", time, metavar="MS")
    options.add_number(parser, "--depth", "moves to look ahead")
    options.add_number(parser, "--nodes", "positions to search")
    size = "megabytes for the transposition table"
    options.add_number(parser, "--hash", size, default=64, metavar="MB")
    options.add_number(parser, "--threads", "threads", default=1)
    options.add_number(parser, "--game", "annotate only this game of the file (default: all)")
    parser.add_argument("--output", metavar="FILE", help="write annotated games to this file")
    options.add_variant(parser)
    options.add_tables(parser)
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Analyse and print."""
    output.require("engine")
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
    game = options.parse_game(None if is_file or not arguments.target else target, arguments)
    with ExitStack() as stack:
        values = _open_tables(arguments, stack)
        hash_mb = options.choose_hash(arguments.hash)
        engine = merels.Engine(hash_mb, options.choose_threads(arguments.threads), values)
        if is_file:
            _annotate(games, engine, values, arguments)
        else:
            _analyse(game, engine, values, arguments)


def _names_file(text: str) -> bool:
    """Whether ``text`` names a file rather than a position."""
    try:
        return text.lower().endswith(".pgn") or Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or contains a zero byte
        return False


def _read_games(file: str, arguments: argparse.Namespace) -> list[pgn.GameRecord]:
    """Read all games first, so that a bad game at the end does not waste the analysis.

    Tags name the variants of games; the arguments name a variant of the user's own.
    """
    variant = options.parse_variant(arguments)
    if arguments.game is None:
        records = list(pgn.read_games(file, own=variant))
        if not records:
            raise NotationError(f"{file!r} contains no games")
        return records
    record = pgn.read_game(file, arguments.game, own=variant)
    target = arguments.output
    if target is not None and Path(target).exists() and Path(target).samefile(file):
        raise NotationError(
            f"--output {target} would replace the other games of the file; name another file"
        )
    return [record]


def _open_tables(arguments: argparse.Namespace, stack: ExitStack) -> ExactValues | None:
    """Open the tables; without ``--tables`` they are optional."""
    try:
        tables = merels.open_tablebase(arguments.tables, on_damage=_report_damage)
    except MissingExtraError:
        if arguments.tables is not None:
            raise
        return None
    from merels.values.known_positions import ExactValues

    return ExactValues(stack.enter_context(tables))


def _report_damage(error: CorruptTableError) -> None:
    print(f"merels: {error}; without this table, positions are searched", file=sys.stderr)


def _parse_limits(arguments: argparse.Namespace) -> merels.Limits:
    seconds = None if arguments.movetime is None else arguments.movetime / 1000
    if (seconds, arguments.depth, arguments.nodes) == (None, None, None):
        seconds = 1.0
    return merels.Limits(depth=arguments.depth, nodes=arguments.nodes, seconds=seconds)


def _analyse(
    game: Game, engine: merels.Engine, values: ExactValues | None, arguments: argparse.Namespace
) -> None:
    """Search one position."""
    from merels.cli.shared.analysis_report import analysis_to_json, draw_analysis, draw_progress

    def show(info: merels.Info) -> None:
        status.show(draw_progress(info, game.position))

    analysis: merels.Analysis | None = None
    if game.outcome() is None:
        with output.StatusLine() as status:
            analysis = engine.search(game, _parse_limits(arguments), arguments.lines, show)
    if arguments.json:
        output.print_json(analysis_to_json(game, analysis, values))
    else:
        terminal = output.Terminal.for_output()
        terminal.say("\n".join(draw_analysis(game, analysis, terminal, values)))


def _annotate(
    records: list[pgn.GameRecord],
    engine: merels.Engine,
    values: ExactValues | None,
    arguments: argparse.Namespace,
) -> None:
    from merels.cli.shared.analysis_report import game_to_json, summarise_game
    from merels.matches.annotation import annotate, judge_turns

    limits, rate = _parse_limits(arguments), None if values is None else values.rate_moves
    annotated: list[pgn.GameRecord] = []
    documents: list[dict[str, Any]] = []
    for number, record in enumerate(records, start=1):
        title = f"game {arguments.game or f'{number} of {len(records)}'}"
        turns = []
        engine.new_game()
        with output.StatusLine() as status:
            for turn in judge_turns(record, lambda game: engine.search(game, limits, 2), rate):
                turns.append(turn)
                status.show(f"{title}, move {len(turns)} of {len(record.moves)}")
        annotated.append(annotate(record, turns))
        documents.append(game_to_json(record, turns))
        if not arguments.json:
            print(f"{title}: " + "\n".join(summarise_game(record, turns)), file=sys.stderr)
    if arguments.output is not None:
        pgn.write_games(arguments.output, annotated)
    if arguments.json:
        output.print_json({"games": documents})
    elif arguments.output is None:
        sys.stdout.write("\n".join(map(pgn.format_game, annotated)))
