"""How far threads come together: who searches which depth, and whose result counts."""

import pytest

from merels.engine.search.progress import SearchProgress


@pytest.fixture
def reports():
    return []


@pytest.fixture
def progress(reports):
    return SearchProgress(5, lambda depth, found: reports.append((depth, found)))


def test_one_thread_searches_every_depth_in_turn(progress, reports):
    depths = []
    while (task := progress.begin()) is not None:
        depths.append(task.depth)
        assert task.found == (("a", len(depths) - 1),) * (len(depths) > 1)
        progress.finish(task, (("a", task.depth),), complete=True)
    assert depths == [1, 2, 3, 4, 5]
    assert reports == [(depth, (("a", depth),)) for depth in depths]


def test_threads_divide_the_next_two_depths_among_themselves(progress):
    assert [progress.begin().depth for _ in range(4)] == [1, 2, 1, 2]


def test_what_lies_beyond_the_last_depth_counts_as_of_that_depth(progress, reports):
    for _ in range(4):
        progress.finish(progress.begin(), ("a",), complete=True)
    last, beyond = progress.begin(), progress.begin()
    assert (last.depth, beyond.depth) == (5, 6)
    progress.finish(beyond, ("b",), complete=True)
    progress.finish(last, ("c",), complete=True)
    assert reports[-1] == (5, ("b",))
    assert progress.begin() is None


def test_an_iteration_that_was_overtaken_does_not_count(progress, reports):
    slow, fast = progress.begin(), progress.begin()
    progress.finish(fast, ("fast",), complete=True)
    progress.finish(slow, ("slow",), complete=True)
    assert reports == [(2, ("fast",))]
    task = progress.begin()
    assert (task.depth, task.finished, task.found) == (3, 2, ("fast",))


def test_a_stopped_thread_counts_if_it_tried_the_best_move_first(progress, reports):
    slow, fast = progress.begin(), progress.begin()
    progress.finish(fast, ("fast",), complete=True)
    progress.finish(slow, ("slow",), complete=False)
    progress.finish(progress.begin(), ("better",), complete=False)
    assert reports == [(2, ("fast",)), (2, ("better",))]


def test_a_stopped_thread_that_found_nothing_does_not_count(progress, reports):
    progress.finish(progress.begin(), (), complete=False)
    assert reports == []
