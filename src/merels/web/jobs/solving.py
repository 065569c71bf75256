"""Solve in the background: small endgames without being asked, and the goal that somebody chose.

One child process solves at a time, and one state describes it to every client. The goal is a
`Wish` in the folder of tables, so it outlives the server.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

from merels._files import make_folder, whole_file
from merels.errors import FolderInUseError, MerelsError
from merels.solver.benchmark import Calibration, Goal, Offer, list_offers, tables_of
from merels.solver.run import RunStore
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_moving_tables
from merels.values.shipped import known_sizes
from merels.web.api.documents import Answer
from merels.web.http.streams import end_task
from merels.web.jobs.processes import SolverProcess, SolvingSpeed

WISH_NAME: Final = "solving.json"

GoalName: TypeAlias = Literal["endgames", "all"]
WishState: TypeAlias = Literal["running", "paused", "failed"]


class SolvingState(Answer):
    """Progress of solving in the background, the same for every client."""

    state: Literal["idle", "running", "paused", "done", "failed"]
    goal: GoalName | None
    """Null for the small endgames, which the server solves by itself."""
    done: int
    """Tables."""
    total: int
    positions_done: int
    positions: int
    seconds_left: int | None
    """An estimate, while running or paused."""
    table: str | None
    """The table being solved."""
    detail: str | None
    """Why solving failed."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A goal and whether to work on it now."""

    goal: GoalName
    state: WishState = "running"


class WishFile:
    """Keeps the wish; all processes that serve the folder obey it."""

    def __init__(self, folder: TableFolder) -> None:
        self._path = folder.path / WISH_NAME
        self._files = folder.files

    def read(self) -> Wish | None:
        """Return the wish, None if there is none. A damaged file counts as no wish."""
        try:
            wish = Wish(**json.loads(self._path.read_bytes()))
        except (OSError, ValueError, TypeError):
            return None
        is_known = wish.goal in get_args(GoalName) and wish.state in get_args(WishState)
        return wish if is_known else None

    def write(self, wish: Wish) -> None:
        """Remember a wish; raise `OSError` if the folder is not writable."""
        make_folder(self._path.parent, self._files)
        with whole_file(self._path, self._files) as file:
            file.write(json.dumps(asdict(wish)).encode())

    def forget(self) -> None:
        """Forget the wish, if there is one."""
        with suppress(FileNotFoundError):
            self._files.unlink(self._path)


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
        """Forget the reports of an earlier run of the command."""
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
        """Whether progress was not reported for a while; if so, it counts as reported now."""
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
        """Return about how long the rest takes: by the run's report, else by the estimate."""
        return round(self._estimate) if self._seconds_left is None else self._seconds_left


LOOK_AGAIN: Final = 2.0
"""Seconds between looks at the wish, and at a folder in which another run is solving."""

SEE_LOG: Final = "see the server's log"

_log = logging.getLogger("merels.web")


def goal_tables(goal: GoalName, men: int = 0) -> list[TableKey]:
    """Return the tables of a goal, but only moving tables of at most ``men`` men unless it is 0."""
    return all_moving_tables(men=men) if men else tables_of(goal)


