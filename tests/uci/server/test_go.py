"""The limits of a `go`: what is read, what is ignored."""

import pytest

from merels import BLACK, WHITE
from merels.engine.search.limits import Clock, Limits
from merels.uci.server.go import DEFAULT_SECONDS, parse_go


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("", Limits(seconds=DEFAULT_SECONDS)),
        ("depth 5", Limits(depth=5)),
        ("nodes 1000 depth 5", Limits(depth=5, nodes=1000)),
        ("movetime 250", Limits(seconds=0.25)),
        ("movetime 0", Limits(seconds=0.0)),
        ("movetime -5", Limits(seconds=0.0)),
        ("infinite", Limits(infinite=True)),
        ("wtime 1000 btime 9000", Limits(clock=Clock(1.0))),
        ("wtime -20 btime 9000 winc 100", Limits(clock=Clock(0.0, 0.1))),
        ("wtime 60000 movestogo 10", Limits(clock=Clock(60.0, moves_to_go=10))),
        ("btime 9000", Limits(seconds=DEFAULT_SECONDS)),
    ],
)
def test_go(text, limits):
    command = parse_go(text, WHITE)
    assert (command.limits, command.problems) == (limits, [])


def test_each_side_has_its_clock():
    limits = parse_go("wtime 1000 btime 9000 winc 10 binc 20", BLACK).limits
    assert limits.clock == Clock(9.0, 0.02)


@pytest.mark.parametrize("text", ["depth", "depth x", "nodes 0", "movestogo 0", "mate 3", "wtime"])
def test_bad_words_are_ignored_and_reported(text):
    command = parse_go(f"{text}", WHITE)
    assert command.limits == Limits(seconds=DEFAULT_SECONDS)
    assert command.problems


@pytest.mark.parametrize("digits", [18, 19, 30, 5000])
def test_a_huge_number_is_as_good_as_no_limit(digits):
    command = parse_go(f"nodes {'9' * digits}", WHITE)
    assert command.problems == []
    assert command.limits == Limits(nodes=10**18 - 1)
