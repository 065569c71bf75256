"""What errors contain besides their message."""

import pickle

import pytest

from merels.errors import NotationError, PositionError


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (NotationError("'d9' is not a point"), "'d9' is not a point"),
        (NotationError("'d9' is not a point", "write d6"), "'d9' is not a point; write d6"),
        (PositionError("white in hand", "too many men"), "white in hand: too many men"),
    ],
)
def test_errors_can_be_sent_to_another_process(error, message):
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), message, vars(error))


def test_a_notation_error_keeps_problem_and_advice_apart():
    error = NotationError("'d9' is not a point", "write d6")
    assert (error.problem, error.advice) == ("'d9' is not a point", "write d6")
    assert NotationError("it holds no game").advice is None
