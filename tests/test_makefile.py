"""The two commands in the README, as `make` would run them on a fresh machine."""

from __future__ import annotations

import subprocess
from pathlib import Path

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


def test_testing_installs_them_on_top():
    steps = list_steps("test")
    assert steps.index("'.[web]'") < steps.index("'.[dev]'") < steps.index("pytest")
