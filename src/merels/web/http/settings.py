"""The settings of a server."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import Final, Self

VARIABLE: Final = "MERELS_SERVE"
"""The environment variable that holds the settings for all processes of a server."""

SMALL_ENDGAMES: Final = 8
"""Most men in total of tables that take seconds to solve."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server process."""

    tables: str | None = None
    """Folder of tables, None for the default."""
    site: str | None = None
    """Folder of a static site whose tables pages read themselves, None for none."""
    places: int = 1
    """Searches that can run at once."""
    queue: int = 16
    """Requests that may wait for a place."""
    cache_bytes: int | None = None
    """Bytes of tables that each process may cache, None for the default."""
    rate: int = 200
    """Requests per second from one address, 0 for no limit."""
    connections: int = 100
    """Open connections from one address, 0 for no limit."""
    proxy: str | None = None
    """Address of the proxy that all requests come through."""
    warm: bool = False
    """Whether to load the engine at the start instead of when first needed."""
    solve_men: int = 0
    """Most men in total of the tables to solve in the background, 0 for none."""
    goal_men: int = 0
    """Most men in total of the tables of goals that clients choose, 0 for all; tests set it."""
    allow_solving: bool = False
    """Whether every client may choose goals, not only clients on this machine."""
    hosts: tuple[str, ...] = ()
    """Host names that the server answers to, empty for any."""

    database: str | None = None
    """Path or URL of the database of games between people, None for no such games."""
    games: int = 100
    """Unfinished games from one address, 0 for no limit."""

    def to_environment(self) -> None:
        """Pass the settings on to the processes that this one starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Self:
        """Return the settings this process was started with.

        >>> settings = Settings(places=3, hosts=("localhost",))
        >>> settings.to_environment()
        >>> Settings.from_environment() == settings
        True
        """
        document = json.loads(os.environ.get(VARIABLE, "{}"))
        return cls(**document | {"hosts": tuple(document.get("hosts", ()))})
