from __future__ import annotations

import pytest

from merels import BLACK, VARIANTS, WHITE, DrawRules, Game, Move, Outcome, Position, Reason
from merels.cli.console.descriptions import describe_move, describe_outcome, list_moves

# White: A1 D1 A7 D6 D5 G4; Black: B2 F2 D3 E4 F4 F6 G7.
MIDDLE_GAME = "@*@*O***/*@@@O**@/O*O@*O*O w m s 6 0 7 0 0 0 0 0 0 0 0 0 1"


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (MIDDLE_GAME, "G4G1xB2", "White moves G4 to G1, closes a mill and captures B2."),
        (MIDDLE_GAME, "A1A4", "White moves A1 to A4."),
    ],
)
def test_moves_in_words(fen: str, move: str, words: str):
    assert describe_move(Game.from_fen(fen).position, Move.parse_console(move)) == words


def test_a_placing_in_words():
    game = Game()
    for text in ("A1", "B2", "A4", "B4"):
        game.push(Move.parse_console(text))
    words = describe_move(game.position, Move.parse_console("A7xB2"))
    assert words == "White places a man on A7, closes a mill and captures B2."


def test_a_flying_move_in_words():
    position = Position(white=0b10000011, black=0b1111 << 16)
    assert describe_move(position, Move.parse_console("D1G7")) == "White flies D1 to G7."


def test_two_mills_at_once_in_words():
    # A1 closes A1 D1 G1 and A1 A4 A7.
    position = Position(0b11000110, 0b1111 << 16, 1, 1)
    words = describe_move(position, Move.parse_console("A1xE3"))
    assert words == "White places a man on A1, closes two mills and captures E3."


def test_a_capture_alone_in_words():
    position = Position(0b111, 0b1111 << 16, removing=True)
    assert describe_move(position, Move(None, None, 19)) == "White captures E4."


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(WHITE, Reason.TOO_FEW_MEN), "White wins, 1-0: Black has fewer than three men."),
        (Outcome(BLACK, Reason.BLOCKED), "Black wins, 0-1: White cannot move."),
        (Outcome(BLACK, Reason.RESIGNATION), "Black wins, 0-1: White resigns."),
        (
            Outcome(None, Reason.REPETITION),
            "Draw, 1/2-1/2: the same position for the third time.",
        ),
        (Outcome(None, Reason.PLY_LIMIT), "Draw, 1/2-1/2: 100 plies without a capture."),
    ],
)
def test_every_ending_in_words(outcome: Outcome, words: str):
    assert describe_outcome(outcome, DrawRules()) == words


def test_placings_are_listed_on_one_line():
    (line,) = list_moves(Position.start())
    assert line.startswith("Place on A1 A4 A7 B2 ")
    assert len(line.split()) == 2 + 24


def test_moves_are_listed_by_man_and_mills_are_marked():
    assert list_moves(Game.from_fen(MIDDLE_GAME).position) == [
        "A1 to A4",
        "A7 to A4 D7+",
        "D1 to D2 G1",
        "D5 to C5 E5",
        "D6 to B6 D7",
        "G4 to G1+",
        "+ closes a mill and captures one of B2 D3 E4 G7",
    ]


def test_in_mid_turn_the_men_that_can_be_captured_are_listed():
    position = Position(0b111, 0b1111 << 16, removing=True)
    assert list_moves(position) == ["Capture E4"]


def test_the_words_of_other_boards():
    twelve = VARIANTS["twelve"]
    mills = ("d7", "g7", "a4", "a1", "b6", "c5")
    men = sum(1 << twelve.board.point(name) for name in mills)
    position = Position(men, 1 << twelve.board.point("e3"), 1, 1, variant=twelve)
    words = describe_move(position, Move.parse_console("A1xE5", twelve.board))
    assert words == "White places a man on A1, closes three mills and captures E5."
    six = Position.start(VARIANTS["six"])
    assert describe_move(six, Move.parse("c4", six.board)) == "White places a man on C2."
    assert list_moves(six)[0].startswith("Place on A1 A3 A5 B2 B3 B4 C1")


def test_a_full_board_in_words():
    assert describe_outcome(Outcome(None, Reason.FULL_BOARD), DrawRules()) == (
        "Draw, 1/2-1/2: the board is full."
    )


def test_every_reason_has_words():
    for reason in Reason:
        assert describe_outcome(Outcome(WHITE, reason), DrawRules())
