"""No kernel reads or writes outside an array: they run once with every index checked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from package_copy import PACKAGE, clean_environment
from solved import solved_folder

PROGRAMS = Path(__file__).parent / "programs"
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic"}
"""As on a processor without fast bit instructions. Compiling takes most of the time, and less of it
without optimisations."""


def run_program(name, code, *arguments, **settings):
    """Run a program that keeps compiled code in a folder without unchecked code."""
    own = {"PYTHONPATH": str(PACKAGE.parent), "NUMBA_CACHE_DIR": str(code)}
    return subprocess.run(
        [sys.executable, PROGRAMS / name, *arguments],
        env=clean_environment(**own, **settings),
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )


@pytest.fixture(scope="module")
def checked_code(tmp_path_factory):
    return tmp_path_factory.mktemp("checked")


def test_every_index_is_inside_its_array_on_a_short_tour(checked_code):
    tour = run_program("bounds_tour.py", checked_code, f"--short={solved_folder()}", **CHECKED)
    assert (tour.returncode, tour.stderr) == (0, "")


@pytest.mark.parametrize("cases", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_altered_headers_never_lead_a_kernel_astray(checked_code, cases):
    """Most kernels that read a table were compiled on the tour."""
    result = run_program("header_fuzz.py", checked_code, "1", str(cases), **CHECKED)
    assert result.returncode == 0, result.stderr[-3000:]
    counts = json.loads(result.stdout)
    assert all(counts.values()), counts


@pytest.mark.soak
def test_every_index_of_every_kernel_is_inside_its_array(tmp_path):
    # Kernels from a cache would hide those that are compiled into them.
    tour = run_program("bounds_tour.py", tmp_path, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="1")
    assert (tour.returncode, tour.stderr) == (0, "")


def test_a_tour_without_checks_does_not_count(tmp_path):
    tour = run_program("bounds_tour.py", tmp_path, NUMBA_BOUNDSCHECK="0")
    assert (tour.returncode, tour.stderr) == (
        1,
        "indices are not checked; set NUMBA_BOUNDSCHECK=1\n",
    )
