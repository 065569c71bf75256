"""What clients learn about errors."""

from merels import CorruptTableError, IllegalMoveError, PositionError
from merels.web.http.problem_kinds import describe_error


def test_an_error_in_the_request_is_reported():
    assert describe_error(IllegalMoveError("'d6' is illegal")) == {
        "kind": "illegal-move",
        "detail": "'d6' is illegal",
    }
    told = describe_error(PositionError("board", "is odd"))
    assert (told["detail"], told["field"]) == ("board: is odd", "board")


def test_an_error_of_ours_goes_to_the_log(caplog):
    told = describe_error(CorruptTableError("/home/ada/3-3.mtb: header: broken"))
    assert told == {"kind": "corrupt-table", "detail": "see the server's log"}
    assert [record.getMessage() for record in caplog.records] == [
        "/home/ada/3-3.mtb: header: broken"
    ]
