"""The names that other programs may rely on."""

import re
import subprocess
import sys

import pytest

import merels
import merels.errors
from merels.prospects.chances import Chances

EXPORTED = """
Analysis BLACK Clock Color CorruptTableError DRAW DrawRules Engine EngineError FolderInUseError Game
IllegalMoveError Info LEVELS Level Limits Line MerelsError MissingExtraError MissingTableError
Move NINE_MENS_MORRIS NO_DRAW_RULES NotationError Odds Oracle Outcome Phase Player Position
PositionError Reason Result VARIANTS Value Variant VariantError WHITE __version__ analyse
chances create_player datasets env expected_score notebook open_book open_tablebase pgn play regret
result_odds results svg variant
"""


def test_exported_names():
    assert sorted(merels.__all__) == sorted(EXPORTED.split())
    for name in merels.__all__:
        assert hasattr(merels, name)


def test_names_are_listed_before_they_are_used():
    code = "import merels; print(set(merels.__all__) <= set(dir(merels)), 'Engine' in vars(merels))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True False\n"


def test_a_name_that_does_not_exist():
    with pytest.raises(AttributeError, match="module 'merels' has no attribute 'Enigne'"):
        merels.Enigne  # noqa: B018


def test_all_errors_are_here():
    found = {
        name
        for name, value in vars(merels.errors).items()
        if isinstance(value, type) and issubclass(value, merels.MerelsError)
    }
    assert found <= set(merels.__all__)


def test_levels_and_players():
    assert list(merels.LEVELS) == ["easy", "normal", "hard", "expert", "perfect"]
    for name, level in merels.LEVELS.items():
        assert merels.create_player(name).name == level.name == name
        assert level.text.endswith(".")


def test_two_players_play_a_game_out():
    players = [merels.create_player(name, seed=1) for name in ("easy", "random")]
    game = merels.play(*players)
    assert game.outcome() is not None
    assert merels.play(*players).history == game.history
    while game.ply > 20:
        game.pop()
    assert merels.play("random", "random", game) is game
    assert game.outcome() is not None


def test_players_with_an_unknown_name():
    with pytest.raises(merels.NotationError, match="'genius' is not a player"):
        merels.play("easy", "genius")


def test_the_analysis_of_a_game():
    game = merels.Game()
    found = merels.analyse(game, merels.Limits(depth=2))
    assert len({line.move for line in found.lines}) == 3
    assert all(line.move in game.legal_moves for line in found.lines)
    assert found.best.value == merels.DRAW  # the book knows
    assert len(merels.analyse(game, merels.Limits(depth=1), lines=1).lines) == 1


def test_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", merels.__version__)


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        ("NotationError", ValueError),
        ("PositionError", ValueError),
        ("IllegalMoveError", ValueError),
        ("MissingTableError", KeyError),
        ("CorruptTableError", ValueError),
        ("MissingExtraError", ImportError),
        ("EngineError", RuntimeError),
    ],
)
def test_errors_are_what_callers_already_catch(error, builtin):
    assert issubclass(getattr(merels, error), builtin)
    assert issubclass(getattr(merels, error), merels.MerelsError)


def test_the_message_of_a_missing_table_is_a_sentence():
    assert str(merels.MissingTableError("no table 4,3")) == "no table 4,3"


def test_the_example_in_the_design():
    game = merels.Game()
    assert len(game.legal_moves) == 24
    game.push(merels.Move.parse("d6"))
    assert game.outcome() is None
    game.push(merels.create_player("hard").choose(game))
    position = merels.Position(
        white=0b1, black=0b10, white_in_hand=8, black_in_hand=8, turn=merels.WHITE
    )
    assert merels.Game.from_fen(position.fen()).position == position


def test_colours():
    assert merels.WHITE.other is merels.BLACK
    assert merels.BLACK.other is merels.WHITE
    assert [str(color) for color in merels.Color] == ["White", "Black"]
    assert [repr(color) for color in merels.Color] == ["WHITE", "BLACK"]


@pytest.mark.parametrize(
    ("winner", "result"), [(merels.WHITE, "1-0"), (merels.BLACK, "0-1"), (None, "1/2-1/2")]
)
def test_results(winner, result):
    assert merels.Outcome(winner, merels.Reason.RESIGNATION).result == result


def test_text_stands_for_moves_variants_and_tables():
    game = merels.Game(variant="six")
    assert game.variant == merels.VARIANTS["six"]
    assert merels.Game.from_fen(game.fen(), variant="six").position == game.position
    assert merels.Game(game).position == merels.Game(game.position).position
    assert game.outcome_after("a5") is None
    assert game.occurrences(game.position) == game.occurrences(game) == 1
    assert merels.variant(game.variant) is game.variant
    table = merels.env.ActionTable("six")
    assert table.number("a5") == table.number(merels.Move.parse("a5", game.variant.board))
    assert table.legal(game) == table.legal(game.position)
    assert str(table.half_turn(0, game)) == str(table.half_turn(0, game.position))
    with merels.open_book() as book:
        assert book.statistics("0-0+9-9") == book.statistics(book.tables()[0])
        assert book.dependencies("3-3") == book.dependencies("3,3")
        assert book.missing("nine/3-3") == book.missing("3-3")
        [rows] = merels.datasets.read_table(book, "0-0+9-9")
        assert len(rows) == 1
        with pytest.raises(merels.NotationError, match="'three' is not the name of a table; names"):
            merels.datasets.read_table(book, "three")
        with pytest.raises(merels.NotationError, match="did you mean 'six'"):
            book.statistics("sixx/3-3")
    with merels.open_book("six") as book:
        assert book.statistics("six/0-0+6-6") == book.statistics(book.tables()[0])
        rows = merels.datasets.draw_sample(book, 5, "uniform", "six")
        assert len(rows) == 5


def test_a_game_stands_for_its_position():
    game = merels.Game()
    game.push("d6")
    position = game.position
    assert merels.svg.board(game) == merels.svg.board(position)
    found = [merels.analyse(each, merels.Limits(depth=1), 1).best.move for each in (game, position)]
    assert found[0] in game.legal_moves
    assert found[1] in game.legal_moves
    with merels.open_book() as book:
        assert book.probe(game) == book.probe(position) == book.get(game)
        assert book.source(game) == book.source(position)
        assert book.probe_moves(game) == book.probe_moves(position)
        assert book.get_moves(game) == book.get_moves(position)
        assert merels.chances(book, game) == merels.chances(book, position)
        chances = Chances(book)
        assert chances.prospects(game, ["f4"], "club") == chances.prospects(
            position, [merels.Move.parse("f4")], "club"
        )
        assert chances.opponent_chance(game, "club") == chances.opponent_chance(position, "club")
        assert book.best_line(game) == book.best_line(position) == []
        assert book.covers(game) is book.covers(position) is False
        assert merels.regret.find_cases(book, [game]) == merels.regret.find_cases(book, [position])
    played = merels.play("random", "random", position)
    assert played.start == position
    assert played.outcome() is not None


def test_the_board_for_notebooks_opens_at_the_door():
    code = """
import sys
sys.modules["anywidget"] = None
import merels
assert "merels.notebook" not in sys.modules
print(merels.notebook.__all__)
try:
    merels.notebook.BoardWidget
except merels.MissingExtraError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names, message = done.stdout.splitlines()
    assert names == "['BoardWidget']"
    assert message.endswith("add it with: pip install 'merels[notebook]'")
    widget = merels.notebook.BoardWidget(merels.Position.start("six"))
    assert widget.variant == "six"
