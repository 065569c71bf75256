"""A program that talks to the engine, for tests of the protocol."""

import io

from scripted_search import ScriptedSearch, wait_for

from merels.uci.server.chooser import Parts
from merels.uci.server.loop import Output, Protocol


class Peer:
    """A program that talks to the engine and reads every line."""

    def __init__(self, search=None, open_tables=lambda path: None, create_engine=None, target=None):
        self.search = search or ScriptedSearch()
        self.made = []
        self.stream = target or io.StringIO()
        self.output = Output(self.stream)

        def create(hash_mb, threads, oracle):
            self.made.append((hash_mb, threads, oracle))
            return self.search

        parts = Parts(
            create_engine=create_engine or create,
            open_tables=open_tables,
            evaluate=lambda position: 12,
            seed=1,
        )
        self.protocol = Protocol(parts, self.output)
        self.read = 0

    def send(self, *lines):
        for line in lines:
            assert self.protocol.handle(line)

    def receive(self):
        """Return the lines since the last time."""
        lines = self.stream.getvalue().splitlines()
        new, self.read = lines[self.read :], len(lines)
        return new

    def go(self, *lines):
        """Send lines, the last of which is a ``go``, and return everything up to the answer."""
        self.receive()
        self.send(*lines)
        received = []
        wait_for(lambda: received.extend(self.receive()) or is_answered(received))
        return received

    def bestmove(self, *lines):
        return self.go(*lines)[-1]


def is_answered(lines):
    return any(line.startswith("bestmove") for line in lines)
