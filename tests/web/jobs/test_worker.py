"""What a thinking process says about its errors."""

from merels import CorruptTableError, IllegalMoveError, PositionError
from merels.web.jobs.worker import describe_error


def test_an_error_of_the_request_is_told():
    assert describe_error(IllegalMoveError("'d6' is illegal")) == {
        "kind": "illegal-move",
        "detail": "'d6' is illegal",
        "extra": {},
    }
    told = describe_error(PositionError("board", "is odd"))
    assert (told["detail"], told["extra"]) == ("board: is odd", {"field": "board"})


def test_an_error_of_ours_goes_to_the_log(caplog):
    told = describe_error(CorruptTableError("/home/ada/3-3.mtb: header: broken"))
    assert told == {"kind": "corrupt-table", "detail": "see the server's log"}
    assert [record.getMessage() for record in caplog.records] == [
        "/home/ada/3-3.mtb: header: broken"
    ]
