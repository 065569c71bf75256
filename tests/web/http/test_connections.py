"""Connections are counted, in total and for each client."""

import pytest

from merels.web.http.connections import Admission, Bounds
from merels.web.http.problems import ProblemError

BOUNDS = Bounds(connections=3, from_client=2, refused=1)
HERE, THERE = ("10.0.0.1", 1000), ("10.0.0.2", 1000)


def is_refused(admission, peer):
    try:
        admission.enter(peer)
    except ProblemError:
        return True
    return False


def test_there_is_a_limit_per_client_and_a_total_limit():
    admission = Admission(BOUNDS)
    assert [is_refused(admission, HERE) for _ in range(3)] == [False, False, True]
    assert [is_refused(admission, THERE) for _ in range(2)] == [False, True]
    admission.leave(HERE)
    assert [is_refused(admission, THERE) for _ in range(2)] == [False, True]


def test_connections_of_the_proxy_count_only_towards_the_total():
    admission = Admission(BOUNDS, proxy="10.0.0.1")
    assert [is_refused(admission, HERE) for _ in range(4)] == [False, False, False, True]


def test_only_so_many_refusals_may_wait():
    admission = Admission(BOUNDS)
    admission.enter_refused()
    with pytest.raises(ProblemError):
        admission.enter_refused()
    admission.leave_refused()
    admission.enter_refused()
    assert not is_refused(admission, HERE), "they do not count as connections"
