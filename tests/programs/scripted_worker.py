"""A thinking process that does what its job says, for tests of the pool.

``do`` is a list of steps: ``info``, ``done``, ``problem`` and ``log`` are sent, ``sleep`` lasts
until the job is stopped, ``deaf`` ignores being stopped, ``die`` ends the process.
"""

import json
import os
import sys
import threading
import time

stops = {}
lock = threading.Lock()


def say(number, event, **data):
    with lock:
        print(json.dumps({"id": number, "event": event, "data": data}), flush=True)


def work(job):
    number = job["id"]
    say(number, "started")
    for step in job["do"]:
        match step:
            case "sleep":
                stops[number].wait()
            case "deaf":
                time.sleep(1000)
            case "die":
                os._exit(3)
            case "log":
                say(0, "log", level=30, text="something %s happened")
            case "problem":
                say(number, "problem", kind="illegal-move", detail="told to")
            case _:
                say(number, step, pid=os.getpid())


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if "stop" in message:
            stops[message["stop"]].set()
        else:
            stops[message["id"]] = threading.Event()
            threading.Thread(target=work, args=(message,), daemon=True).start()
    os._exit(0)


if __name__ == "__main__":
    main()
