"""What there is to solve, how much of it is done, and how long the rest takes."""

from __future__ import annotations

import time
from typing import Any, Final

from merels.solver.benchmark import Calibration
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan

SECONDS_BETWEEN_REPORTS: Final = 1.0
"""The command reports progress more often than anybody needs to know."""


class Workload:
    """The tables that are wanted: counted in the folder, refined by the events of a run."""

    def __init__(self) -> None:
        self.tables = 0
        self.missing = 0
        self.positions = 0
        self.table: str | None = None
        self._solved = 0
        self._estimate = 0.0
        self._unsolved: dict[str, int] = {}
        self._pair: list[str] = []
        self._share = 0.0
        self._seconds_left: int | None = None
        self._reported_at = 0.0

    def look(self, wanted: list[TableKey], folder: TableFolder, speed: Calibration) -> None:
        """Look into the folder for the tables that are wanted."""
        solved = {key for key in wanted if folder.has(key)}
        self._unsolved = {key.name: key.index.size for key in wanted if key not in solved}
        self._solved = sum(key.index.size for key in solved)
        self.tables, self.missing = len(wanted), len(self._unsolved)
        self.positions = self._solved + sum(self._unsolved.values())
        self._estimate = speed.seconds(Plan.for_tables(wanted, solved.__contains__).pairs)

    def forget_run(self) -> None:
        """Forget what an earlier run of the command reported."""
        self._seconds_left = None
        self.lose_pair()

    def lose_pair(self) -> None:
        """Count the pair in progress as not begun: the run was interrupted."""
        self.table, self._pair, self._share = None, [], 0.0

    def note(self, event: dict[str, Any]) -> bool:
        """Take note of an event; return whether the folder has changed."""
        self._seconds_left = event.get("seconds_left", self._seconds_left)
        match event["event"]:
            case "start":
                self._pair, self._share, self.table = event["tables"], 0.0, event["tables"][0]
            case "progress":
                self.table, self._share = event["table"], event["share"]
            case "table":
                self.table = event["table"]
        return event["event"] in ("start", "table", "finish")

    def is_report_due(self) -> bool:
        """Whether progress was not reported for a while; if so, now it is."""
        now = time.monotonic()
        is_due = now - self._reported_at >= SECONDS_BETWEEN_REPORTS
        if is_due:
            self._reported_at = now
        return is_due

    def positions_done(self) -> int:
        """Return the solved positions, including positions of the pair in progress."""
        in_progress = sum(self._unsolved.get(name, 0) for name in self._pair)
        return self._solved + int(self._share * in_progress)

    def seconds_left(self) -> int:
        """Return about how long the rest takes: as the run says, else from the estimate."""
        return round(self._estimate) if self._seconds_left is None else self._seconds_left
