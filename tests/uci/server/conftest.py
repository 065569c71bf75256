"""Fixtures of the protocol's tests."""

import pytest
from protocol_peer import Peer


@pytest.fixture
def peer():
    peer = Peer()
    yield peer
    peer.protocol.close()
