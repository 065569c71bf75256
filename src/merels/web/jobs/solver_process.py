"""`merels solve` in a process of its own, which gives way to whoever plays."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from merels._machine import count_processors
from merels._system import interrupt
from merels.web.jobs.priorities import SOLVING, lower_priority, spare_processor

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
