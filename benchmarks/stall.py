"""What one greedy client costs another: latencies while 30 connections ask for costly answers.

    python benchmarks/stall.py --tables DIR

Starts ``merels serve`` on the loopback address with two places. The greedy client asks from
127.0.0.1 over 30 connections, each again as soon as it has its answer; another one, at 127.0.0.2,
asks ten times a second for the page, for the server's health, and for a move of the level easy.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from urllib.parse import quote

from served import PAUSE, Server, connected, get, post, repeated, running, wait_until_loaded

from merels import Game, Position

GREEDY, MODEST = "127.0.0.1", "127.0.0.2"
CONNECTIONS = 30
MOST_PLIES = 1000
SETTLING = 2.0
"""Seconds until all greedy connections wait for an answer."""
FAR_WIN = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
"""A position whose line of best play is long."""


def play_long(seed: int) -> list[str]:
    """Return a game as long as the draw rules allow: few captures, no third repetition."""
    chance = random.Random(seed)
    game, occurred = Game(), Counter[Position]()
    moves: list[str] = []
    while len(moves) < MOST_PLIES:
        wants_capture = game.plies_since_removal > 60
        for move in sorted(
            chance.sample(list(game.legal_moves), len(game.legal_moves)),
            key=lambda move: (move.captured is not None) is not wants_capture,
        ):
            after = game.position.successor(move)
            if occurred[after] < 2 and after.total(after.turn) > 2 and after.legal_moves:
                break
        else:
            break
        game.push(move)
        occurred[game.position] += 1
        if game.outcome() is not None:
            break
        moves.append(str(move))
    return moves


@asynccontextmanager
async def greedy(server: Server, request: bytes) -> AsyncIterator[Counter[str]]:
    """Run the greedy client and count its answers."""
    counts: Counter[str] = Counter()

    async def ask() -> None:
        while True:
            async with connected(server, GREEDY) as connection:
                with suppress(RuntimeError):  # a refusal
                    while True:
                        await connection.ask(request)
                        counts["answers"] += 1
                counts["refusals"] += 1
                await asyncio.sleep(PAUSE)

    async with repeated(ask, CONNECTIONS):
        await asyncio.sleep(SETTLING)
        yield counts


async def measure(server: Server, seconds: float) -> None:
    """Measure the modest client's latencies, alone and against each kind of greed."""
    await wait_until_loaded(server)
    game = play_long(1)
    requests = {
        f"POST /move, {len(game)} moves": post("move", {"moves": game, "level": "easy"}),
        f"POST /play, {len(game)} moves": post("play", {"moves": game}),
        "GET /line": get(f"line?fen={quote(FAR_WIN)}"),
        "GET /probe": get(f"probe?fen={quote(FAR_WIN)}"),
        "POST /move, expert": post("move", {"level": "expert", "seconds": 60}),
    }
    print(f"{'greedy client':<24} {'page':>18} {'health':>18} {'easy move':>18}  (median, worst)")
    print(f"{'nobody':<24} {await measure_modest(server, seconds)}")
    for name, request in requests.items():
        async with greedy(server, request) as counts:
            print(f"{name:<24} {await measure_modest(server, seconds)}  {dict(counts)}")


async def measure_modest(server: Server, seconds: float) -> str:
    """Return the latencies of the modest client."""
    page = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    requests = (page, get("health"), post("move", {"level": "easy", "moves": ["d6"]}))
    latencies: list[list[float]] = [[], [], []]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for request, times in zip(requests, latencies, strict=True):
            begin = time.perf_counter()
            async with connected(server, MODEST) as connection:
                with suppress(RuntimeError):  # a refusal
                    await connection.ask(request)
                    times.append(time.perf_counter() - begin)
        await asyncio.sleep(PAUSE)
    return " ".join(map(_describe, latencies))


def _describe(times: list[float]) -> str:
    if not times:
        return f"{'refused':>18}"
    return f"{median(times) * 1e3:8.1f} {max(times) * 1e3:6.0f} ms"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=Path, required=True, help="tables of up to eight men")
    parser.add_argument("--seconds", type=float, default=10, help="for each figure (default: 10)")
    options = parser.parse_args(arguments)
    with running("--tables", str(options.tables), "--places", "2") as server:
        asyncio.run(measure(server, options.seconds))


if __name__ == "__main__":
    main()
