"""The command in a process of its own: its events, its complaints, and how it is stopped."""

import asyncio

import pytest

from merels._system import count_processors
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.web.http.streams import end_task
from merels.web.jobs import processes
from merels.web.jobs.processes import SolverProcess, SolvingSpeed


def run(*arguments):
    async def wait():
        return await SolverProcess(*arguments).ending

    return asyncio.run(wait())


def test_events_are_passed_on(tmp_path):
    events = []
    assert run(tmp_path, ["--men", "6"], events.append) == ""
    assert [event["event"] for event in events if event["event"] != "progress"] == [
        "plan",
        "start",
        "table",
        "finish",
    ]
    assert TableFolder(tmp_path).has(TableKey(3, 3))


def test_complaints_are_returned(tmp_path):
    events = []
    complaint = run(tmp_path, ["--men", "5"], events.append)
    assert "--men 5: tables have 6 to 18 men in total" in complaint
    assert events == []


def test_a_run_that_was_stopped_before_it_began_does_nothing(tmp_path):
    async def stop_first():
        process = SolverProcess(tmp_path, ["--men", "6"], lambda _: None)
        await end_task(process.ending)

    asyncio.run(stop_first())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("grace", [10.0, 0.0], ids=["interrupted", "killed"])
def test_a_run_can_be_stopped(tmp_path, monkeypatch, grace):
    monkeypatch.setattr(processes, "GRACE", grace)
    events = []

    async def stop_when_planned():
        process = SolverProcess(tmp_path, ["--men", "12"], events.append)
        while not events:
            await asyncio.sleep(0.01)
        await asyncio.gather(end_task(process.ending), end_task(process.ending))

    asyncio.run(stop_when_planned())
    assert not TableFolder(tmp_path).has(TableKey(6, 6))


def test_giving_way_is_asked_of_the_system_once(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(processes, "spare_processor", lambda _pid, *, spare: asked.append(spare))

    async def give_way():
        process = SolverProcess(tmp_path, ["--men", "6"], lambda _: None)
        process.give_way(is_needed=True)  # nothing runs yet
        while not process.ending.done():
            process.give_way(is_needed=True)
            await asyncio.sleep(0.01)
        process.give_way(is_needed=False)

    asyncio.run(give_way())
    assert asked == [True, False]


# How fast this machine solves, measured in a process of its own.


def run_measuring(work):
    return asyncio.run(asyncio.wait_for(work, 600))


def test_until_it_is_measured_the_known_speed_counts(monkeypatch):
    monkeypatch.setattr(processes, "CODE", "print(2.5 * {threads})")

    async def measure():
        speed = SolvingSpeed()
        await speed.measure(0.1)  # not allowed yet: something else may be compiling
        assert (speed.is_measured, speed.value.ratio) == (False, 1.0)
        speed.allow()
        await asyncio.gather(speed.measure(60), speed.measure(60))
        assert speed.is_measured
        assert speed.value.ratio == 2.5 * count_processors()
        assert speed.value.threads == count_processors()
        monkeypatch.setattr(processes, "CODE", "never again")
        await speed.measure(60)

    run_measuring(measure())


def test_it_ends_when_it_would_be_in_the_way(monkeypatch):
    monkeypatch.setattr(processes, "CODE", "import time; time.sleep(600)")
    start, started = processes.start_child, []

    async def start_and_note(*arguments, **options):
        started.append(await start(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(processes, "start_child", start_and_note)

    async def measure():
        speed = SolvingSpeed()
        speed.allow()
        while not started:
            await speed.measure(0.1)
        await speed.stop()
        assert started[0].returncode is not None
        assert not speed.is_measured

    run_measuring(measure())


def test_a_failure_is_logged_and_the_known_speed_stays(monkeypatch, caplog):
    monkeypatch.setattr(processes, "CODE", "raise SystemExit('no compiler')")

    async def measure():
        speed = SolvingSpeed()
        speed.allow()
        await speed.measure(60)
        assert (speed.is_measured, speed.value.ratio) == (False, 1.0)

    run_measuring(measure())
    assert "measuring the speed of solving failed: no compiler" in caplog.text


def test_this_machine_is_measured():
    async def measure():
        speed = SolvingSpeed()
        speed.allow()
        await speed.measure(600)
        assert speed.is_measured
        assert speed.value.ratio == pytest.approx(100, abs=99.99)

    run_measuring(measure())
