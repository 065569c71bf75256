"""Records from games and games from records."""

import copy
import pickle

import pytest

import merels
from merels import Game, IllegalMoveError, Move, NotationError, Variant, pgn

# White flies: a7 and d7 need a third man for the mill, and Black has only three.
FLYING = "********/**O*****/O**@@@*O w m s 3 0 3 0 0 0 0 0 0 0 0 7 40"


def test_a_game_in_progress():
    game = Game()
    for text in ("d6", "f4", "d2"):
        game.push(Move.parse(text))
    game.pop()
    record = pgn.GameRecord.from_game(game, {"White": "Ada", "Annotator": "Bo"})
    assert record.headers == pgn.ROSTER | {
        "White": "Ada",
        "Variant": "Nine Men's Morris",
        "PlyCount": "2",
        "Annotator": "Bo",
    }
    assert record.moves == game.history
    assert record.to_game().fen() == game.fen()


def test_what_the_game_determines_is_not_taken_from_old_headers():
    old = {"Result": "1-0", "FEN": FLYING, "SetUp": "1", "Variant": "Custom", "PlyCount": "99"}
    record = pgn.GameRecord.from_game(Game(), old)
    assert record.headers == pgn.ROSTER | {"Variant": "Nine Men's Morris", "PlyCount": "0"}


def test_results():
    game = Game()
    game.push(Move.parse("d6"))
    assert pgn.GameRecord.from_game(game).result == "*"
    assert pgn.GameRecord.from_game(game, result="1/2-1/2").result == "1/2-1/2"
    with pytest.raises(NotationError, match="'2-0' is not a result"):
        pgn.GameRecord.from_game(game, result="2-0")
    game.resign()
    record = pgn.GameRecord.from_game(game)
    assert (record.headers["Result"], record.marker) == ("1-0", "1-0")


def test_a_game_decided_on_the_board():
    game = Game.from_fen(FLYING)
    game.push(Move.parse("f4-g7xd1"))
    record = pgn.GameRecord.from_game(game)
    assert record.result == "1-0"
    assert (record.headers["SetUp"], record.headers["FEN"]) == ("1", FLYING)
    again = pgn.parse_game(str(record))
    assert again == record
    assert again.to_game().outcome() == game.outcome()


def test_counters_of_the_start_are_kept():
    game = Game(plies_since_removal=0, move_number=5)
    record = pgn.GameRecord.from_game(game)
    assert record.to_game().fen() == game.fen()
    assert record.headers["FEN"] == game.fen()


@pytest.mark.parametrize(
    "variant", [Variant(), Variant(flying=False), Variant(men=12), Variant(flying=False, men=6)]
)
def test_variants_survive(variant):
    game = Game(variant=variant)
    game.push(Move.parse("d6"))
    again = pgn.parse_game(str(pgn.GameRecord.from_game(game))).to_game()
    assert again.variant == variant
    assert again.position == game.position
    assert "FEN" not in pgn.GameRecord.from_game(game).headers


def test_without_flying_three_men_may_not_fly():
    text = '[Variant "Nine Men\'s Morris%s"]\n[FEN "%s"]\n\n40. f4-a4 *'
    assert len(pgn.parse_game(text % ("", FLYING)).moves) == 1
    with pytest.raises(IllegalMoveError, match="not adjacent"):
        pgn.parse_game(text % (" (no flying)", FLYING))


def test_an_illegal_record_is_refused_by_the_game():
    record = pgn.GameRecord(mainline=[pgn.Node(Move.parse("d6")), pgn.Node(Move.parse("d6"))])
    with pytest.raises(IllegalMoveError):
        record.to_game()


def test_long_games_and_deep_variations_copy_compare_and_pickle():
    node = pgn.Node(Move.parse("d6"))
    for _ in range(pgn.MAX_DEPTH):
        node = pgn.Node(Move.parse("d6"), variations=[[node]])
    record = pgn.GameRecord(mainline=[node] + [pgn.Node(Move.parse("d2")) for _ in range(5000)])
    assert copy.deepcopy(record) == record
    assert pickle.loads(pickle.dumps(record)) == record
    assert repr(record).startswith("GameRecord(headers={}")


def test_the_door():
    assert merels.pgn is pgn
    assert all(hasattr(pgn, name) for name in pgn.__all__)
