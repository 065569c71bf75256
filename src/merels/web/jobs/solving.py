"""Solve small endgames in the background, as ``merels solve`` in a process of its own."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable
from typing import Final

from merels.errors import FolderInUseError, MerelsError
from merels.tables.folder import TableFolder
from merels.tables.plan import all_moving_tables
from merels.web.api.models import SolvingDocument
from merels.web.jobs.priorities import SOLVING, lower_priority

LOOK_AGAIN: Final = 2.0
"""Seconds until the folder is checked again while another run is solving in it."""

SEE_LOG: Final = "see the server's log"

_log = logging.getLogger("merels.web")


class BackgroundSolving:
    """Solves the missing tables of at most ``men`` men, and reports progress.

    Of several processes that serve one folder, one solves and the others watch the folder.
    """

    def __init__(
        self, folder: TableFolder, men: int, on_look: Callable[[], None] = lambda: None
    ) -> None:
        self._folder = folder
        self._men = men
        self._wanted = all_moving_tables(men=men) if men else []
        self._table: str | None = None
        self._problem: str | None = None
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._on_look = on_look
        self._state = self._look()

    def _look(self) -> SolvingDocument:
        """Look into the folder, which may be slow, once for all followers."""
        self._on_look()
        done = sum(self._folder.has(key) for key in self._wanted)
        state: SolvingDocument = {
            "state": "done" if self._wanted else "idle",
            "done": done,
            "total": len(self._wanted),
            "table": None,
            "detail": self._problem,
        }
        if self._problem is not None:
            return {**state, "state": "failed"}
        if done < state["total"]:
            return {**state, "state": "running", "table": self._table}
        return state

    def start(self) -> None:
        """Start, if any table is missing."""
        if self._is_running:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop; solved tables stay, and the next start continues from there."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
            await self._process.wait()

    async def follow(self) -> AsyncIterator[SolvingDocument]:
        """Yield the state, now and at each change, until nothing more will change."""
        seen: SolvingDocument | None = None
        while seen is None or seen["state"] == "running":
            async with self._changed:
                # A change that nobody waited for counts too: it may be the last one.
                await self._changed.wait_for(lambda: self._state != seen)  # noqa: B023
                seen = self._state
            yield seen

    @property
    def _is_running(self) -> bool:
        return self._state["state"] == "running"

    async def _run(self) -> None:
        try:
            while self._is_running:
                if await asyncio.to_thread(self._is_solved_elsewhere):
                    await asyncio.sleep(LOOK_AGAIN)
                else:
                    await self._solve()
                await self._update()
        except Exception as error:
            _log.exception("solving in the background failed")
            self._problem = f"solving failed with {type(error).__name__}; {SEE_LOG}"
            await self._update()

    async def _solve(self) -> None:
        """Run the command."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "merels", "solve", "--json", "--men", str(self._men)),
            *("--tables", str(self._folder.path)),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            process_group=0,  # Ctrl-C is for the server, which then stops the solving
        )
        lower_priority(self._process.pid, SOLVING)
        assert self._process.stderr is not None
        _, messages = await asyncio.gather(self._listen(), self._process.stderr.read())
        await self._process.wait()
        await self._update()
        if self._is_running and not await asyncio.to_thread(self._is_solved_elsewhere):
            # The message may contain paths, which clients must not see.
            self._problem = f"merels solve failed; {SEE_LOG}"
            message = messages.decode(errors="replace").strip()
            _log.error("solving in the background failed: %s", message)

    def _is_solved_elsewhere(self) -> bool:
        """Whether another run is solving in the folder.

        If the folder is unusable, the command will say so; starting it just to find out would take
        a second of processor time.
        """
        try:
            with self._folder.lock():
                return False
        except FolderInUseError:
            return True
        except MerelsError:
            return False

    async def _listen(self) -> None:
        """Read the events that the command prints."""
        assert self._process is not None
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            event = json.loads(line)
            if event["event"] in ("start", "table", "finish"):
                self._table = event["table"] if event["event"] == "table" else event["tables"][0]
                await self._update()

    async def _update(self) -> None:
        """Look into the folder again, and wake up all followers."""
        state = await asyncio.to_thread(self._look)
        async with self._changed:
            self._state = state
            self._changed.notify_all()
