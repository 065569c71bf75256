"""What a server is told when it starts."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import Final, Self

VARIABLE: Final = "MERELS_SERVE"
"""Where the processes of one server find its settings."""

SMALL_ENDGAMES: Final = 8
"""Tables of at most so many men in all are solved in seconds."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How one server process works.

    ``tables``: folder of tables, None for the default one. ``places``: searches at one time.
    ``queue``: requests that may wait for a place. ``rate``: requests a second from one address, 0
    for any number. ``solve_men``: tables of at most so many men are solved in the background, 0
    for none. ``hosts``: names under which the server may be asked for, empty for any.
    """

    tables: str | None = None
    places: int = 1
    queue: int = 16
    rate: int = 200
    solve_men: int = 0
    hosts: tuple[str, ...] = ()

    def to_environment(self) -> None:
        """Leave the settings to the processes that this one starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Self:
        """Return the settings that the process was started with.

        >>> Settings(places=3, hosts=("localhost",)).to_environment()
        >>> Settings.from_environment()
        Settings(tables=None, places=3, queue=16, rate=200, solve_men=0, hosts=('localhost',))
        """
        document = json.loads(os.environ.get(VARIABLE, "{}"))
        return cls(**document | {"hosts": tuple(document.get("hosts", ()))})
