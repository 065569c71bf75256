"""No kernel reads or writes outside an array: all of them run once with every index checked."""

import subprocess
import sys
from pathlib import Path

import pytest
from package_copy import PACKAGE, clean_environment

TOUR = Path(__file__).parent / "programs" / "bounds_tour.py"


def run_tour(tmp_path, *arguments, **settings):
    # Kernels from a cache would hide those that are compiled into them. Compiling takes most of the
    # time, and less of it with few optimisations.
    own = {"PYTHONPATH": str(PACKAGE.parent), "NUMBA_CACHE_DIR": str(tmp_path)}
    return subprocess.run(
        [sys.executable, TOUR, *arguments],
        env=clean_environment(**own, **settings),
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )


def test_every_index_is_inside_its_array_on_a_short_tour(tmp_path):
    """As on a processor without fast bit instructions: the tour also verifies what it solves."""
    settings = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic"}
    tour = run_tour(tmp_path, "--short", **settings)
    assert (tour.returncode, tour.stderr) == (0, "")


@pytest.mark.soak
def test_every_index_of_every_kernel_is_inside_its_array(tmp_path):
    tour = run_tour(tmp_path, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="1")
    assert (tour.returncode, tour.stderr) == (0, "")


def test_a_tour_without_checks_does_not_count(tmp_path):
    tour = run_tour(tmp_path, NUMBA_BOUNDSCHECK="0")
    assert (tour.returncode, tour.stderr) == (
        1,
        "indices are not checked; set NUMBA_BOUNDSCHECK=1\n",
    )
