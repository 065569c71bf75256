"""The two commands in the README, as `make` would run them on a fresh machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from bounds_tour import STOPS

ROOT = Path(__file__).parents[1]


def list_steps(target: str) -> str:
    """Return what `make` would run for a target with nothing installed."""
    command = ["make", "--dry-run", "--always-make", "--directory", str(ROOT), target]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_running_installs_no_test_tools():
    steps = list_steps("run")
    assert "--editable '.[web]'" in steps
    assert "[dev]" not in steps
    assert "merels serve" in steps


def test_testing_installs_test_tools_first():
    steps = list_steps("test")
    assert steps.index("'.[dev]'") < steps.index("bin/pytest")


def test_testing_compiles_once_before_processes_test():
    before, _ = list_steps("test").split("bin/pytest -n 3")
    compiled = re.findall(r"bounds_tour.py --unchecked (.*)", before)
    assert sorted(" ".join(compiled).split()) == sorted(STOPS)


def test_testing_checks_everything():
    steps = list_steps("test")
    for step in (
        *("ruff check .", "ruff format --check .", "bin/mypy", "bin/pytest", "generate.py --check"),
        *(
            "run --silent lint",
            "run --silent types",
            "run --silent test\n",
            "--silent test:browser",
        ),
    ):
        assert step in steps


def test_a_release_is_soaked():
    steps = list_steps("dist")
    soak = (
        'bin/pytest -n 3 --dist loadfile --no-loadscope-reorder --hypothesis-profile=soak -m "soak'
    )
    assert steps.index(soak) < steps.index("vitest.speed.config") < steps.index("release.check")
