"""Settings of the whole suite."""

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings
from made_once import folder_of_the_run

folder_of_the_run()  # before workers start: they share it

# Threads of OpenBLAS wait for small products in busy loops: training a model took 25 seconds of
# processors, with one thread it takes 9. Before NumPy is imported; processes of tests inherit it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Times say more about the machine than about the code.
common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("merels", common, max_examples=25)
settings.register_profile("soak", common, max_examples=1000)
settings.load_profile("merels")  # `make soak` loads the other one

# Modules and tests stay until the end: looking for garbage among them takes six seconds of each
# process that collects tests, and half a second now and then of those that run them.
gc.disable()


def pytest_collection_finish():
    """Look for garbage among what comes later."""
    gc.freeze()
    gc.enable()


# Programs started in the background or by nohup ignore these, and so would those that tests stop.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

LONGEST = (
    "tests/test_bounds.py",
    "tests/solver/cluster/test_run.py",
    "tests/web/test_server.py",
    "tests/values/test_faults.py",
    "tests/web/online/test_service.py",
    "tests/web/online/test_faults.py",
    "tests/cli/commands/test_solve_interrupted.py",
    "tests/solver/cluster/test_parts.py",
    "tests/test_fresh_kernels.py",
    "tests/solver/verify/test_values.py",
    "tests/tools/test_fit_evaluation.py",
)
"""Files of more than ten seconds. They come first: at the end, a processor would wait. The kernel
that the last one compiles is then there for `test_fit_expected_score`."""


def pytest_collection_modifyitems(config, items):
    """Put the tests of the longest files first; others keep their order."""
    for file in LONGEST:
        if not (config.rootpath / file).is_file():
            raise pytest.UsageError(
                f"LONGEST in tests/conftest.py names {file}, which is not there"
            )
    ranks = {file: rank for rank, file in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.nodeid.partition("::")[0], len(ranks)))
