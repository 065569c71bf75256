"""Load a server: probes per second, their latency while all places search, and memory.

    python benchmarks/serve.py --tables DIR

Starts ``merels serve`` with one worker and asks it over keep-alive connections for random positions
of the tables of up to eight men. Latencies include the client's own time. On a machine that does
other work too, the processor time per request says more than the requests per second. Both are
printed, with the share of a processor that a busy loop gets, and with how late a process wakes up
that only sleeps: no answer can come sooner than the machine lets the server run.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from served import (
    PAUSE,
    TICKS,
    Connection,
    Server,
    connected,
    count_busy,
    get,
    post,
    repeated,
    running,
    wait_until_loaded,
)

from merels import Position

SEED = 1
CONNECTIONS = 8
POSITIONS = 2000
ROUNDS = 3
SETTLING = 3.0
"""Seconds until the requested searches are running."""
SLEEPER = """
import sys, time
end = time.perf_counter() + float(sys.argv[1])
while time.perf_counter() < end:
    begin = time.perf_counter()
    time.sleep(0.01)
    print(time.perf_counter() - begin - 0.01)
"""
MEN = ((3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (3, 5))


def draw_fens(count: int) -> list[str]:
    """Return random positions of the tables."""
    chance = random.Random(SEED)
    fens = []
    for _ in range(count):
        own, enemy = chance.choice(MEN)
        bits = [1 << point for point in chance.sample(range(24), own + enemy)]
        fens.append(Position(sum(bits[:own]), sum(bits[own:])).fen())
    return fens


async def measure_rate(server: Server, probes: list[bytes], seconds: float) -> None:
    """Send requests as fast as the server answers."""
    count, begin, used = 0, time.perf_counter(), server.processor_seconds

    async def ask() -> None:
        nonlocal count
        async with connected(server) as connection:
            while True:  # once at least, however long connecting took
                await connection.ask(probes[count % len(probes)])
                count += 1
                if time.perf_counter() >= begin + seconds:
                    break

    await asyncio.gather(*(ask() for _ in range(CONNECTIONS)))
    spent = time.perf_counter() - begin
    each = max(server.processor_seconds - used, 1 / TICKS) / count  # the clock counts ticks
    print(f"rate: {count / spent:.0f} probes a second over {CONNECTIONS} connections")
    print(f"      {each * 1e3:.2f} ms of processor time each: {1 / each:.0f} a second and core")


async def measure_latency(
    server: Server, probes: list[bytes], a_second: float, seconds: float
) -> list[float]:
    """Return the latencies of probes sent at a steady rate, however long the answers take."""
    latencies: list[float] = []
    free: asyncio.Queue[Connection] = asyncio.Queue()

    async def ask(request: bytes, due: float) -> None:
        connection = await free.get()
        await connection.ask(request)
        latencies.append(time.perf_counter() - due)
        free.put_nowait(connection)

    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
        for _ in range(CONNECTIONS):
            free.put_nowait(await stack.enter_async_context(connected(server)))
        begin = time.perf_counter()
        for number in range(int(seconds * a_second)):
            due = begin + number / a_second
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tasks.create_task(ask(probes[number % len(probes)], time.perf_counter()))
    return latencies


class Latencies:
    """How long probes took, and how late a sleeping process woke up meanwhile."""

    def __init__(self) -> None:
        self._probes: list[float] = []
        self._wakes: list[float] = []

    async def add(
        self, server: Server, probes: list[bytes], a_second: float, seconds: float
    ) -> None:
        """Measure for some seconds."""
        sleeper = subprocess.Popen(
            [sys.executable, "-c", SLEEPER, str(seconds)], stdout=subprocess.PIPE, text=True
        )
        self._probes += await measure_latency(server, probes, a_second, seconds)
        self._wakes += map(float, sleeper.communicate()[0].split())

    def report(self, name: str) -> float:
        """Print percentiles; return the 99th of the probes."""
        print(f"latency, {name}: {_percentiles(self._probes)}")
        print(f"         a sleeper wakes up late by: {_percentiles(self._wakes)}")
        return _percentile(self._probes, 0.99)


def _percentile(numbers: list[float], share: float) -> float:
    return sorted(numbers)[int(share * (len(numbers) - 1))]


def _percentiles(seconds: list[float]) -> str:
    shares = (0.5, 0.9, 0.99, 1)
    return ", ".join(f"{share:.0%} {_percentile(seconds, share) * 1e3:.1f} ms" for share in shares)


@asynccontextmanager
async def all_places_busy(server: Server, places: int) -> AsyncIterator[None]:
    """Keep every place searching."""
    request = get("analysis?seconds=60&lines=3", close=True)

    async def think() -> None:
        while True:
            async with connected(server) as connection:
                await connection.follow(request)

    async with repeated(think, places):
        async with connected(server) as connection:
            while await count_busy(connection) < places:
                await asyncio.sleep(PAUSE)
        await asyncio.sleep(SETTLING)
        yield


async def measure_memory(server: Server, fens: list[str], requests: int) -> None:
    """Send many different requests and watch the memory."""
    kinds = [[get(f"{path}?fen={quote(fen)}") for fen in fens] for path in ("probe", "position")]
    kinds.append([get(f"board.svg?fen={quote(fen)}") for fen in fens[:50]])
    kinds.append([post("play", {"fen": fen, "moves": []}) for fen in fens])
    kinds.append([get("health"), get("levels"), get("puzzles")])
    count = 0

    async def ask(until: int) -> None:
        nonlocal count
        async with connected(server) as connection:
            while count < until:
                count += 1
                kind = kinds[count % len(kinds)]
                await connection.ask(kind[count % len(kind)])

    for share in (0.1, 0.25, 0.5, 0.75, 1.0):
        until = int(requests * share)
        await asyncio.gather(*(ask(until) for _ in range(CONNECTIONS)))
        print(f"memory after {count:,} requests: {server.megabytes:.1f} MB", flush=True)


def share_of_processor(seconds: float = 1.0) -> float:
    """Return how much of a processor a busy loop gets now."""
    begin, used = time.perf_counter(), time.process_time()
    while time.perf_counter() < begin + seconds:
        pass
    return (time.process_time() - used) / (time.perf_counter() - begin)


async def measure(server: Server, options: argparse.Namespace) -> None:
    """Measure everything that the arguments select."""
    fens = draw_fens(POSITIONS)
    probes = [get(f"probe?fen={quote(fen)}") for fen in fens]
    seconds, a_second = options.seconds, options.rate
    async with connected(server) as connection:
        for probe in probes:  # tables opened, blocks read, indexes built
            await connection.ask(probe)
    await wait_until_loaded(server)
    print(f"machine: a busy loop gets {share_of_processor():.0%} of a processor")
    await measure_rate(server, probes, seconds)
    idle, busy = Latencies(), Latencies()
    for _ in range(ROUNDS):  # alternately, because the machine's other work comes and goes
        await idle.add(server, probes, a_second, seconds / ROUNDS)
        async with all_places_busy(server, options.places):
            await busy.add(server, probes, a_second, seconds / ROUNDS)
    ratio = busy.report(f"all {options.places} places busy") / idle.report("no place busy")
    print(f"ratio of the 99th percentiles: {ratio:.2f}")
    print(f"machine: a busy loop gets {share_of_processor():.0%} of a processor")
    if options.requests:
        await measure_memory(server, fens, options.requests)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=Path, required=True, help="tables of up to eight men")
    parser.add_argument("--places", type=int, default=2, help="searches at one time (default: 2)")
    parser.add_argument("--seconds", type=float, default=10, help="for each figure (default: 10)")
    parser.add_argument("--rate", type=int, default=100, help="probes a second (default: 100)")
    parser.add_argument("--requests", type=int, default=100_000, help="for the memory; 0: none")
    options = parser.parse_args(arguments)
    with running("--tables", str(options.tables), "--places", str(options.places)) as server:
        asyncio.run(measure(server, options))


if __name__ == "__main__":
    main()
