"""Openings: random, from lines and from game files."""

import pytest
from own_variant import CROSSES

from merels import VARIANTS, Game, Move, NotationError
from merels.matches import openings
from merels.matches.openings import parse_openings, random_opening, read_openings

MOVING = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
FINISHED = "***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1"


@pytest.mark.parametrize("text", ["random", "random:", "random:-1", "random:41", "random:4 "])
def test_bad_numbers_of_plies_are_quoted(text):
    with pytest.raises(NotationError) as caught:
        parse_openings(text)
    assert repr(text) in str(caught.value)


def test_plies_or_a_file():
    assert [parse_openings(f"random:{plies}") for plies in (0, 4, 40)] == [0, 4, 40]
    assert parse_openings("randomness.txt") is None
    assert parse_openings("book:4") is None


def test_random_openings_differ():
    assert len({random_opening(4, seed).fen() for seed in range(20)}) == 20


@pytest.mark.parametrize("variant", [*VARIANTS.values(), CROSSES], ids=lambda each: each.name)
def test_random_openings_of_every_variant(variant):
    # Few random games with three men each last: the first mill decides them.
    for plies in (0, 4, 40 if variant.men > 3 else 8):
        games = [random_opening(plies, seed, variant) for seed in range(3)]
        assert {game.ply for game in games} == {plies}
        assert {(game.variant, game.outcome()) for game in games} == {(variant, None)}


def test_openings_that_no_game_reaches(monkeypatch):
    monkeypatch.setattr(openings, "MOST_ATTEMPTS", 0)
    with pytest.raises(NotationError, match=r"of Three Men's Morris do not last 40 plies"):
        random_opening(40, 1, VARIANTS["three"])


def test_lines_of_another_variant(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("a5 c5\n********/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1 moves e5\n")
    first, second = read_openings(file, VARIANTS["six"])
    assert (first.ply, second.ply, str(second.last_move)) == (2, 1, "e5")
    file.write_text(f"{'*' * 25} w p p 0 5 0 5 0 0 0 0 0 0 0 0 1 moves e5\n")
    (opening,) = read_openings(file, CROSSES)
    assert opening.variant == CROSSES


def test_a_game_file_must_be_of_the_variant(tmp_path):
    file = tmp_path / "openings.pgn"
    file.write_text('[Variant "Six Men\'s Morris"]\n\n1. a5 c5 *\n')
    assert read_openings(file, VARIANTS["six"])[0].ply == 2
    with pytest.raises(NotationError, match=r"it is Six Men's Morris, but the match is Nine Men"):
        read_openings(file)


def test_lines(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text(f"# four ways\n\nd6 f4\nd6 f4 d5 b4 d7xf4\nd6 f4 d5 b4 d7 xf4\n{MOVING}\n")
    games = read_openings(file)
    assert [game.ply for game in games] == [2, 5, 5, 0]
    assert games[1].fen() == games[2].fen()
    assert games[3].fen() == MOVING


def test_a_line_with_a_position_and_moves(tmp_path):
    move = next(iter(Game.from_fen(MOVING).legal_moves))
    file = tmp_path / "openings.txt"
    file.write_text(f"{MOVING} moves {move}\n")
    (opening,) = read_openings(file)
    assert (opening.start_fen, opening.history) == (MOVING, (move,))


def test_game_files(tmp_path):
    file = tmp_path / "openings.pgn"
    file.write_text(f'1. d6 f4 *\n\n[FEN "{MOVING}"]\n\n*\n')
    first, second = read_openings(file)
    assert first.history == (Move.parse("d6"), Move.parse("f4"))
    assert second.fen() == MOVING


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "contains no openings"),
        ("# nothing\n", "contains no openings"),
        ("d6 d6\n", "line 1: 'd6' is illegal"),
        ("\nd6 q9\n", "line 2: 'q9'"),
        ("d6 f4 d5 b4 d7\n", "line 1: 'd6 f4 d5 b4 d7' ends in mid-turn"),
        (f"{FINISHED}\n", "line 1: the game is already over: too few men"),
        ("a/b\n", "line 1: 'a/b' is not a FEN"),
    ],
)
def test_bad_files_name_the_line(tmp_path, text, message):
    file = tmp_path / "openings.txt"
    file.write_text(text)
    with pytest.raises(NotationError) as caught:
        read_openings(file)
    assert str(file) in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("openings.txt", "is not UTF-8 text: byte 3 is 0xff"),
        ("openings.pgn", ": line 1: move 1, Black: "),
    ],
)
def test_a_file_that_is_not_text(tmp_path, name, message):
    file = tmp_path / name
    file.write_bytes(b"d6 \xff\xfe\x00\x80\n")
    with pytest.raises(NotationError) as caught:
        read_openings(file)
    assert str(file) in str(caught.value)
    assert message in str(caught.value)


def test_a_finished_game_file(tmp_path):
    file = tmp_path / "openings.pgn"
    file.write_text(f'[FEN "{FINISHED}"]\n\n*\n')
    with pytest.raises(NotationError, match="game 1: the game is already over"):
        read_openings(file)
