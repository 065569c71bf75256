"""How much processes have worked: on a crowded machine, time says little about that."""

import time
from contextlib import suppress

import psutil


def busy_seconds(process):
    """Return the processor time of a process and of its children that are alive."""
    seconds = 0.0
    with suppress(psutil.NoSuchProcess):
        for each in (process, *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                seconds += sum(each.cpu_times()[:2])
    return seconds


def let_work(pid, seconds, timeout=300):
    """Wait until a process has worked for some more seconds, itself or by its children."""
    process = psutil.Process(pid)
    begin, end = busy_seconds(process), time.monotonic() + timeout
    while busy_seconds(process) < begin + seconds:
        assert time.monotonic() < end, "it does not work"
        time.sleep(0.01)
