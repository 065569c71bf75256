"""Messages from players: what is accepted as one."""

import pytest
from pydantic import ValidationError

from merels.web.online.models import CommandRequest, GameRequest


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"move","seq":"2","move":"d6"}',
        '{"type":"move","seq":-1,"move":"d6"}',
        '{"type":"move","seq":1e99,"move":"d6"}',
        '{"type":"say","seq":1,"phrase":"anything"}',
        '{"type":"accept","seq":1,"what":"everything"}',
        '{"type":"move","seq":1,"move":"' + "x" * 65 + '"}',
        '{"type":"create","seq":1}',
        '{"seq":1}',
    ],
)
def test_bad_messages(text):
    with pytest.raises(ValidationError):
        CommandRequest.model_validate_json(text)


def test_clocks_are_told_apart_by_kind():
    request = GameRequest.model_validate({"clock": {"kind": "time", "seconds": 10}})
    assert request.clock.increment == 0
    with pytest.raises(ValidationError):
        GameRequest.model_validate({"clock": {"kind": "none", "seconds": 10}})
