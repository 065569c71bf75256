"""Hold connections from some addresses, and ask from another: who gets answers, and how fast.

    python benchmarks/hostile_clients.py
    python benchmarks/hostile_clients.py --addresses 11 --connections 1100 --files 1024

Starts ``merels serve`` on the loopback address and opens connections to it from 127.0.0.2 and on:
first some that never send a byte, then some that ask and never read. Meanwhile a client at
127.0.0.1 asks for the server's health, over a new connection each time. At the end it counts the
connections that the server still holds, and the bytes of its log. Linux only: other systems have
only one loopback address.
"""

from __future__ import annotations

import argparse
import os
import resource
import socket
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile

from served import PAUSE, running

FRIENDLY = "127.0.0.1"
SMALL_BUFFER = 4096
LISTENING = "0A"
PIPELINED = 50
KINDS = {
    "silent": b"",
    "never reading": b"GET /api/v1/puzzles HTTP/1.1\r\nHost: localhost\r\n\r\n" * PIPELINED,
}


def connect(port: int, source: str) -> socket.socket:
    """Open a connection from an address of this machine."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
    connection.settimeout(5)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    return connection


def hold(port: int, number: int, addresses: int, data: bytes, stack: ExitStack) -> None:
    """Open connections that send ``data`` and then do nothing."""
    for i in range(number):
        with suppress(OSError):  # refused, or full: the server may do either
            connection = stack.enter_context(connect(port, f"127.0.0.{2 + i % addresses}"))
            connection.setblocking(False)
            connection.send(data)


def ask(port: int) -> tuple[str, float]:
    """Return the status of a request, or the error, and its seconds."""
    begin = time.perf_counter()
    try:
        with connect(port, FRIENDLY) as connection:
            connection.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            status = connection.recv(1024).split()[1].decode()
    except (OSError, IndexError) as error:
        status = type(error).__name__
    return status, time.perf_counter() - begin


def count_held(port: int) -> int:
    """Return how many connections to hostile addresses the server holds."""
    friendly = socket.inet_aton(FRIENDLY)[::-1].hex().upper()
    count = 0
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        is_ours = int(fields[1].partition(":")[2], 16) == port and fields[3] != LISTENING
        # Those that only the system still holds have no inode.
        count += is_ours and not fields[2].startswith(friendly) and fields[9] != "0"
    return count


def measure(kind: str, options: argparse.Namespace) -> None:
    """Hold connections of one kind, send requests meanwhile, and print the figures."""
    number, seconds = options.connections, options.seconds
    with (
        TemporaryFile() as log,
        running("--places", "1", files=options.files, log=log) as server,
        ExitStack() as stack,
    ):
        port = server.port
        while ask(port)[0] != "200":
            time.sleep(PAUSE)
        end = time.perf_counter() + seconds
        hold(port, number, options.addresses, KINDS[kind], stack)
        answers = []
        while time.perf_counter() < end:
            answers.append(ask(port))
            time.sleep(PAUSE)
        held = count_held(port)
        logged = os.fstat(log.fileno()).st_size
    statuses = Counter(status for status, _ in answers)
    times = [spent for _, spent in answers]
    print(f"{number} {kind} connections, {seconds:g} seconds:")
    print(f"  answers from elsewhere: {dict(statuses)}")
    print(f"  median {median(times) * 1e3:.1f} ms, worst {max(times) * 1e3:.1f} ms")
    print(f"  connections held at the end: {held}; {logged} bytes of log", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--connections", type=int, default=1000, help="to hold (default: 1000)")
    parser.add_argument("--seconds", type=float, default=100, help="for each kind (default: 100)")
    parser.add_argument("--addresses", type=int, default=1, help="that hold them (default: 1)")
    parser.add_argument("--files", type=int, help="that the server may open (default: no limit)")
    parser.add_argument("--kind", choices=KINDS, action="append", help="default: all")
    options = parser.parse_args(arguments)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for kind in options.kind or KINDS:
        measure(kind, options)


if __name__ == "__main__":
    main()
