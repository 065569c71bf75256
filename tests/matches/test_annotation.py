"""Annotated games: values before and after, glyphs, better lines, and what is kept."""

from typing import NamedTuple

import pytest
from arrange import moving
from scripted_search import make_info, make_line

from merels import BLACK, DRAW, WHITE, Game, Move, Position, Result, Value, pgn, variant
from merels.matches.annotation import (
    JudgedTurn,
    MoveEstimate,
    _praise,
    annotate,
    blame,
    judge_turns,
    measure_accuracy,
)

WIN, LOSS = Result.WIN, Result.LOSS


def record_of(text):
    return pgn.parse_game(text)


class Script:
    """A search with scripted best moves for some positions, the first legal ones elsewhere."""

    def __init__(self, *answers):
        self.answers = dict(answers)
        self.asked = []

    def __call__(self, game):
        self.asked.append([str(move) for move in game.history])
        lines = self.answers.get(len(game.history))
        if lines is None:
            lines = [(str(move), 0) for move in list(game.legal_moves)[:2]]
        return make_info(
            5,
            [
                make_line(
                    Move.parse(move),
                    value if isinstance(value, int) else 0,
                    None if isinstance(value, int) else value,
                )
                for move, value in lines
            ],
        )


def judge(text, *answers):
    return list(judge_turns(record_of(text), Script(*answers)))


def test_each_turn_has_a_value_before_and_after():
    turns = judge(
        "1. d6 f4 *", (0, [("d6", 300), ("d2", 10)]), (1, [("b4", -300)]), (2, [("d2", 400)])
    )
    assert [turn.comment for turn in turns] == ["70 % -> 70 %", "30 % -> 13 %"]
    assert [str(turn.move) for turn in turns] == ["d6", "f4"]


def test_one_search_per_position():
    script = Script()
    list(judge_turns(record_of("1. d6 f4 2. d2 *"), script))
    assert script.asked == [[], ["d6"], ["d6", "f4"], ["d6", "f4", "d2"]]


def test_a_move_among_the_lines_takes_its_value_from_them():
    (turn,) = judge("1. d2 *", (0, [("d6", -200), ("d2", -300)]), (1, [("b4", -500)]))
    assert turn.comment == "43 % -> 30 %"
    assert (turn.glyph, [str(move) for move in turn.best]) == ("?!", ["d6"])


def test_proved_values_count_their_plies_from_the_same_position():
    turns = judge("1. d2 *", (0, [("d6", Value(WIN, 7))]), (1, [("b4", Value(WIN, 5))]))
    assert turns[0].comment == "win in 7 -> loss in 6"
    assert turns[0].glyph == "??"


def test_the_last_turn_is_judged_by_the_end_of_the_game():
    game = Game(moving("a7 d7 g4", "b6 d2 f4"))
    game.push(Move.parse("g4-g7xb6"))
    record = pgn.GameRecord.from_game(game)
    (turn,) = judge_turns(record, Script((0, [("a7-a4", 0)])))
    assert turn.comment == "50 % -> win in 1"


def test_a_game_that_continues_after_a_draw():
    start = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
    cycle = "d1-a1 g4-g7 a1-d1 g7-g4 "
    turns = judge(f'[FEN "{start}"]\n\n{3 * cycle}*')
    assert len(turns) == 12
    assert [turn.best == () for turn in turns] == 8 * [False] + 4 * [True]
    assert turns[8].comment == "draw -> draw"


