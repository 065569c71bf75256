"""What the console says about players and hints, with its source."""

import pytest
from scripted_search import make_info, make_line
from solved import solved_folder

from merels import Game, Move, Result, Value, open_tablebase, results
from merels.cli.boards import describe_estimate
from merels.cli.console.commentary import Commentary, Silence
from merels.reports.known_positions import ExactValues

WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
FIVE_EACH = "O*@*O*@*/*@*O*@*O/O***@*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"


@pytest.fixture
def commentary():
    with open_tablebase(solved_folder()) as tablebase:
        yield Commentary(ExactValues(tablebase))


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (WON, "f4-d3", "win in 13 plies (from the tables)"),
        (Game().fen(), "d6", "draw (from the book)"),
        (results()["longest_game"]["fen"], "f2", "loss in 206 plies (from the shipped results)"),
        (FIVE_EACH, "a1-a4", ""),
    ],
)
def test_a_hint_names_the_source_of_its_value(commentary, fen, move, words):
    assert commentary.describe_hint(Game.from_fen(fen), Move.parse(move)) == words


def test_a_hint_by_search_is_an_estimate_or_a_proof(commentary):
    game = Game.from_fen(FIVE_EACH)
    move = next(iter(game.legal_moves))
    commentary.hear(make_info(9, [make_line(move, 54)]))
    assert commentary.describe_hint(game, move) == describe_estimate(54, game.position)
    assert commentary.describe_hint(game, move) == "", "that search is over"
    commentary.hear(make_info(9, [make_line(move, value=Value(Result.WIN, 9))]))
    assert commentary.describe_hint(game, move) == "win in 9 plies (proved by search)"


def test_without_tables_a_hint_is_a_quick_estimate():
    move = Move.parse("d6")
    assert Commentary(None).describe_hint(Game(), move).endswith(" % (quick estimate)")
    winning = Game.from_fen(WON.replace(" w ", " b "))
    assert Commentary(None).describe_hint(winning, next(iter(winning.legal_moves)))


def test_a_perfect_player_says_whether_it_is_exact(commentary):
    won, open_ = Game.from_fen(WON).position, Game().position
    assert commentary.describe_player("perfect", won) == "perfect, exact here"
    assert commentary.describe_player("perfect", open_) == "perfect, searching: tables missing"
    assert commentary.describe_player("expert", open_) == "expert"
    assert Silence().describe_player("perfect", won) == "perfect"
    assert Silence().describe_hint(Game(), Move.parse("d6")) == ""
