"""Moves of the root, ranked by what an oracle knows."""

from merels import DRAW, NO_DRAW_RULES, Game, Position, Result, Value
from merels.board.masks import mask_of
from merels.engine.search.root import LINE_LENGTH, RootMove, choose_moves, follow, rank_by_value

GAME = Game(Position(white=mask_of([0, 3, 9, 15]), black=mask_of([4, 6, 13, 22])))
WIN, LATE_WIN, LOSS = Value(Result.WIN, 3), Value(Result.WIN, 9), Value(Result.LOSS, 4)


def rank(values, root):
    """Return the groups of values that `rank_by_value` makes of moves with these values."""
    chosen = zip(MOVES, values, strict=False)
    moves = [RootMove(move.move, move.after, value) for move, value in chosen]
    return [[move.value for move in group] for group in rank_by_value(moves, root)]


MOVES = choose_moves(GAME, None, 1).searched


def test_without_an_oracle_all_moves_are_searched():
    choice = choose_moves(GAME, None, 3)
    assert [move.move for move in choice.searched] == list(GAME.legal_moves)
    assert choice.better == choice.worse == ()


def test_known_values_in_order():
    assert rank([DRAW, LOSS, LATE_WIN, WIN], WIN) == [[WIN], [LATE_WIN], [DRAW], [LOSS]]


def test_an_unknown_move_is_tried_before_one_that_gives_the_value_away():
    assert rank([DRAW, None, LOSS], WIN) == [[None], [DRAW], [LOSS]]
    assert rank([LOSS, None], DRAW) == [[None], [LOSS]]


def test_if_the_root_is_drawn_a_known_draw_comes_before_an_unknown_move():
    assert rank([None, DRAW, LOSS], DRAW) == [[DRAW], [None], [LOSS]]


def test_if_the_root_is_unknown_draws_are_searched_with_unknown_moves():
    assert rank([None, DRAW, LOSS, WIN], None) == [[WIN], [None, DRAW], [LOSS]]


class Everywhere:
    """An oracle with the same value for all positions."""

    def __init__(self, value):
        self._value = value

    def get(self, position):
        return self._value


def test_a_decided_root_needs_no_search():
    choice = choose_moves(GAME, Everywhere(LOSS), 2)
    assert len(choice.better) == 2
    assert choice.searched == ()
    assert {move.value for move in choice.better} == {Value(Result.WIN, 5)}


def test_drawn_moves_are_searched():
    choice = choose_moves(GAME, Everywhere(DRAW), 2)
    assert len(choice.searched) == len(GAME.legal_moves)


def test_a_line_is_followed_as_far_as_it_is_known():
    line = follow(GAME.position, Everywhere(DRAW))
    assert len(line) == LINE_LENGTH
    game = Game(GAME.position, draw_rules=NO_DRAW_RULES)
    for move in line:
        game.push(move)
    assert follow(GAME.position, Everywhere(None)) == ()