@pytest.mark.parametrize(
    ("before", "after", "glyph"),
    [
        (MoveEstimate(20), MoveEstimate(20), ""),
        (MoveEstimate(20), MoveEstimate(-39), ""),
        (MoveEstimate(20), MoveEstimate(-40), "?!"),
        (MoveEstimate(20), MoveEstimate(-100), "?"),
        (MoveEstimate(20), MoveEstimate(-280), "??"),
        (MoveEstimate(20), MoveEstimate(300), ""),
        (MoveEstimate(2000), MoveEstimate(600), ""),
        (MoveEstimate(100), MoveEstimate(0, Value(LOSS, 8)), "??"),
        (MoveEstimate(0, Value(WIN, 9)), MoveEstimate(450), ""),
        (MoveEstimate(0, Value(WIN, 9)), MoveEstimate(300), "?"),
        (MoveEstimate(0, Value(WIN, 9)), MoveEstimate(0, DRAW), "?"),
        (MoveEstimate(0, Value(WIN, 9)), MoveEstimate(0, Value(LOSS, 8)), "??"),
        (MoveEstimate(0, DRAW), MoveEstimate(0, Value(LOSS, 40)), "??"),
        (MoveEstimate(0, Value(WIN, 9)), MoveEstimate(0, Value(WIN, 19)), ""),
        (MoveEstimate(0, Value(WIN, 9)), MoveEstimate(0, Value(WIN, 21)), "?!"),
        (MoveEstimate(0, Value(LOSS, 30)), MoveEstimate(0, Value(LOSS, 18)), "?!"),
        (MoveEstimate(0, Value(WIN)), MoveEstimate(0, Value(WIN, 99)), ""),
    ],
)
def testblame(before, after, glyph):
    assert blame(before, after) == glyph


@pytest.mark.parametrize(
    ("values", "glyph"),
    [([20], ""), ([20, 0], ""), ([20, -100], "!"), ([Value(WIN, 3), DRAW], "!"), ([900, 700], "")],
)
def test_praise(values, glyph):
    moves = map(Move.parse, ("d6", "d2"))
    lines = [
        make_line(
            move, value if isinstance(value, int) else 0, None if isinstance(value, int) else value
        )
        for move, value in zip(moves, values, strict=False)
    ]
    assert _praise(make_info(3, lines), Position.start()) == glyph


@pytest.mark.parametrize(("name", "glyph"), [("nine", "!"), ("lasker", "")])
def test_nobody_is_praised_in_a_hopeless_position(name, glyph):
    """At three men behind Nine Men's Morris has hope, Lasker Morris has none."""
    lines = [make_line(Move.parse("d6"), -300, None), make_line(Move.parse("d2"), -900, None)]
    assert _praise(make_info(3, lines), Position.start(variant(name))) == glyph


def test_closing_a_mill_is_not_praised():
    text = "1. d6 f4 2. d5 b4 3. d7xf4 *"
    turns = judge(text, (4, [("d7xf4", 300), ("a1", 0)]))
    assert turns[-1].glyph == ""


def test_an_annotated_record():
    record = record_of('[White "Ada"] 1. d6 {a good point} f4?! $14 2. d2 *')
    turns = judge_turns(
        record,
        Script(
            (0, [("d6", 20)]), (1, [("b4", 0)]), (2, [("b2", 200), ("d2", 20)]), (3, [("a1", -20)])
        ),
    )
    text = pgn.format_game(annotate(record, turns))
    moves = " ".join(text.split("\n\n")[1].split())
    assert moves == (
        "1. d6 {50 % -> 50 %} {a good point} 1... f4? $14 {50 % -> 43 %} (1... b4) "
        "2. d2? {57 % -> 50 %} (2. b2) *"
    )
    assert '[Annotator "Merels ' in text
    assert '[White "Ada"]' in text


def test_annotating_twice_changes_nothing():
    record = record_of("1. d6 f4 2. d2 *")
    script = Script((2, [("b2", 200), ("d2", 20)]))
    once = annotate(record, judge_turns(record, script))
    read = pgn.parse_game(pgn.format_game(once))
    again = annotate(read, judge_turns(read, script))
    assert pgn.format_game(again) == pgn.format_game(once)