class BackgroundSolving:
    """Solves the missing tables of at most ``men`` men and of the goal, and reports progress.

    Of several processes that serve one folder, one process solves and the other processes watch.
    ``goal_men`` makes goals smaller.
    """

    def __init__(
        self,
        folder: TableFolder,
        men: int,
        on_look: Callable[[], None] = lambda: None,
        *,
        goal_men: int = 0,
        is_played: Callable[[], bool] = lambda: False,
    ) -> None:
        self.speed = SolvingSpeed()
        self.folder = folder
        self._men = men
        self._goal_men = goal_men
        self._on_look = on_look
        self._is_played = is_played
        self._file = WishFile(folder)
        self._wish = self._file.read()
        self._reached: GoalName | None = None
        self._problem: str | None = None
        self._work = Workload()
        self._process: SolverProcess | None = None
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._stepping = asyncio.Lock()
        self._changed = asyncio.Condition()
        self._reporting: asyncio.Task[None] | None = None  # or it could be collected
        self._state = self._look()

    # What others call.

    def start(self) -> None:
        """Start to solve the missing tables; from now on the speed may be measured."""
        self.speed.allow()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop; solved tables stay, and the next start continues from there."""
        if self._task is not None:
            await end_task(self._task)
        await asyncio.gather(self._end_process(), self.speed.stop())

    async def pursue(self, wish: Wish) -> SolvingState:
        """Work on a goal, or pause it; raise `OSError` if the folder is not writable."""
        await asyncio.to_thread(self._file.write, wish)
        return await self._obey()

    async def cancel(self) -> SolvingState:
        """Forget the goal; solved tables stay."""
        await asyncio.to_thread(self._file.forget)
        return await self._obey()

    async def follow(self) -> AsyncIterator[SolvingState]:
        """Yield the state, now and at each change, until nothing changes by itself any more."""
        seen: SolvingState | None = None
        while seen is None or seen["state"] == "running":
            async with self._changed:
                # A change that nobody waited for counts too: it may be the last change.
                await self._changed.wait_for(lambda: self._state != seen)  # noqa: B023
                seen = self._state
            yield seen

    @property
    def is_running(self) -> bool:
        """Whether there is something to solve, here or in another process."""
        return self._state["state"] == "running"

    def list_offers(self) -> list[Offer]:
        """Return what can be solved, with time, memory and disk space; slow."""
        folder, targets = self.folder, dict[Goal, list[TableKey]]()
        for goal in get_args(GoalName):
            targets[goal] = goal_tables(goal, self._goal_men)
        return list_offers(folder.path, targets, folder.has, self.speed.value, known_sizes())

    # The state.

    @property
    def _goal(self) -> GoalName | None:
        return self._wish.goal if self._wish else self._reached

    def _look(self) -> SolvingState:
        """Look into the folder, which may be slow, once for all followers."""
        self._on_look()
        wanted = all_moving_tables(men=self._men) if self._men else []
        if self._goal is not None:
            wanted = goal_tables(self._goal, self._goal_men)
        self._work.look(wanted, self.folder, self.speed.value)
        return self._describe()

    def _describe(self) -> SolvingState:
        work, state = self._work, self._name_state()
        is_running = state == "running"
        return {
            "state": state,
            "goal": self._goal,
            "done": work.tables - work.missing,
            "total": work.tables,
            "positions_done": work.positions_done(),
            "positions": work.positions,
            "seconds_left": work.seconds_left() if is_running or state == "paused" else None,
            "table": work.table if is_running else None,
            "detail": self._problem if state == "failed" else None,
        }

    def _name_state(self) -> Literal["idle", "running", "paused", "done", "failed"]:
        if not self._work.tables:
            return "idle"
        if not self._work.missing:
            return "done" if self._process is None else "running"  # it still tidies up
        if self._wish is not None:
            return self._wish.state
        return "failed" if self._problem else "running"

    async def _update(self, *, look: bool) -> None:
        state = await asyncio.to_thread(self._look) if look else self._describe()
        async with self._changed:
            self._state = state
            self._changed.notify_all()

    # Steps towards the goal.

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._obey()
            except Exception as error:
                _log.exception("solving in the background failed")
                await self._fail(f"solving failed with {type(error).__name__}; {SEE_LOG}")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_AGAIN)

    async def _obey(self) -> SolvingState:
        async with self._stepping:
            is_cancelled = await self._read_wish()
            await self._conclude()
            if self.is_running:
                await self._update(look=True)
            if self._process is None:
                await self._reach()
            options = self._choose_options()
            if self._process is not None and options != self._process.options:
                await self._end_process()
                await self._update(look=True)
            if is_cancelled:
                await asyncio.to_thread(self._drop_work)
            if self._process is not None:
                self._process.give_way(is_needed=self._is_played())
            elif options and self._task and not await asyncio.to_thread(self._is_solved_elsewhere):
                self._work.forget_run()
                self._process = SolverProcess(self.folder.path, options, self._note)
                self._process.ending.add_done_callback(lambda _: self._wake.set())
            return self._state

    async def _read_wish(self) -> bool:
        """Read the wish; return whether there was one that has been cancelled."""
        wish, old = await asyncio.to_thread(self._file.read), self._wish
        if wish == old:
            return False
        if wish is None or wish.state != "failed":
            self._problem = None
        self._wish, self._reached = wish, None
        if wish is None and old is not None and not self._work.missing:
            self._reached = old.goal  # by another process of this server
        await self._update(look=True)
        return wish is None and self._reached is None

    def _choose_options(self) -> list[str] | None:
        if not self.is_running:
            return None
        men = self._goal_men if self._goal else self._men
        if men:
            return ["--men", str(men)]
        return ["--moving" if self._goal == "endgames" else "--all"]

    async def _end_process(self) -> None:
        if self._process is not None:
            await end_task(self._process.ending)
            self._process = None
            self._work.lose_pair()

    async def _conclude(self) -> None:
        if self._process is None or not self._process.ending.done():
            return
        ending, self._process = self._process.ending, None
        message = ending.result()
        await asyncio.to_thread(self._look)
        await self._reach()
        await self._update(look=False)
        if self.is_running and not await asyncio.to_thread(self._is_solved_elsewhere):
            # The message may contain paths, which clients must not see.
            _log.error("solving in the background failed: %s", message)
            await self._fail(f"merels solve failed; {SEE_LOG}")

    async def _reach(self) -> None:
        if self._wish is None or self._work.missing:
            return
        self._reached, self._wish = self._wish.goal, None
        with suppress(OSError):
            await asyncio.to_thread(self._file.forget)
        await self._update(look=False)

    async def _fail(self, problem: str) -> None:
        self._problem = problem
        if self._wish is not None:
            self._wish = Wish(self._wish.goal, "failed")
            with suppress(OSError):
                await asyncio.to_thread(self._file.write, self._wish)
        await self._update(look=True)

    def _is_solved_elsewhere(self) -> bool:
        """Whether another run is solving in the folder: to start one is a second's work."""
        try:
            with self.folder.lock():
                return False
        except MerelsError as error:  # if the folder is unusable, the command will say so
            return isinstance(error, FolderInUseError)

    def _drop_work(self) -> None:
        """Delete tables that were kept only for tables that nobody wants any more."""
        with suppress(MerelsError, OSError), self.folder.lock():
            RunStore(self.folder, full=False).release(set())

    def _note(self, event: dict[str, Any]) -> None:
        if self._work.note(event):
            self._wake.set()  # look into the folder
        elif self._work.is_report_due():
            self._reporting = asyncio.create_task(self._update(look=False))
