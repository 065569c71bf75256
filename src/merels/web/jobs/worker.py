"""A process that thinks: it reads jobs as lines of JSON and answers with lines of JSON.

A job is ``{"id", "job": "move" | "analysis" | "report", ...}`` and gets ``started`` when its clock
starts, any number of ``info``, and finally ``done`` or ``problem``. ``{"stop": id}`` ends a job
early. Log records go to the server as ``log``. The process ends with its input, and so never
outlives its server.

The server thinks in processes, not threads: levels in plain Python would hold the interpreter, and
a process can be killed whatever it does, and run at a lower priority than the server.

Not the engine protocol, although `merels.uci` has both ends of it: that one has no exact draws, no
kinds of errors, no numbers by which to recognise late answers, and one strength for a whole game.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import queue
import signal
import sys
import threading
from collections.abc import Mapping
from typing import IO, Any

from merels.errors import MerelsError
from merels.web.http.problem_kinds import describe_error
from merels.web.jobs.thinking import Thinker

_log = logging.getLogger("merels.web.jobs.worker")

Job = dict[str, Any]


class Answers:
    """Writes events as lines. Thread-safe, since any thread may log."""

    def __init__(self, sink: IO[str]) -> None:
        self._sink = sink
        self._lock = threading.Lock()

    def write(self, number: int, event: str, data: Mapping[str, object]) -> None:
        """Write an event of a job."""
        line = json.dumps({"id": number, "event": event, "data": data}) + "\n"
        with self._lock:
            self._sink.write(line)
            self._sink.flush()


class ServerLog(logging.Handler):
    """Sends log records to the server, which keeps the log."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(logging.WARNING)
        self._answers = answers

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record with its trace."""
        self._answers.write(0, "log", {"level": record.levelno, "text": self.format(record)})


class Worker:
    """Reads jobs from one file and writes answers to another."""

    def __init__(self, source: IO[str], answers: Answers, thinker: Thinker) -> None:
        self._source = source
        self._answers = answers
        self._thinker = thinker
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._stops: dict[int, threading.Event] = {}

    def serve(self) -> None:
        """Work until the input ends, and the process with it."""
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            job = self._jobs.get()
            self._work(job)
            self._stops.pop(job["id"], None)

    def _read(self) -> None:
        for line in self._source:
            message = json.loads(line)
            if "stop" in message:
                stop = self._stops.get(message["stop"])
                if stop is not None:
                    stop.set()
            else:
                self._stops[message["id"]] = threading.Event()
                self._jobs.put(message)
        os._exit(0)  # even in the middle of a search: nobody is waiting for it any more

    def _work(self, job: Job) -> None:
        number, stop = job["id"], self._stops[job["id"]]

        def say(event: str, data: Mapping[str, object]) -> None:
            self._answers.write(number, event, data)

        try:
            think = self._thinker.prepare(job)
            say("started", {})
            say("done", think(lambda data: say("info", data), stop))
        except MerelsError as error:
            say("problem", describe_error(error))
        except Exception as error:
            _log.exception("a search failed")
            detail = f"the search failed with {type(error).__name__}; see the server's log"
            say("problem", {"kind": "internal", "detail": detail})


def main() -> None:
    """Work for the process that started this one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", help="folder of tables")
    parser.add_argument("--cache-bytes", type=int, help="memory for the blocks read from them")
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops us
    # Prints go to the log, not in between the answers.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    answers = Answers(sink)
    logging.getLogger("merels").addHandler(ServerLog(answers))
    Worker(sys.stdin, answers, Thinker(arguments.tables, arguments.cache_bytes)).serve()


if __name__ == "__main__":
    main()
