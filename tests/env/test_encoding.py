"""The table of actions."""

import pytest

import merels
from merels.env.encoding import ActionTable


@pytest.mark.parametrize("variant", merels.VARIANTS.values(), ids=str)
def test_a_half_turn_and_its_number(variant):
    table = ActionTable(variant)
    points = len(variant.board.names)
    assert table.size == points * points + points
    start = merels.Position.start(variant)
    for action in range(table.size):
        half = table.half_turn(action, start)
        assert half.origin == half.target or table.number(half) == action
        assert half.captured is None


def test_points_are_counted_by_rows():
    names = [merels.NINE_MENS_MORRIS.board.names[point] for point in ActionTable().points]
    assert " ".join(names) == (
        "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
    )


def test_in_mid_turn_a_point_is_a_capture():
    game = merels.Game()
    for text in ("d6", "f4", "d5", "b4", "d7"):
        game.push_action(text)
    table = ActionTable()
    halves = [table.half_turn(action, game.position) for action in table.legal(game.position)]
    assert list(map(str, halves)) == ["xb4", "xf4"]


def test_a_finished_game_has_no_actions():
    assert ActionTable().legal(merels.Position(white=0b111, black=0b11000)) == []


@pytest.mark.parametrize("action", [-1, 600])
def test_an_action_that_does_not_exist(action):
    with pytest.raises(merels.IllegalMoveError, match=f"{action} is not an action .* 0 to 599"):
        ActionTable().half_turn(action, merels.Position.start())


def test_a_man_on_the_last_point_of_the_largest_board_can_be_captured():
    names = [f"{column}{row}" for row in range(5, 0, -1) for column in "abcde"]
    lines = [" ".join(names[5 * row : 5 * row + 3]) for row in range(5)]
    fields = {"name": "grid", "men": 3, "points": " ".join(names), "lines": lines}
    variant = merels.rules.variant.describe(fields)
    game = merels.Game(variant=variant)
    for text in ("a5", "e1", "b5", "d1"):
        game.push(text)
    game.push_action("c5")
    assert ActionTable(variant).legal(game.position) == [23, 24]
