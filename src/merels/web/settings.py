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
    """How one server process works."""

    tables: str | None = None
    """Folder of tables, None for the default one."""
    places: int = 1
    """Searches at one time."""
    queue: int = 16
    """Requests that may wait for a place."""
    cache_bytes: int | None = None
    """Memory that each process may use for what it reads from tables, None for the usual."""
    rate: int = 200
    """Requests a second from one address, 0 for any number."""
    connections: int = 100
    """Connections at one time from one address, 0 for any number."""
    proxy: str | None = None
    """Address of the proxy that everybody comes through."""
    warm: bool = False
    """Whether the engine is loaded at the start and not when it is first needed."""
    solve_men: int = 0
    """Tables of at most so many men are solved in the background, 0 for none."""
    hosts: tuple[str, ...] = ()
    """Names under which the server may be asked for, empty for any."""

    def to_environment(self) -> None:
        """Leave the settings to the processes that this one starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Self:
        """Return the settings that the process was started with.

        >>> settings = Settings(places=3, hosts=("localhost",))
        >>> settings.to_environment()
        >>> Settings.from_environment() == settings
        True
        """
        document = json.loads(os.environ.get(VARIABLE, "{}"))
        return cls(**document | {"hosts": tuple(document.get("hosts", ()))})
