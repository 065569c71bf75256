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


def test_connections_are_limited_per_client_and_in_total():
    admission = Admission(BOUNDS)
    assert [is_refused(admission, HERE) for _ in range(3)] == [False, False, True]
    assert [is_refused(admission, THERE) for _ in range(2)] == [False, True]
    admission.leave(HERE)
    assert [is_refused(admission, THERE) for _ in range(2)] == [False, True]


def test_the_proxys_connections_count_towards_the_total_only():
    admission = Admission(BOUNDS, proxy="10.0.0.1")
    assert [is_refused(admission, HERE) for _ in range(4)] == [False, False, False, True]


def test_only_so_many_refused_connections_are_kept():
    admission = Admission(BOUNDS)
    admission.refused.take()
    with pytest.raises(ProblemError):
        admission.refused.take()
    admission.refused.give_back()
    admission.refused.take()
    assert not is_refused(admission, HERE), "they do not count as connections"
