"""Speak the engine protocol (UCI) on standard input and output."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from merels import open_tablebase
from merels.cli.shared import options, output
from merels.errors import MissingTableError

if TYPE_CHECKING:
    from merels.engine.search.searcher import Searcher
    from merels.rules.position import Position
    from merels.rules.value import Oracle
    from merels.uci.server.chooser import Parts, Tables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the variant to begin with, and a note."""
    options.add_variant_name(parser)
    parser.epilog = (
        "Type uci for the options, quit to leave; see merels help protocol for the rest."
    )


def run(arguments: argparse.Namespace) -> None:
    """Answer commands until quit or end of input."""
    from merels.uci.server.loop import Output, Protocol, run

    options.find_variant(arguments.variant)  # complain about it before the first line
    # A stream that was closed before startup is None: empty input, or output that nobody reads.
    source, target = sys.stdin or io.StringIO(), sys.stdout
    for stream in (source, target):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    lines = Output(target)
    lines.watch(lambda: os._exit(0))  # nothing is left to do, and the input may stay open
    protocol = Protocol(create_parts(lines.note), lines, arguments.variant)
    run(protocol, lines, source)
    if protocol.is_loading:
        # Compiling cannot be interrupted, and no one is waiting for it any more.
        os._exit(0)


def create_parts(note: Callable[[str], None]) -> Parts:
    """Return the compiled search, the levels and the tables; damage is noted."""
    from merels.uci.server.chooser import Parts

    def open_tables(path: str | None) -> Tables:
        if path is not None and not Path(path).is_dir():
            raise MissingTableError(f"TablePath: {path!r} is not a folder")
        return open_tablebase(path, on_damage=lambda error: note(f"{error}; it is left out"))

    return Parts(_create_engine, open_tables, _evaluate)


def _create_engine(hash_mb: int, threads: int, oracle: Oracle | None) -> Searcher:
    output.require("engine")
    from merels.engine.search.searcher import Engine

    engine = Engine(hash_mb, threads, oracle)
    engine.load()
    return engine


def _evaluate(position: Position) -> int:
    from merels.engine.evaluation.static import evaluate_position

    return evaluate_position(position)
