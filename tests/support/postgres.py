"""A PostgreSQL of the tests' own, started when first needed and stopped at the end."""

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

ADVICE = "PostgreSQL is missing; install it with: sh tools/install-postgresql.sh"
USER = "merels"


def find_program(name):
    """Return the path of one of PostgreSQL's programs; Debian does not put them on the path."""
    found = shutil.which(name)
    candidates = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    assert found or candidates, ADVICE
    return str(candidates[-1]) if candidates else found


def another_user():
    """Return the options that run a program as somebody else: PostgreSQL refuses root."""
    if os.getuid():
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class Cluster:
    """A PostgreSQL in a folder of its own, which can be started and stopped."""

    def __init__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="merels-pg-", dir="/tmp"))  # holds a socket
        self._options = another_user()
        if self._options:
            os.chown(self._folder, self._options["user"], self._options["group"])
        initdb = [find_program("initdb"), "-D", self._folder / "data", "-U", USER, "-A", "trust"]
        subprocess.run(
            [*initdb, "--no-sync", "-E", "UTF8"],
            check=True,
            capture_output=True,
            cwd=self._folder,
            **self._options,
        )
        self.url = f"postgresql:///postgres?host={self._folder}&user={USER}"
        self._process = None
        atexit.register(self.delete)

    def start(self):
        folder = self._folder
        settings = ("fsync=off", "listen_addresses=", f"unix_socket_directories={folder}")
        command = [find_program("postgres"), "-D", folder / "data"]
        for each in settings:
            command += ["-c", each]
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=folder, **self._options
            )
        end = time.monotonic() + 300
        while not any(folder.glob(".s.PGSQL.*[0-9]")):
            assert self._process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < end, "PostgreSQL does not start"
            time.sleep(0.05)

    def stop(self):
        """Cut all connections and end."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(300)
            self._process = None

    def delete(self):
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


@cache
def postgres_url():
    """Return the address of an empty database cluster on a socket in a new folder."""
    cluster = Cluster()
    cluster.start()
    return cluster.url


def new_database(name):
    """Return the address of a new, empty database."""
    import psycopg

    url = postgres_url()
    end = time.monotonic() + 300
    while True:
        try:
            connection = psycopg.connect(url, autocommit=True)
            break
        except psycopg.OperationalError:  # it is still starting up
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.1)
    with connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return url.replace("/postgres?", f"/{name}?")
