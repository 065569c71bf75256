"""Settings of the tests with clusters."""

import pytest
from cluster_processes import STARTING_SECONDS

from merels.solver.cluster import run


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """Wait for workers as long as a busy machine takes to start them."""
    monkeypatch.setattr(run, "WORKERS_SECONDS", STARTING_SECONDS)
