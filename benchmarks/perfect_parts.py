"""What the parts of perfect play are worth: how often it wins with one changed or left out.

    python benchmarks/perfect_parts.py [--tables DIR] [--opponent NAME]... [--rule NAME]...
    python benchmarks/perfect_parts.py --levels [--tables DIR]

Perfect play never loses a draw; how it chooses among draws decides how many it wins. A rule is

- ``mistakes``: most mistakes at the next turn, by the model of a person,
- ``static``: the same model, and static values beyond the next turn,
- a number: the same model, and a search of so many nodes beyond it,
- ``perfect`` or ``perfect:RULE``: that player as it ships.

Each plays the same match: two games from every opening of two random plies, colours reversed. The
opponents and players that ship have ``--movetime`` for a move, the other rules as long as they
need: the parts are measured, not the clock. A game ends as soon as the tables call it decided, so
they must be complete. The error is twice the standard error of the share of wins.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Final

from merels.cli.shared.matches import (
    NO_LIMIT,
    Contestant,
    Lineup,
    close_tables,
    open_tables,
    parse_contestant,
)
from merels.cli.shared.options import add_number
from merels.cli.shared.output import StatusLine
from merels.engine.fallible.player import FALLIBLE_NAMES, MASTER
from merels.engine.players.levels import EXPERT, FEWEST, PERFECT, PERFECT_NAMES, Player
from merels.engine.players.perfect import BestChance, FewestReplies, PerfectPlayer
from merels.engine.search.limits import Limits
from merels.matches.match import Match, Score, play_match
from merels.matches.openings import parse_openings, read_openings
from merels.prospects.chances import Chances
from merels.prospects.players import create_player
from merels.rules.position import Position
from merels.rules.value import Result, Value
from merels.uci.client.client import SearchTerms, close_engines

OLD: Final = f"{PERFECT}:{FEWEST}"
"""The rule of the first release."""

PARTS: Final = {"mistakes": None, "static": 0}
"""The nodes to search beyond the next mistake, where a word says more than a number."""

RULES: Final = (OLD, *PARTS, "2000", "20000")
LEVELS: Final = ("easy", "normal", "hard", "elo:500", "elo:900", "elo:1300", EXPERT)


def parse_rule(text: str) -> str:
    """Return a rule as it is written."""
    if text in (*PARTS, PERFECT, *PERFECT_NAMES) or (text.isascii() and text.isdigit()):
        return text
    known = ", ".join((*PARTS, "a number of nodes", PERFECT, *PERFECT_NAMES))
    raise argparse.ArgumentTypeError(f"{text!r} is not a rule; write {known}")


@dataclass(frozen=True, slots=True)
class Players:
    """Creates the players of a match: those that ship, and perfect play by another rule."""

    lineup: Lineup
    person: str = MASTER

    def __call__(self, name: str, seed: int) -> Player:
        """Return the player of a name; raises `PlayerError` if an engine cannot play."""
        if name in self.lineup.contestants:
            return self.lineup(name, seed)
        tables = open_tables(self.lineup.tables)
        nodes = PARTS[name] if name in PARTS else int(name)
        rule = BestChance(self.person, Chances(tables), FewestReplies(tables), nodes)
        searcher = create_player(EXPERT, seed, tables, self.lineup.limits)
        return PerfectPlayer(name, seed, tables, searcher, rule)


def judge(path: str | None, position: Position) -> Value | None:
    """Return the value of a position for the side to move, None for a draw: that may be lost yet.

    Raises `MissingTableError` if it is unknown.
    """
    value = open_tables(path).probe(position)
    return None if value.result is Result.DRAW else value


def play(match: Match, players: Players) -> Score:
    """Return the score of a match; report games lost by a fault, and the score so far."""
    score = Score()
    with StatusLine() as status:
        for played in play_match(match, 1, players, partial(judge, players.lineup.tables)):
            score = score.plus(played)
            if played.forfeit is not None:
                status.print(f"game {played.index + 1}: {played.forfeit.message}")
            status.show(f"{match.a} against {match.b}: {describe(score)}")
    return score


def describe(score: Score) -> str:
    """Return games, wins, draws, losses, and the share of wins with its error."""
    share = score.wins / score.games
    error = 2 * sqrt(share * (1 - share) / score.games)
    counts = f"{score.games} | {score.wins} | {score.draws} | {score.losses}"
    return f"{counts} | {100 * share:.1f} ± {100 * error:.1f} %"


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", metavar="DIR", help="folder (default: that of merels solve)")
    parser.add_argument(
        "--opponent",
        action="append",
        metavar="NAME",
        help=f"a player as merels match names it; repeatable (default: {EXPERT})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of opponents that are engines; repeatable",
    )
    parser.add_argument(
        "--rule",
        action="append",
        type=parse_rule,
        metavar="NAME",
        help=f"how to choose among draws; repeatable (default: {', '.join(RULES)})",
    )
    parser.add_argument(
        "--levels",
        action="store_true",
        help=f"play {PERFECT} and {OLD} against every level, unless others are named",
    )
    parser.add_argument("--person", choices=FALLIBLE_NAMES, default=MASTER)
    parser.add_argument(
        "--openings",
        default="random:2",
        metavar="random:PLIES|FILE",
        help="how games start, as in merels match (default: random:2)",
    )
    add_number(parser, "--games", "games of each match", default=40)
    add_number(parser, "--movetime", "milliseconds per move", default=20, metavar="MS")
    add_number(parser, "--seed", "of openings and players", least=0, default=0)
    return parser.parse_args(arguments)


def plan(options: argparse.Namespace, rule: str, opponent: str) -> Match:
    """Return the match of a rule against an opponent."""
    plies = parse_openings(options.openings)
    return Match(
        a=rule,
        b=opponent,
        games=options.games,
        opening_plies=plies or 0,
        openings=read_openings(options.openings) if plies is None else (),
        max_plies=NO_LIMIT,
        seed=options.seed,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print, a row as soon as its match is over."""
    options = parse_arguments(arguments)
    rules = options.rule or ((PERFECT, OLD) if options.levels else RULES)
    names = options.opponent or (LEVELS if options.levels else (EXPERT,))
    terms = SearchTerms(options.movetime / 1000)
    try:
        opponents = {name: parse_contestant(name, options.option, terms) for name in names}
        shipped = {name: Contestant(name, name) for name in (PERFECT, *PERFECT_NAMES)}
        limits = Limits(seconds=terms.seconds)
        lineup = Lineup({**shipped, **opponents}, terms, limits, options.tables)
        print("| opponent | perfect play | games | wins | draws | losses | wins |")
        print("|---|---|---:|---:|---:|---:|---:|", flush=True)
        for name, opponent in opponents.items():
            title = " ".join((opponent.title, *options.option))
            for rule in rules:
                score = play(plan(options, rule, name), Players(lineup, options.person))
                print(f"| {title} | {rule} | {describe(score)} |", flush=True)
    finally:
        close_engines()
        close_tables()


if __name__ == "__main__":
    main()
