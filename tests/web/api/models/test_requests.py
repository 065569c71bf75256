"""Requests are checked quickly, however many mistakes they have."""

import pytest

from merels.web.api.models import MoveRequest
from merels.web.app import PREFIX


@pytest.mark.parametrize(
    "body",
    [
        {"level": "easy", "moves": [1] * 1000},
        {"level": "easy", "moves": ["x" * 65] * 900},
        {"level": "easy", "moves": [1] * 20_000},
        {"level": "easy"} | {str(number): 1 for number in range(5000)},
    ],
)
def test_only_one_of_many_mistakes_is_reported(client, body):
    document = client.post(f"{PREFIX}/move", json=body).json()
    assert document["type"] == "/api/docs#request"
    assert len(document["errors"]) == 1
    assert len(document["detail"]) < 400


def test_a_good_request_is_read_unchanged():
    body = {"level": "easy", "moves": ["d6"] * 1000, "seed": 1}
    assert MoveRequest.model_validate(body).model_dump(exclude_unset=True) == body
