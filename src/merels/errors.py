"""The exceptions of Merels.

::

    MerelsError
    ├── NotationError      (ValueError)  text that is malformed
    ├── PositionError      (ValueError)  a position that contradicts itself; names the field
    │   └── VariantError                 a variant or board that does so; names the field
    ├── IllegalMoveError   (ValueError)  a well-formed move that the rules forbid
    ├── MissingTableError  (KeyError)    a table that is not there
    ├── CorruptTableError  (ValueError)  a table that is there and damaged
    ├── FolderInUseError                 a folder of tables that another run is solving in
    ├── MissingExtraError  (ImportError) optional packages that are not installed
    └── EngineError        (RuntimeError) an external engine that fails

Messages quote the input and say what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable


def quote(text: str, most: int = 120) -> str:
    """Return bad input as messages quote it: only its first ``most`` characters if it is longer.

    >>> quote("d6", 4), quote("nonsense", 4)
    ("'d6'", "'nons...'")
    """
    return repr(text if len(text) <= most else f"{text[:most]}...")


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return a question that suggests a known name for a misspelt name; empty if none is alike.

    >>> did_you_mean("nin", ["nine", "ten"]), did_you_mean("chess", ["nine", "ten"])
    ("did you mean 'nine'?", '')
    """
    from difflib import get_close_matches  # only when something is wrong

    lower = {name.lower(): name for name in names}
    found = [lower[name] for name in get_close_matches(text.lower(), lower, n=2, cutoff=0.7)]
    return f"did you mean {' or '.join(map(repr, found))}?" if found else ""


def advise(text: str, names: Iterable[str], advice: str) -> str:
    """Return what would be right instead of a bad name: a known name like it, then ``advice``.

    >>> advise("nin", ["nine", "ten"], "the names are nine, ten")
    "did you mean 'nine'? the names are nine, ten"
    """
    return f"{did_you_mean(text, names)} {advice}".lstrip()


class MerelsError(Exception):
    """Base class of every error that Merels raises deliberately."""


class NotationError(MerelsError, ValueError):
    """Text that is not a point, move, FEN or game file.

    ``problem`` says what is wrong, ``advice`` what would be right, if there is any; the message has
    both.
    """

    def __init__(self, problem: str, advice: str | None = None) -> None:
        super().__init__(problem if advice is None else f"{problem}; {advice}")
        self.problem = problem
        self.advice = advice

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str | None]]:
        return type(self), (self.problem, self.advice)


class PositionError(MerelsError, ValueError):
    """A position that contradicts itself; ``field`` names the part at fault."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem

    def __reduce__(self) -> tuple[type[PositionError], tuple[str, str]]:
        return type(self), (self.field, self.problem)


class VariantError(PositionError):
    """A variant or its board that contradicts itself; ``field`` names the part at fault."""


class IllegalMoveError(MerelsError, ValueError):
    """A well-formed move that the rules forbid in the current position."""


class MissingTableError(MerelsError, KeyError):
    """A table that is not in the folder."""

    def __str__(self) -> str:
        # KeyError shows the repr of its argument, which would put quotes around the message.
        return str(self.args[0]) if self.args else ""


class CorruptTableError(MerelsError, ValueError):
    """A table file that does not match its checksums or its header."""


class FolderInUseError(MerelsError):
    """A folder of tables that another run is solving in."""


class MissingExtraError(MerelsError, ImportError):
    """An optional package is missing; the message names the ``pip install`` that adds it."""


class EngineError(MerelsError, RuntimeError):
    """An external engine that does not start, exits, or gives an invalid answer."""
