"""The settings of a server."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import Final, Self

VARIABLE: Final = "MERELS_SERVE"
"""The environment variable that holds the settings for all processes of a server."""

SMALL_ENDGAMES: Final = 8  # most men in total of tables that take seconds to solve


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server process."""

    tables: str | None = None  # folder of tables, None for the default
    # Folder of a static site whose tables pages read themselves, None for none
    site: str | None = None
    places: int = 1  # searches that can run at once
    queue: int = 16  # requests that may wait for a place
    # Bytes of tables that each process may cache, None for the default
    cache_bytes: int | None = None
    rate: int = 200  # requests per second from one address, 0 for no limit
    connections: int = 100  # open connections from one address, 0 for no limit
    proxy: str | None = None  # address of the proxy that all requests come through
    warm: bool = False  # whether to load the engine at the start instead of when first needed
    solve_men: int = 0  # most men in total of the tables to solve in the background, 0 for none
    # Most men in total of the tables of goals that clients choose, 0 for all; tests set it
    goal_men: int = 0
    # Whether every client may choose goals, not only clients on this machine
    allow_solving: bool = False
    hosts: tuple[str, ...] = ()  # host names that the server answers to, empty for any

    # Path or URL of the database of games between people, None for no games between people
    database: str | None = None
    games: int = 100  # unfinished games from one address, 0 for no limit

    def to_environment(self) -> None:
        """Pass the settings on to the processes that this process starts."""
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
