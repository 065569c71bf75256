"""Child processes, and their priorities: answering before thinking before solving."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from merels._system import count_processors, interrupt
from merels.solver.benchmark import Calibration
from merels.web.http.streams import end_task

THINKING: Final = 10
SOLVING: Final = 15
LOWEST: Final = 19


def lower_priority(pid: int, steps: int) -> None:
    """Give a child process a lower priority than this one."""
    if hasattr(os, "setpriority"):
        own = os.getpriority(os.PRIO_PROCESS, 0)
        with suppress(ProcessLookupError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, pid, min(LOWEST, own + steps))


def spare_processor(pid: int, *, spare: bool) -> None:
    """Let a child use all processors but one, or all again, on a machine with several."""
    if not hasattr(os, "sched_setaffinity"):
        return
    allowed = os.sched_getaffinity(0)
    if spare and len(allowed) > 1:
        allowed.remove(max(allowed))
    with suppress(OSError):  # it may have ended already
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), allowed)


async def start_child(*arguments: str, steps: int, **options: Any) -> Process:
    """Start Python with ``arguments``, a priority that is lower by ``steps``, and a pipe from it.

    A process group of its own keeps away Ctrl-C, which is meant for the server. Not a session:
    Linux divides processor time among sessions first, so a low priority would not give way to the
    server.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdout=PIPE, process_group=0, **options
    )
    lower_priority(process.pid, steps)
    return process


async def end_child(process: Process, grace: float) -> None:
    """Wait for a process that was told to end; kill it after ``grace`` seconds."""
    try:
        async with asyncio.timeout(grace):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


GRACE: Final = 10.0  # seconds after which a process that ignores its interruption is killed

Listener = Callable[[dict[str, Any]], None]


class SolverProcess:
    """A run of the command with ``options``; the listener is called with each event."""

    def __init__(self, folder: Path, options: list[str], listener: Listener) -> None:
        self.options = options
        self._folder = folder
        self._listener = listener
        self._pid: int | None = None
        self._spares = False
        self.ending = asyncio.create_task(self._run())
        """Ends with the command's complaints; cancelled, it interrupts the command."""

    async def _run(self) -> str:
        place = ("--tables", str(self._folder), "--threads", str(count_processors()))
        command = ("-m", "merels", "solve", "--json", *self.options, *place)
        process = await start_child(*command, steps=SOLVING, stdin=DEVNULL, stderr=PIPE)
        assert process.stderr is not None
        self._pid = process.pid
        try:
            _, messages = await asyncio.gather(self._listen(process), process.stderr.read())
            await process.wait()
        finally:
            if process.returncode is None:
                interrupt(process)
                await end_child(process, GRACE)
        return messages.decode(errors="replace").strip()

    def give_way(self, *, is_needed: bool) -> None:
        """Use one processor less while somebody plays."""
        if self._pid is not None and is_needed != self._spares:
            spare_processor(self._pid, spare=is_needed)
            self._spares = is_needed

    async def _listen(self, process: Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self._listener(json.loads(line))


CODE: Final = "from merels.solver.benchmark import calibrate; print(calibrate({threads}).ratio)"

_log = logging.getLogger("merels.web")


class SolvingSpeed:
    """The speed of this machine: at first the speed of the known run, later the measured speed."""

    def __init__(self) -> None:
        self.value = Calibration(1.0, count_processors())
        self.is_measured = False
        self._is_allowed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def allow(self) -> None:
        """Allow measuring: it may compile, and no other process may do so at the same time."""
        self._is_allowed.set()

    async def measure(self, patience: float) -> None:
        """Measure, unless that is done; wait for the result at most ``patience`` seconds."""
        if self.is_measured:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        await asyncio.wait({self._task}, timeout=patience)

    async def stop(self) -> None:
        """Give up measuring, so that it is not in the way."""
        if self._task is not None:
            await end_task(self._task)

    async def _run(self) -> None:
        await self._is_allowed.wait()
        threads = self.value.threads
        command = ("-c", CODE.format(threads=threads))
        process = await start_child(*command, steps=SOLVING, stdin=DEVNULL, stderr=PIPE)
        try:
            output, messages = await process.communicate()
        finally:
            await end_child(process, 0)
        try:
            self.value = Calibration(float(output), threads)
            self.is_measured = True
        except ValueError:
            _log.error("measuring the speed of solving failed: %s", messages.decode().strip())
