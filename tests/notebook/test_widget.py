"""The Python side of the board for notebooks; the page is tested in JupyterLab, in `frontend`."""

import pytest

import merels
from merels.notebook import BoardWidget
from merels.notebook.widget import FOLDER


class Oracle:
    """Knows the positions in which Black has a man on d6."""

    def get(self, position):
        return merels.DRAW if position["d6"] is merels.BLACK else None


class First:
    """Plays the first legal move."""

    name = "first"

    def choose(self, game):
        return next(iter(game.legal_moves))


def test_moves_from_the_page_reach_the_game():
    board, seen = BoardWidget(), []
    board.on_move(lambda move, game: seen.append((str(move), game.ply)))
    board.set_state({"moves": ["d6", "f4"]})
    assert (seen, board.game.ply, board.line) == ([("d6", 1), ("f4", 2)], 2, ["d6", "f4"])
    board.set_state({"moves": ["d6"]})
    assert (board.game.ply, board.line) == (1, ["d6", "f4"])


def test_an_illegal_move_changes_nothing():
    board = BoardWidget()
    board.push("d6")
    for text, error in (("d6", merels.IllegalMoveError), ("d9", merels.NotationError)):
        with pytest.raises(error):
            board.push(text)
        assert board.moves == ["d6"]
        assert board.game.ply == 1


def test_values_are_those_of_the_moves():
    board = BoardWidget(values=Oracle())
    assert board.values == {"ply": 0, "moves": []}
    board.push("a1")
    draw = {"result": "draw", "plies": None}
    assert board.values == {"ply": 1, "moves": [{"move": "d6", "value": draw}]}


@pytest.mark.parametrize(("color", "moves"), [(merels.WHITE, []), (merels.BLACK, ["a7"])])
def test_an_opponent_answers(color, moves):
    board = BoardWidget(opponent=First(), color=color)
    assert (board.moves, board.sides) == (moves, str(color).lower())
    board.push("d6")
    assert len(board.moves) == len(moves) + 2
    board.moves = board.moves[:-1]  # back over its answer and one's own move
    assert board.moves == moves


def test_a_game_goes_on_where_it_was():
    game = merels.Game()
    for text in ("d6", "f4", "d7", "b4"):
        game.push(text)
    board = BoardWidget(game)
    assert board.moves == ["d6", "f4", "d7", "b4"]
    game.push_action("d5")
    half = BoardWidget(game)
    half.push("xb4")
    assert (half.moves, game.is_mid_turn, board.game.ply) == (["xb4"], True, 4)


def test_a_draw_by_repetition_is_shown():
    fen = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
    board = BoardWidget(merels.Game.from_fen(fen))
    there = [next(iter(board.game.legal_moves))]
    board.push(there[0])
    there.append(next(move for move in board.game.legal_moves if move.captured is None))
    board.push(there[1])
    while not board.drawn:
        there = [merels.Move(move.target, move.origin) for move in there]
        for move in there:
            board.push(str(move))
    assert (board.drawn, len(board.moves)) == ("repetition", 8)


def test_bad_arguments():
    own = merels.Game(variant=merels.variant("five:men=4"))
    with pytest.raises(
        merels.NotationError, match="not a variant that the widget knows; the widget knows three"
    ):
        BoardWidget(own)
    with pytest.raises(merels.NotationError, match="'pink' is not a theme; choose one of auto"):
        BoardWidget(theme="pink")
    with pytest.raises(merels.NotationError, match="'shax' is not a variant that the widget"):
        BoardWidget(merels.Game(variant="shax"))
    for name in (name for name, each in merels.VARIANTS.items() if each.is_usual):
        assert BoardWidget(merels.Game(variant=merels.variant(name))).variant == name


def test_the_page_is_one_module_and_loads_nothing():
    script = (FOLDER / "widget.js").read_text(encoding="utf-8")
    assert "export" in script
    assert "import " not in script
    assert "http://" not in script.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in script
    assert len(script) < 100_000
