"""Documents of the API that need no server."""

from scripted_search import make_info, make_line
from solved import solved_folder

from merels import BLACK, DRAW, Game, Move, Result, Value, open_tablebase
from merels.values.known_positions import ExactValues
from merels.web.api.answers import analysis_document, position_document, value_document


def test_lines_of_an_analysis_name_their_source(tmp_path):
    start = Game().position
    moves = Move.parse("d6"), Move.parse("a7")
    info = make_info(5, [make_line(moves[0], value=DRAW), make_line(moves[1], -12)])
    with open_tablebase(tmp_path) as tablebase:
        document = analysis_document(info, start, ExactValues(tablebase))
    assert [(line["source"], line["result"]) for line in document["lines"]] == [
        ("book", "draw"),
        ("search", None),
    ]
    assert document["lines"][1]["score"] == -12, "in hundredths of a man"
    unaided = analysis_document(info, start, None)
    assert {line["source"] for line in unaided["lines"]} == {"search"}


def test_positions_and_values():
    assert value_document(None) is None
    document = position_document(Game())
    assert (document["turn"], document["action"], len(document["legal"])) == ("white", "place", 24)


def test_a_move_that_ends_the_game_is_as_known_as_the_position(tmp_path):
    fen = "O*@*****/O***@***/***@*O** w m s 3 0 3 0 0 0 0 0 0 0 0 0 30"
    position = Game.from_fen(fen).position
    winning = next(
        move for move in position.generate_moves() if position.successor(move).total(BLACK) < 3
    )
    info = make_info(1, [make_line(winning, value=Value(Result.WIN, 1))])
    for folder, source in ((tmp_path, "search"), (solved_folder(), "table")):
        with open_tablebase(folder) as tablebase:
            [line] = analysis_document(info, position, ExactValues(tablebase))["lines"]
        assert line["source"] == source
