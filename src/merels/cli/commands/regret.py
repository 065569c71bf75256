"""Measure what a player's moves give away, by exact values."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import merels
from merels.cli.shared import options, output
from merels.engine.players.levels import PLAYER_NAMES
from merels.errors import NotationError

if TYPE_CHECKING:
    from merels.regret.measure import Judged, Report
    from merels.regret.suite import Suite

GAMES: Final = ".pgn"
ANSWERS: Final = ".jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    players = ", ".join((*PLAYER_NAMES, "elo:N, uci:COMMAND, py:module:callable"))
    parser.add_argument(
        "player",
        nargs="?",
        metavar="PLAYER",
        help=f"{players}; a {GAMES} file, whose moves are judged by the tables; or a {ANSWERS} "
        "file of answers to --suite",
    )
    parser.add_argument(
        "--suite",
        choices=["jsonl"],
        help="print the positions as questions in plain text, one line of JSON each, and stop",
    )
    options.add_number(parser, "--positions", "positions of the suite (default: all)")
    options.add_thinking(parser, "its answer counts as wrong")
    options.add_number(
        parser, "--seed", "seed of players that choose at random", least=0, default=0
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the engine; repeatable",
    )
    parser.add_argument("--name", help="in a game file, judge only the player of this name")
    options.add_tables(parser)
    options.refuse_variants(parser)
    options.add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Measure and print."""
    from merels.regret.suite import load_suite

    suite = load_suite()
    if arguments.positions is not None:
        suite = suite.first(arguments.positions)
    if arguments.suite is not None:
        if arguments.player is not None:
            raise NotationError(
                f"--suite only writes the questions; leave out {arguments.player!r}"
            )
        from merels.regret.prompts import write_questions

        for line in write_questions(suite.cases):
            print(line)
        return
    if arguments.player is None:
        raise NotationError("name a player, a file of games or answers, or write --suite jsonl")
    if arguments.player.lower().endswith(GAMES):
        _report_games(arguments)
        return
    if arguments.player.lower().endswith(ANSWERS):
        report = _judge_answers(Path(arguments.player), suite)
    else:
        report = _ask_player(arguments, suite)
    document = {"player": arguments.player, **report.document()}
    output.print_report(arguments, document, _draw(document))


def _ask_player(arguments: argparse.Namespace, suite: Suite) -> Report:
    from merels.cli.shared.matches import Lineup, closing_players, parse_contestant, parse_terms
    from merels.regret.measure import measure_player

    terms, limits = parse_terms(arguments)
    with closing_players():
        contestant = parse_contestant(arguments.player, arguments.option, terms)
        lineup = Lineup({"player": contestant}, terms, limits, arguments.tables)
        with output.StatusLine() as status:
            done: list[Judged] = []

            def show(judged: Judged) -> None:
                done.append(judged)
                kept = sum(each.kept for each in done)
                count = len(suite.cases)
                status.show(f"{len(done)} of {count}: {100 * kept / len(done):.1f} % kept")
                if judged.fault is not None:
                    status.print(f"merels: {judged.fault}")

            return measure_player(lambda seed: lineup("player", seed), suite, arguments.seed, show)


def _judge_answers(path: Path, suite: Suite) -> Report:
    from merels.regret.measure import Report
    from merels.regret.prompts import read_answers

    with path.open("rb") as lines:
        judged = list(read_answers(lines, list(suite.cases)))
    if not judged:
        raise NotationError(f"{str(path)!r} has no answers")
    return Report(judged, suite.frequencies)


def _report_games(arguments: argparse.Namespace) -> None:
    output.require("engine")
    from merels.regret.games import measure_games

    with merels.open_tablebase(arguments.tables) as tables:
        report = measure_games(tables, merels.pgn.read_games(arguments.player), arguments.name)
    document = {"player": arguments.name or arguments.player, **report.document()}
    lines = _draw(document)
    lines.append(
        f"{report.known:,} of {report.moves:,} moves judged, in {len(report.losses)} sides of games"
    )
    if report.known < report.moves:
        lines.append(
            "the losses of the other moves are unknown: the points lost are at least these figures"
        )
    output.print_report(arguments, document, lines)


def _draw(document: dict[str, Any]) -> list[str]:
    """Return a report as lines of text."""
    lines = [f"{document['player']}", ""]
    lines.append(f"{'':10} {'positions':>9}  {'value kept':>16}  {'points lost a move':>18}")
    groups = {"all": document, **document["by_phase"], **document["by_difficulty"]}
    for name, part in groups.items():
        kept, lost = part["kept"], part["points_lost_a_move"]
        share = f"{100 * kept['value']:.1f} %{_error(kept['error'], 100, 1)}"
        points = f"{lost['value']:.3f}{_error(lost['error'], 1, 3)}"
        lines.append(f"{name:10} {part['positions']:9,}  {share:>16}  {points:>18}")
    lines.append("")
    game = document["points_lost_a_game"]
    if game is not None:
        lines.append(f"points lost a game: {game['value']:.3f}{_error(game['error'], 1, 3)}")
    if document["faults"]:
        lines.append(f"answers that are not legal moves: {document['faults']}")
    return lines


def _error(error: float | None, scale: int, digits: int) -> str:
    return "" if error is None else f" ± {scale * error:.{digits}f}"
