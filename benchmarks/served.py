"""A server in a process of its own and connections to it, for the benchmarks that load one."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

TICKS = os.sysconf("SC_CLK_TCK")
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
PAUSE = 0.1
IDLE_CHECKS = 20
"""The engines are loaded once the server has been idle this many times in a row."""


class Server:
    """A server in a process of its own, and the resources it uses."""

    def __init__(
        self, *options: str, files: int | None = None, log: IO[bytes] | None = None
    ) -> None:
        # A limit on open files, which the server cannot raise.
        limited = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
        command = ("serve", "--port", "0", "--rate", "0", "--no-solve", "--log-level", "warning")
        self._process = subprocess.Popen(
            [*limited, sys.executable, "-m", "merels", *command, *options],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found is not None, "the server did not print its address"
        address = urlsplit(found[0])
        assert address.hostname is not None
        assert address.port is not None
        self.host, self.port = address.hostname, address.port

    def stop(self) -> None:
        """Stop it and wait until it has exited."""
        self._process.terminate()
        self._process.communicate()

    @property
    def processor_seconds(self) -> float:
        """Processor time of the serving process, without the processes that search."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def megabytes(self) -> float:
        """Memory of the serving process."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * PAGE_SIZE / (1 << 20)


@contextmanager
def running(
    *options: str, files: int | None = None, log: IO[bytes] | None = None
) -> Iterator[Server]:
    """Start a server with options of ``merels serve``, and stop it at the end.

    ``files`` limits its open files; its log goes to ``log``.
    """
    server = Server(*options, files=files, log=log)
    try:
        yield server
    finally:
        server.stop()


class Connection:
    """A keep-alive connection that sends one request after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def ask(self, request: bytes) -> bytes:
        """Return the body of the answer; raises `RuntimeError` unless its status is 200."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        status, *lines = head.lower().split(b"\r\n")
        if b" 200 " not in status:
            raise RuntimeError(head.decode())
        length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
        return await self._reader.readexactly(length)

    async def follow(self, request: bytes) -> None:
        """Read a stream until it ends."""
        self._writer.write(request)
        while await self._reader.read(1 << 16):
            pass


@asynccontextmanager
async def repeated(
    work: Callable[[], Coroutine[Any, Any, None]], times: int
) -> AsyncIterator[None]:
    """Do ``work``, which never ends by itself, that many times at once until the block ends."""
    tasks = [asyncio.create_task(work()) for _ in range(times)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@asynccontextmanager
async def connected(server: Server, source: str = "127.0.0.1") -> AsyncIterator[Connection]:
    """Open a connection from an address of this machine."""
    reader, writer = await asyncio.open_connection(server.host, server.port, local_addr=(source, 0))
    try:
        yield Connection(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


def get(path: str, *, close: bool = False) -> bytes:
    """Return a request."""
    ending = "Connection: close\r\n\r\n" if close else "\r\n"
    return f"GET /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\n{ending}".encode()


def post(path: str, document: dict[str, object]) -> bytes:
    """Return a request with a body."""
    body = json.dumps(document)
    return (
        f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


async def count_busy(connection: Connection) -> int:
    """Return how many places are searching."""
    health = json.loads(await connection.ask(get("health")))
    return int(health["engine"]["busy"])


async def wait_until_loaded(server: Server) -> None:
    """Wait until the engines are loaded."""
    idle_for = 0
    async with connected(server) as connection:
        while idle_for < IDLE_CHECKS:
            await asyncio.sleep(PAUSE)
            idle_for = 0 if await count_busy(connection) else idle_for + 1
