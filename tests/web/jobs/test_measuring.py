"""How fast this machine solves, measured in a process of its own."""

import asyncio

import pytest

from merels._machine import count_processors
from merels.web.jobs import measuring
from merels.web.jobs.measuring import SolvingSpeed


def run(work):
    return asyncio.run(asyncio.wait_for(work, 120))


def test_until_it_is_measured_the_known_speed_counts(monkeypatch):
    monkeypatch.setattr(measuring, "CODE", "print(2.5 * {threads})")

    async def measure():
        speed = SolvingSpeed()
        await speed.measure(0.1)  # not allowed yet: something else may be compiling
        assert (speed.is_measured, speed.value.ratio) == (False, 1.0)
        speed.allow()
        await asyncio.gather(speed.measure(60), speed.measure(60))
        assert speed.is_measured
        assert speed.value.ratio == 2.5 * count_processors()
        assert speed.value.threads == count_processors()
        monkeypatch.setattr(measuring, "CODE", "never again")
        await speed.measure(60)

    run(measure())


def test_it_ends_when_it_would_be_in_the_way(monkeypatch):
    monkeypatch.setattr(measuring, "CODE", "import time; time.sleep(600)")

    async def measure():
        speed = SolvingSpeed()
        speed.allow()
        await speed.measure(1.0)
        await speed.stop()
        assert speed._process.returncode is not None
        assert not speed.is_measured

    run(measure())


def test_a_failure_is_logged_and_the_known_speed_stays(monkeypatch, caplog):
    monkeypatch.setattr(measuring, "CODE", "raise SystemExit('no compiler')")

    async def measure():
        speed = SolvingSpeed()
        speed.allow()
        await speed.measure(60)
        assert (speed.is_measured, speed.value.ratio) == (False, 1.0)

    run(measure())
    assert "measuring the speed of solving failed: no compiler" in caplog.text


def test_this_machine_is_measured():
    async def measure():
        speed = SolvingSpeed()
        speed.allow()
        await speed.measure(100)
        assert speed.is_measured
        assert speed.value.ratio == pytest.approx(100, abs=99.99)

    run(measure())
