"""A running ``merels serve``, and its processes."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import httpx


class Server:
    """A running ``merels serve``."""

    def __init__(self, *arguments, files=None):
        # A limit on open files, which the server cannot raise.
        limited = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
        # Its log goes into a file: a pipe that nobody reads would stop the server once it is full.
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = subprocess.Popen(
            [*limited, sys.executable, "-m", "merels", "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=environment,
        )
        line = self.process.stdout.readline()
        self.url = re.fullmatch(r"Merels is running at (http://127\.0\.0\.1:\d+) .*\n", line)[1]

    def get(self, path):
        return httpx.get(self.url + path, timeout=300)

    def stop(self, number=signal.SIGINT):
        """Stop the server; return its status, and its log line by line."""
        self.process.send_signal(number)
        self.process.communicate(timeout=300)
        self._log.seek(0)
        return self.process.returncode, [json.loads(line) for line in self._log]

    def close(self):
        """Kill the server if it is still running."""
        self.process.kill()
        self.process.communicate()
        self._log.close()


@contextmanager
def running(*arguments, files=None):
    server = Server(*arguments, files=files)
    try:
        yield server
    finally:
        server.close()


def children_of(pid):
    listing = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(line) for line in listing.stdout.split()]


def descendants_of(pid):
    found = children_of(pid)
    return found + [grandchild for child in found for grandchild in descendants_of(child)]


def is_alive(pid):
    """Whether a process is running; a zombie counts as ended."""
    listing = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return listing.stdout.strip()[:1] not in ("", "Z")


def holder_of(connection):
    """Return the process that holds the other end of a connection to this machine."""
    (_, client), (_, server) = connection.getsockname(), connection.getpeername()
    ends = f":{server:04X}", f":{client:04X}"
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, *others = line.split()
        if (local[-5:], remote[-5:]) == ends:
            link = f"socket:[{others[6]}]"
            break
    for file in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(file.readlink()) == link:
                return int(file.parts[2])
        except OSError:
            continue
    raise AssertionError(f"nobody holds {link}")
