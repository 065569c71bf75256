"""Processes that solve and measure, and priorities: answering before thinking before solving."""

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

from merels._machine import count_processors
from merels._system import interrupt
from merels.solver.benchmark import Calibration

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
    """Let a child process use all of our processors but one, or all of them again.

    Does nothing with a single processor, and on systems that do not let us choose: there the lower
    priority has to do.
    """
    if not hasattr(os, "sched_setaffinity"):
        return
    allowed = os.sched_getaffinity(0)
    if spare and len(allowed) > 1:
        allowed.remove(max(allowed))
    with suppress(OSError):  # it may have ended already
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), allowed)


GRACE: Final = 10.0
"""Seconds after which a process that ignores its interruption is killed."""

Listener = Callable[[dict[str, Any]], None]


class SolverProcess:
    """One run of the command; `run` it once."""

    def __init__(self, folder: Path, targets: list[str], listener: Listener) -> None:
        self._options = [*targets, "--tables", str(folder), "--threads", str(count_processors())]
        self._listener = listener
        self._process: Process | None = None
        self._is_stopped = False
        self._spares = False

    async def run(self) -> str:
        """Run to the end, calling the listener with each event; return what it complained about."""
        if self._is_stopped:
            return ""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "merels", "solve", "--json", *self._options),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            process_group=0,  # Ctrl-C is for the server, which then stops the solving
        )
        lower_priority(self._process.pid, SOLVING)
        if self._is_stopped:
            self._interrupt()
        assert self._process.stderr is not None
        _, messages = await asyncio.gather(self._listen(), self._process.stderr.read())
        await self._process.wait()
        return messages.decode(errors="replace").strip()

    def give_way(self, *, is_needed: bool) -> None:
        """Use one processor less while somebody plays."""
        if self._process is not None and is_needed != self._spares:
            spare_processor(self._process.pid, spare=is_needed)
            self._spares = is_needed

    async def stop(self) -> None:
        """Interrupt the run; solved tables stay."""
        self._is_stopped = True
        if self._process is None or self._process.returncode is not None:
            return
        self._interrupt()
        try:
            async with asyncio.timeout(GRACE):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    def _interrupt(self) -> None:
        assert self._process is not None
        interrupt(self._process)

    async def _listen(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self._listener(json.loads(line))


CODE: Final = "from merels.solver.benchmark import calibrate; print(calibrate({threads}).ratio)"

_log = logging.getLogger("merels.web")


class SolvingSpeed:
    """The speed of this machine: at first the speed of the known run, later as measured."""

    def __init__(self) -> None:
        self.value = Calibration(1.0, count_processors())
        self.is_measured = False
        self._is_allowed = asyncio.Event()
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def allow(self) -> None:
        """Allow measuring: it may compile, and no other process may do so at the same time."""
        self._is_allowed.set()

    async def measure(self, patience: float) -> None:
        """Measure, unless that is done; wait for it at most ``patience`` seconds."""
        if self.is_measured:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        await asyncio.wait({self._task}, timeout=patience)

    async def stop(self) -> None:
        """Give up measuring, so that it is not in the way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _run(self) -> None:
        await self._is_allowed.wait()
        threads = self.value.threads
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", CODE.format(threads=threads)),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            process_group=0,  # Ctrl-C is for the server
        )
        lower_priority(self._process.pid, SOLVING)
        output, messages = await self._process.communicate()
        try:
            self.value = Calibration(float(output), threads)
            self.is_measured = True
        except ValueError:
            _log.error("measuring the speed of solving failed: %s", messages.decode().strip())
