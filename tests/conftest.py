"""Settings of the whole suite."""

import signal

from hypothesis import HealthCheck, settings

# Times say more about the machine than about the code.
settings.register_profile("merels", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("merels")

# Programs started in the background or by nohup ignore these, and so would those that tests stop.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

LONGEST = (
    "tests/test_bounds.py",
    "tests/solver/cluster/test_run.py",
    "tests/solver/test_family.py",
    "tests/cli/commands/test_solve_interrupted.py",
    "tests/solver/placing/test_solver.py",
)
"""Files of more than half a minute. They come first: at the end, a processor would have to wait."""


def pytest_collection_modifyitems(items):
    """Put the tests of the longest files first; others keep their order."""
    ranks = {file: rank for rank, file in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.nodeid.partition("::")[0], len(ranks)))
