"""A process that thinks: it reads jobs as lines of JSON and answers with lines of JSON.

A job is ``{"id", "job": "move" | "analysis", ...}`` and gets ``started`` when its time begins, any
number of ``info``, and last ``done`` or ``problem``. ``{"stop": id}`` ends a job early. What the
process logs goes to its server too, as ``log``. It ends when its input does, and so never outlives
its server.

The server thinks in processes, not threads: levels in plain Python would hold the interpreter, a
process can be ended whatever it does, and at a lower priority than the server's.
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
import time
from collections.abc import Callable
from typing import IO, Any

from merels.errors import MerelsError, PositionError
from merels.web.http.problem_kinds import KINDS, kind_of
from merels.web.jobs.thinking import Thinker

_log = logging.getLogger("merels.web.jobs.worker")

Job = dict[str, Any]
Say = Callable[[str, dict[str, Any]], None]


class Answers:
    """Writes events as lines; thread-safe, since anybody may log."""

    def __init__(self, sink: IO[str]) -> None:
        self._sink = sink
        self._lock = threading.Lock()

    def write(self, number: int, event: str, data: dict[str, Any]) -> None:
        """Write one event of a job."""
        line = json.dumps({"id": number, "event": event, "data": data}) + "\n"
        with self._lock:
            self._sink.write(line)
            self._sink.flush()


class ServerLog(logging.Handler):
    """Hands what is logged here to the server, which has the log."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(logging.WARNING)
        self._answers = answers

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record, its trace included."""
        self._answers.write(0, "log", {"level": record.levelno, "text": self.format(record)})


class Worker:
    """Reads jobs from one file and answers into another."""

    def __init__(self, source: IO[str], answers: Answers, thinker: Thinker) -> None:
        self._source = source
        self._answers = answers
        self._thinker = thinker
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._stops: dict[int, threading.Event] = {}

    def serve(self) -> None:
        """Work until the input ends; the process ends with it."""
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
        os._exit(0)  # also from the middle of a search: nobody waits for it any more

    def _work(self, job: Job) -> None:
        number, stop = job["id"], self._stops[job["id"]]

        def say(event: str, data: dict[str, Any]) -> None:
            self._answers.write(number, event, data)

        try:
            think = self._thinker.prepare(job)
            say("started", {})
            begin = time.perf_counter()
            result = think(lambda data: say("info", data), stop)
            say("done", {"seconds": round(time.perf_counter() - begin, 3), **result})
        except MerelsError as error:
            say("problem", describe_error(error))
        except Exception as error:
            _log.exception("a search failed")
            detail = f"the search failed with {type(error).__name__}; the server's log tells more"
            say("problem", {"kind": "internal", "detail": detail})


def describe_error(error: MerelsError) -> dict[str, Any]:
    """Return what an answer says about an error; where it is ours, the log says more.

    Such a message may name folders, which are nobody's business.
    """
    kind = kind_of(error)
    if KINDS[kind].status >= 500:
        _log.error("%s", error)
        return {"kind": kind, "detail": "the server's log tells more"}
    extra = {"field": error.field} if isinstance(error, PositionError) else {}
    return {"kind": kind, "detail": str(error), "extra": extra}


def main() -> None:
    """Serve the process that started this one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", help="folder of tables")
    parser.add_argument("--cache-bytes", type=int, help="memory for what is read from them")
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    # What anybody prints goes to the log and not between the answers.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    answers = Answers(sink)
    logging.getLogger("merels").addHandler(ServerLog(answers))
    Worker(sys.stdin, answers, Thinker(arguments.tables, arguments.cache_bytes)).serve()


if __name__ == "__main__":
    main()
