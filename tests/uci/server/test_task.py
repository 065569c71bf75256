"""Work on a thread beside the loop."""

from merels.uci.server.task import Task


def test_work_continues_until_it_is_stopped():
    done = []

    def work(stop):
        stop.wait()
        done.append("stopped")

    task = Task(work)
    assert task.is_running
    task.finish()
    assert not task.is_running
    assert done == ["stopped"]


def test_work_that_has_ended_can_be_finished():
    done = []
    task = Task(lambda stop: done.append(stop.is_set()))
    task.finish()
    task.finish()
    assert len(done) == 1
    assert not task.is_running
