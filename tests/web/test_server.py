"""The command in a separate process: start, stop, a port in use, the log."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import httpx
import oldest_uvicorn
import pexpect
import pytest
from packaging.version import Version
from server_process import children_of, descendants_of, is_alive, running
from serving import wait_until
from solved import solved_folder

from merels.errors import MerelsError
from merels.web.server import listen

ROOT = Path(__file__).parents[2]


def test_it_serves_logs_and_stops_cleanly():
    with running("--no-solve", "--places", "1", "--tables", str(solved_folder())) as server:
        assert server.get("/api/v1/health").json()["tables"] == 3
        server.get("/api/v1/position?fen=x%22%0Ay")
        server.get("/api/v1/analysis?seconds=0.05")  # loads the engine, however long this takes
        address = server.url + "/api/v1/analysis?seconds=60"
        with httpx.stream("GET", address, timeout=300) as stream:
            assert "event: info" in stream.iter_lines()
            [thinking] = children_of(server.process.pid)
            status, log = server.stop(signal.SIGINT)
        assert status == 0
        wait_until(lambda: not is_alive(thinking))
    entry = next(entry for entry in log if entry.get("path") == "/api/v1/position")
    assert (entry["logger"], entry["message"]) == ("merels.access", "request")
    assert (entry["client"], entry["method"]) == ("127.0.0.1", "GET")
    assert entry["query"] == "fen=x%22%0Ay"
    assert entry["status"] == 422
    assert entry["bytes"] > 100
    assert entry["ms"] > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", entry["time"])


def test_several_workers_share_the_port_of_this_machine_alone_and_stop_silently():
    arguments = ("--no-solve", "--workers", "2", "--places", "1", "--database", "none")
    with running(*arguments, "--log-level", "warning") as server:
        assert server.get("/api/v1/health").status_code == 200
        port = int(server.url.rpartition(":")[2])
        with pytest.raises(ConnectionRefusedError):  # another address of the same machine
            socket.create_connection(("127.0.0.2", port), timeout=5)
        assert server.stop(signal.SIGTERM) == (0, [])


def test_no_process_outlives_a_killed_parent():
    """Neither serving processes, which would hold the port, nor thinking ones."""
    with running("--no-solve", "--workers", "2", "--places", "1", "--database", "none") as server:
        assert server.get("/api/v1/health").status_code == 200
        # Two that serve, one that thinks, and one that tracks shared resources.
        wait_until(lambda: len(descendants_of(server.process.pid)) >= 4)
        processes = descendants_of(server.process.pid)
        server.process.kill()
        server.process.wait()
        wait_until(lambda: not any(map(is_alive, processes)))
        listen("127.0.0.1", int(server.url.rpartition(":")[2])).close()


def test_on_a_terminal_it_prints_its_address_and_short_lines():
    command = [sys.executable, "-m", "merels", "serve", "--port", "0", "--no-solve"]
    with pexpect.spawn(shlex.join([*command, "--places", "1"]), encoding="utf-8") as terminal:
        terminal.timeout = 300
        terminal.expect(r"^Merels is running at (http://127\.0\.0\.1:\d+) \(Ctrl-C to stop\)\r\n")
        url = terminal.match[1]
        httpx.get(url + "/api/v1/%1b[2J?a=%1b", timeout=300)
        terminal.expect(
            r"^\d\d:\d\d:\d\d 127\.0\.0\.1 GET /api/v1/\\x1b\[2J\?a=%1b 404 in \d+ ms\r\n"
        )
        terminal.sendintr()
        terminal.expect(pexpect.EOF)
        assert terminal.before.replace("^C", "") == ""
        terminal.close()
        assert terminal.exitstatus == 0


def test_an_address_that_is_not_ours_is_refused():
    with pytest.raises(MerelsError, match=r"cannot listen on port 0 of 192\.0\.2\.1"):
        listen("192.0.2.1", 0)
    with pytest.raises(MerelsError, match=r"cannot listen on 'nonsense\.invalid'"):
        listen("nonsense.invalid", 0)


def hold_idle(server, address, number, stack):
    """Open connections from an address of this machine that never send a byte."""
    port = int(server.url.rpartition(":")[2])
    for _ in range(number):
        connection = socket.create_connection(
            ("127.0.0.1", port), timeout=300, source_address=(address, 0)
        )
        stack.enter_context(connection)


def test_others_are_served_while_addresses_use_up_the_open_files():
    arguments = ("--no-solve", "--places", "1", "--database", "none")
    with running(*arguments, files=512) as server:
        assert server.get("/api/v1/health").status_code == 200
        for addresses in (1, 11):
            with ExitStack() as stack:
                for number in range(addresses):
                    hold_idle(server, f"127.0.0.{2 + number}", 660 // addresses, stack)
                for _ in range(20):  # each over a connection of its own
                    assert server.get("/api/v1/health").status_code == 200
        status, log = server.stop()
    assert status == 0
    [limits] = [entry for entry in log if "files" in entry]
    assert (limits["files"], limits["connections"], limits["from one address"]) == (512, 192, 12)
    assert not [entry for entry in log if entry["level"] not in ("debug", "info")]


def test_the_limits_hold_with_the_oldest_uvicorn_too():
    """`merels.web.http.protocol` builds on what Uvicorn does not document, and so may change."""
    environment = os.environ | {"PYTHONPATH": str(oldest_uvicorn.install())}

    def run(*arguments):
        command = [sys.executable, *arguments]
        options = {"env": environment, "cwd": ROOT, "capture_output": True, "text": True}
        # A client that is never dropped would keep its server from ending.
        return subprocess.run(command, check=False, timeout=600, **options)

    version = run("-c", "import uvicorn; print(uvicorn.__version__)").stdout
    assert Version(version) == Version(oldest_uvicorn.oldest_version())
    checks = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/web/http/test_protocol.py")
    assert checks.returncode == 0, checks.stdout + checks.stderr
