"""A process that thinks: it reads jobs as lines of JSON and answers with lines of JSON.

A job is ``{"id", "job": "move" | "analysis", ...}`` and gets ``started`` when its time begins, any
number of ``info``, and last ``done`` or ``problem``. ``{"stop": id}`` ends a job early. The process
ends when its input does, and so never outlives its server.

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

from merels.errors import MerelsError
from merels.web.kinds import kind_of
from merels.web.thinking import Thinker

_log = logging.getLogger("merels.web.worker")

Job = dict[str, Any]
Say = Callable[[str, dict[str, Any]], None]


class Worker:
    """Reads jobs from one file and answers into another."""

    def __init__(self, source: IO[str], sink: IO[str], thinker: Thinker) -> None:
        self._source = source
        self._sink = sink
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
            self._sink.write(json.dumps({"id": number, "event": event, "data": data}) + "\n")
            self._sink.flush()

        try:
            think = self._thinker.prepare(job)
            say("started", {})
            begin = time.perf_counter()
            result = think(lambda data: say("info", data), stop)
            say("done", {"seconds": round(time.perf_counter() - begin, 3), **result})
        except MerelsError as error:
            say("problem", {"kind": kind_of(error), "detail": str(error)})
        except Exception as error:
            _log.exception("a search failed")
            detail = f"the search failed with {type(error).__name__}; the server's log tells more"
            say("problem", {"kind": "internal", "detail": detail})


def main() -> None:
    """Serve the process that started this one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", help="folder of tables")
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    # What anybody prints goes to the log and not between the answers.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Worker(sys.stdin, sink, Thinker(arguments.tables)).serve()


if __name__ == "__main__":
    main()
