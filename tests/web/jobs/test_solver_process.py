"""The command in a process of its own: its events, its complaints, and how it is stopped."""

import asyncio

import pytest

from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.web.jobs import solver_process
from merels.web.jobs.solver_process import SolverProcess


def run(process):
    return asyncio.run(process.run())


def test_events_are_passed_on(tmp_path):
    events = []
    assert run(SolverProcess(tmp_path, ["--men", "6"], events.append)) == ""
    assert [event["event"] for event in events if event["event"] != "progress"] == [
        "plan",
        "start",
        "table",
        "finish",
    ]
    assert TableFolder(tmp_path).has(TableKey(3, 3))


def test_complaints_are_returned(tmp_path):
    events = []
    complaint = run(SolverProcess(tmp_path, ["--men", "5"], events.append))
    assert "--men 5: tables have 6 to 18 men in total" in complaint
    assert events == []


def test_a_run_that_was_stopped_before_it_began_does_nothing(tmp_path):
    async def stop_first():
        process = SolverProcess(tmp_path, ["--men", "6"], lambda _: None)
        await process.stop()
        return await process.run()

    assert asyncio.run(stop_first()) == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("grace", [10.0, 0.0], ids=["interrupted", "killed"])
def test_a_run_can_be_stopped(tmp_path, monkeypatch, grace):
    monkeypatch.setattr(solver_process, "GRACE", grace)
    events = []

    async def stop_when_planned():
        process = SolverProcess(tmp_path, ["--men", "12"], events.append)
        task = asyncio.create_task(process.run())
        while not events:
            await asyncio.sleep(0.01)
        await process.stop()
        await task

    asyncio.run(stop_when_planned())
    assert not TableFolder(tmp_path).has(TableKey(6, 6))


def test_giving_way_is_asked_of_the_system_once(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(
        solver_process, "spare_processor", lambda _pid, *, spare: asked.append(spare)
    )

    async def give_way():
        process = SolverProcess(tmp_path, ["--men", "6"], lambda _: None)
        process.give_way(is_needed=True)  # nothing runs yet
        task = asyncio.create_task(process.run())
        while not task.done():
            process.give_way(is_needed=True)
            await asyncio.sleep(0.01)
        process.give_way(is_needed=False)

    asyncio.run(give_way())
    assert asked == [True, False]
