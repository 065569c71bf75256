"""Ctrl-C while other threads work."""

import os
import signal
import threading

import pytest

from merels.cli.interrupt import ctrl_c_ends_at_once, run_in_thread


def test_work_is_done_in_another_thread_and_waited_for():
    threads = []
    run_in_thread(lambda: threads.append(threading.current_thread()))
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_an_error_in_the_thread_is_raised_here(error):
    def fail():
        raise error

    with pytest.raises(type(error)) as caught:
        run_in_thread(fail)
    assert caught.value is error


def test_waiting_can_be_interrupted():
    release = threading.Event()

    def work():
        os.kill(os.getpid(), signal.SIGINT)
        release.wait()

    with pytest.raises(KeyboardInterrupt):
        run_in_thread(work)
    release.set()


def test_the_handler_is_restored():
    before = signal.getsignal(signal.SIGINT)
    with ctrl_c_ends_at_once():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is before