def test_reasons_are_part_of_the_comment_and_replaced_with_it():
    record = record_of("1. d2 g4 2. d3 b4 3. d1xb4 *")
    script = Script((3, [("d1", 0), ("b4", -400)]))
    turns = list(judge_turns(record, script))
    assert turns[3].glyph == "??"
    assert turns[3].comment == "50 % -> 13 %; let White close a mill at d1"
    once = annotate(record, turns)
    read = pgn.parse_game(pgn.format_game(once))
    assert annotate(read, turns).mainline[3].comments == [turns[3].comment]


def test_comments_of_the_first_release_are_replaced():
    record = record_of("1. d6 {+0.20 -> -11.60; let Black close a mill at d1} *")
    annotated = annotate(record, judge_turns(record, Script((0, [("d6", 0)]), (1, [("f4", 0)]))))
    assert annotated.mainline[0].comments == ["50 % -> 50 %"]


def test_other_boards_have_curves_of_their_own():
    nine, lasker = (Position.start(variant(name)) for name in ("nine", "lasker"))
    assert MoveEstimate(200).describe(nine) == "57 %"
    assert MoveEstimate(200).describe(lasker) == "89 %"
    assert MoveEstimate(200, DRAW).expected(lasker) == 0.5


class Known(NamedTuple):
    move: Move
    value: Value
    source: str = "table"


def rate_first_as_drawn(position):
    """Rate the first legal move as a draw, the others as lost."""
    moves = list(position.generate_moves())
    return [Known(moves[0], DRAW), *(Known(move, Value(LOSS, 4)) for move in moves[1:])]


def test_exact_values_of_all_moves_tell_what_was_let_go():
    script = Script((0, [("a7", DRAW), ("d2", Value(LOSS, 4))]))
    (turn,) = judge_turns(record_of("1. d2 *"), script, rate_first_as_drawn)
    assert (turn.glyph, turn.source) == ("??", "table")
    assert (turn.keeping.moves, turn.keeping.of) == (1, 24)
    assert turn.why == ["let the draw go: only a7 held"]


def test_a_search_is_the_source_of_what_is_not_known():
    (turn,) = judge_turns(record_of("1. d2 *"), Script((0, [("a7", 20)])), rate_first_as_drawn)
    assert turn.source == "search"


# The accuracy of a side: what it kept of what was at stake.

WON = MoveEstimate(0, Value(Result.WIN, 7))
DRAWN = MoveEstimate(0, DRAW)
LOST = MoveEstimate(0, Value(Result.LOSS, 6))
D6 = Move.parse("d6")


def turn(before, after, color=WHITE, best=(D6,)):
    position = Position(white=0, black=0, white_in_hand=9, black_in_hand=9, turn=color)
    return JudgedTurn(position, Move.parse("d2"), before, after, best)


@pytest.mark.parametrize(
    ("turns", "accuracy"),
    [
        ([], None),
        ([(DRAWN, DRAWN)], 1.0),
        ([(WON, DRAWN)], 0.5),
        ([(DRAWN, LOST)], 0.0),
        ([(DRAWN, DRAWN)] * 3 + [(DRAWN, LOST)], 0.75),
        ([(DRAWN, LOST)] + [(LOST, LOST)] * 9, 0.0),
        ([(LOST, LOST)], None),
    ],
)
def test_a_side_keeps_a_share_of_what_was_at_stake(turns, accuracy):
    assert measure_accuracy([turn(*each) for each in turns], WHITE) == accuracy


def test_each_side_counts_its_own_moves():
    turns = [turn(DRAWN, DRAWN), turn(DRAWN, LOST, BLACK)]
    assert measure_accuracy(turns, WHITE) == 1.0
    assert measure_accuracy(turns, BLACK) == 0.0


def test_an_estimate_that_rises_after_the_move_gains_nothing():
    assert measure_accuracy([turn(MoveEstimate(100), MoveEstimate(300))], WHITE) == 1.0
    assert 0.5 < measure_accuracy([turn(MoveEstimate(300), MoveEstimate(100))], WHITE) < 1.0


def test_moves_after_a_draw_do_not_count():
    assert measure_accuracy([turn(DRAWN, LOST, best=())], WHITE) is None
