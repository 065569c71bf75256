"""The command in a process of its own: start, stop, a port that is taken, the log."""

import argparse
import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from contextlib import contextmanager

import httpx
import pytest
from solved import solved_folder
from web.serving import port_of, wait_until

from merels.cli import main
from merels.cli.commands.serve import add_arguments, open_browser
from merels.errors import MerelsError
from merels.web.server import listen


class Server:
    """A running ``merels serve``."""

    def __init__(self, *arguments):
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "merels", "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        line = self.process.stdout.readline()
        self.url = re.fullmatch(r"Merels is at (http://127\.0\.0\.1:\d+) .*\n", line)[1]

    def get(self, path):
        return httpx.get(self.url + path, timeout=60)

    def stop(self, number=signal.SIGINT):
        """Stop the server; return its status, and its log line by line."""
        self.process.send_signal(number)
        _, messages = self.process.communicate(timeout=60)
        return self.process.returncode, [json.loads(line) for line in messages.splitlines()]


@contextmanager
def running(*arguments):
    server = Server(*arguments)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


def parse(*arguments):
    """Return what the command makes of its arguments."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(arguments)


def children_of(pid):
    listing = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(line) for line in listing.stdout.split()]


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_serves_logs_and_stops_in_good_order():
    with running("--no-solve", "--places", "1", "--tables", str(solved_folder())) as server:
        assert server.get("/api/v1/health").json()["tables"] == 3
        server.get("/api/v1/position?fen=x%22%0Ay")
        address = server.url + "/api/v1/analysis?seconds=60"
        with httpx.stream("GET", address, timeout=120) as stream:
            assert "event: info" in stream.iter_lines()
            [thinking] = children_of(server.process.pid)
            begin = time.monotonic()
            status, log = server.stop(signal.SIGINT)
        assert status == 0
        assert time.monotonic() - begin < 45
        wait_until(lambda: not is_alive(thinking))
    entry = next(entry for entry in log if entry.get("path") == "/api/v1/position")
    assert (entry["logger"], entry["message"]) == ("merels.access", "request")
    assert (entry["client"], entry["method"]) == ("127.0.0.1", "GET")
    assert entry["query"] == "fen=x%22%0Ay"
    assert entry["status"] == 422
    assert entry["bytes"] > 100
    assert entry["ms"] > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", entry["time"])


def test_several_workers_share_the_port_and_stop_together():
    with running("--no-solve", "--workers", "2", "--places", "1") as server:
        assert server.get("/api/v1/health").status_code == 200
        assert server.stop(signal.SIGTERM)[0] == 0


def test_it_is_silent_for_this_machine_alone():
    with running("--no-solve", "--places", "1", "--log-level", "warning") as server:
        assert server.get("/api/v1/health").status_code == 200
        port = int(server.url.rpartition(":")[2])
        with pytest.raises(ConnectionRefusedError):  # another address of the same machine
            socket.create_connection(("127.0.0.2", port), timeout=5)
        assert server.stop() == (0, [])


def test_a_taken_port_is_told_clearly(capsys):
    with listen("127.0.0.1", 0) as listener:
        port = port_of(listener)
        assert main(["serve", "--port", str(port)]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages == (
        f"merels: port {port} of 127.0.0.1 is taken, perhaps by another merels serve; "
        f"choose another one, such as --port {port + 1}\n"
    )


def test_an_address_that_is_not_ours_is_refused():
    with pytest.raises(MerelsError, match=r"cannot listen on port 0 of 192\.0\.2\.1"):
        listen("192.0.2.1", 0)
    with pytest.raises(MerelsError, match=r"'nonsense\.invalid' is no address to listen on"):
        listen("nonsense.invalid", 0)


def test_the_port_is_one_that_others_do_not_take():
    assert parse().port == 24016  # 24 points, 16 mills


@pytest.mark.parametrize("port", ["65536", "-1", "http"])
def test_a_port_that_is_none_is_bad_usage(capsys, port):
    with pytest.raises(SystemExit) as caught:
        main(["serve", "--port", port])
    assert caught.value.code == 2
    assert repr(port) in capsys.readouterr().err


def test_the_page_is_opened_on_request(monkeypatch):
    opened = queue.SimpleQueue()
    monkeypatch.setattr(webbrowser, "open", opened.put)
    open_browser("http://127.0.0.1:24016")
    assert opened.get(timeout=20) == "http://127.0.0.1:24016"
