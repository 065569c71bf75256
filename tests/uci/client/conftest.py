"""No test may leave an engine running."""

import pytest

from merels.uci.client.client import close_engines
from merels.uci.client.process import EngineProcess


@pytest.fixture(autouse=True)
def started(monkeypatch):
    """The engines that a test has started; none may be left running."""
    engines = []
    start = EngineProcess.__init__

    def record(self, text):
        engines.append(self)
        start(self, text)

    monkeypatch.setattr(EngineProcess, "__init__", record)
    yield engines
    close_engines()
    assert not any(engine.is_alive for engine in engines if hasattr(engine, "_process"))
