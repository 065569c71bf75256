"""Functions as players."""

import sys

import pytest

from merels import Game, Move, NotationError
from merels.matches.callables import CallablePlayer
from merels.matches.match import Fault, PlayerError

SOURCE = """
def first(game):
    return next(iter(game.legal_moves))

def text(game):
    return "d6"

def nothing(game):
    return None

def nonsense(game):
    return "pass"

def illegal(game):
    return "a1-a4"

def broken(game):
    raise ValueError("no idea")

class Model:
    choose = staticmethod(text)

number = 3
"""


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "my_player.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    sys.modules.pop("my_player", None)


def test_a_function_in_this_folder_plays():
    assert CallablePlayer("py:my_player:first").choose(Game()) == Move.parse("a7")
    assert CallablePlayer("py:my_player:text").choose(Game()) == Move.parse("d6")
    assert CallablePlayer("py:my_player:Model.choose").choose(Game()) == Move.parse("d6")


@pytest.mark.parametrize(
    ("name", "fault", "message"),
    [
        ("nothing", Fault.ILLEGAL_MOVE, "'None' is not a move"),
        ("nonsense", Fault.ILLEGAL_MOVE, "'pass' is not a move"),
        ("illegal", Fault.ILLEGAL_MOVE, "must place one"),
        ("broken", Fault.CRASH, "ValueError: no idea"),
    ],
)
def test_a_function_that_fails_loses(name, fault, message):
    with pytest.raises(PlayerError, match=message) as caught:
        CallablePlayer(f"py:my_player:{name}").choose(Game())
    assert caught.value.fault is fault


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("py:my_player", "write py:module:callable"),
        ("py::f", "write py:module:callable"),
        ("py:no_such_module:f", "No module named 'no_such_module'"),
        ("py:my_player:missing", "my_player has no function 'missing'"),
        ("py:my_player:number", "my_player has no function 'number'"),
    ],
)
def test_a_function_that_is_not_there(name, message):
    with pytest.raises(NotationError, match=message):
        CallablePlayer(name)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("def f(:", "SyntaxError: "),
        ("raise ValueError('no luck')", "ValueError: no luck"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
    ],
)
def test_a_module_that_fails_is_named(source, problem, tmp_path):
    (tmp_path / "fails_on_import.py").write_text(source)
    with pytest.raises(NotationError, match=f"importing fails_on_import fails: {problem}"):
        CallablePlayer("py:fails_on_import:f")
