"""The suite: cases from games, with exact values, that ship with the package.

The file is gzipped JSON of some 64 kilobytes; ``tools/make_suite.py`` makes it from the
tables of the whole game.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, zip_longest
from typing import Any, Final, TypeAlias

from merels.errors import CorruptTableError
from merels.regret.cases import DIFFICULTIES, PHASES, Case
from merels.rules.color import BLACK, WHITE
from merels.rules.position import Position

FILE: Final = "suite.json.gz"
FORMAT: Final = "merels-suite"
VERSION: Final = 1

Stratum: TypeAlias = tuple[str, str]
"""A phase and a difficulty."""

STRATA: Final = tuple((phase, difficulty) for phase in PHASES for difficulty in DIFFICULTIES)


@dataclass(frozen=True, slots=True)
class Suite:
    """Cases in a fixed order, the strata in turn: the first ones are a smaller suite."""

    cases: Sequence[Case]
    frequencies: Mapping[Stratum, float]
    """How many cases of each stratum a player meets in one of the games."""
    games: int
    """How many games the cases and frequencies come from."""

    def first(self, count: int) -> Suite:
        """Return a suite of the first ``count`` cases."""
        return Suite(self.cases[:count], self.frequencies, self.games)

    def document(self) -> dict[str, Any]:
        """Return the suite in the form of its file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "games": self.games,
            "frequencies": [[*stratum, value] for stratum, value in self.frequencies.items()],
            "cases": [_write_case(case) for case in self.cases],
        }


def interleave(strata: Sequence[Sequence[Case]]) -> list[Case]:
    """Return the cases of all strata, one of each in turn."""
    return [case for case in chain(*zip_longest(*strata)) if case is not None]


def _write_case(case: Case) -> list[Any]:
    position = case.position
    return [
        *(position.white, position.black, position.white_in_hand, position.black_in_hand),
        *(int(position.turn is BLACK), DIFFICULTIES.index(case.difficulty), list(case.scores)),
    ]


def _read_case(row: list[Any]) -> Case:
    white, black, white_in_hand, black_in_hand, is_black, difficulty, scores = row
    turn = BLACK if is_black else WHITE
    position = Position(white, black, white_in_hand, black_in_hand, turn)
    return Case(position, tuple(scores), DIFFICULTIES[difficulty])


def pack_suite(suite: Suite) -> bytes:
    """Return the bytes of a file; the same suite gives the same bytes."""
    text = json.dumps(suite.document(), separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def unpack_suite(data: bytes) -> Suite:
    """Return the suite of a file's bytes; raises `CorruptTableError`."""
    try:
        document = json.loads(gzip.decompress(data))
        if (document["format"], document["version"]) != (FORMAT, VERSION):
            raise ValueError("another format or version")
        frequencies = {(phase, level): value for phase, level, value in document["frequencies"]}
        cases = tuple(map(_read_case, document["cases"]))
    except (OSError, EOFError, zlib.error, ValueError, KeyError, IndexError, TypeError) as error:
        raise CorruptTableError(f"this is not a suite of positions, or damaged: {error}") from error
    return Suite(cases, frequencies, document["games"])


@cache
def load_suite() -> Suite:
    """Return the suite that ships with the package, of nine men's morris.

    >>> import merels
    >>> len(merels.regret.load_suite().frequencies)
    9
    """
    return unpack_suite(files(__package__).joinpath(FILE).read_bytes())
