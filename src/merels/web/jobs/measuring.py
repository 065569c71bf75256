"""How fast this machine solves, measured once in a process of its own."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Final

from merels._machine import count_processors
from merels.solver.benchmark import Calibration
from merels.web.jobs.priorities import SOLVING, lower_priority

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
