"""Other engines: started, asked and stopped, however badly they behave."""

import shlex
import sys
import time
from pathlib import Path

import bad_engine
import pytest

from merels import Game, Move, NotationError
from merels.cli import main
from merels.errors import EngineError
from merels.matches.faults import Fault, PlayerError
from merels.matches.match import Match, play_match
from merels.uci.client import client as client_module
from merels.uci.client.client import Client, Terms
from merels.uci.client.player import EngineFactory, close_engines
from merels.uci.client.process import EngineProcess

QUICK = Terms(seconds=0.05, margin=0.4)
PATIENT = Terms(seconds=0.05, margin=30.0)


def command(kind, *arguments):
    return shlex.join([sys.executable, bad_engine.__file__, kind, *map(str, arguments)])


def name(kind, *arguments):
    return f"uci:{command(kind, *arguments)}"


@pytest.fixture(autouse=True)
def started(monkeypatch):
    """The engines that a test has started; none of them may be left behind."""
    engines = []
    start = EngineProcess.__init__

    def record(self, text):
        engines.append(self)
        start(self, text)

    monkeypatch.setattr(EngineProcess, "__init__", record)
    yield engines
    close_engines()
    assert not any(engine.is_alive for engine in engines if hasattr(engine, "_process"))


def choose(kind, terms=PATIENT, game=None):
    player = EngineFactory(terms)(name(kind))
    try:
        return player.choose(game or Game())
    finally:
        player.give_back()


def game_of(text):
    game = Game()
    for turn in text.split():
        game.push(Move.parse(turn))
    return game


def test_a_move_on_the_same_line_as_its_info():
    assert choose("good") in Game().legal_moves


def test_the_engine_is_asked_for_the_capture():
    game = game_of("d6 f4 d5 b4")
    move = choose("good", game=game)
    assert str(move) in ("d7xf4", "d7xb4")
    game.push(move)


def test_a_game_that_begins_in_mid_turn():
    fen = "O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 4 3"
    assert str(choose("good", game=Game.from_fen(fen))) in ("xb4", "xf4")


def test_much_output_is_not_a_fault():
    assert choose("babbles") in Game().legal_moves


def test_a_second_answer_is_not_taken_for_the_next_one():
    player = EngineFactory(PATIENT)(name("repeats-itself"))
    game = Game()
    for _ in range(4):
        game.push(player.choose(game))
        time.sleep(0.05)
    player.give_back()
    assert Move.parse("a1") not in game.history


@pytest.mark.parametrize(
    ("kind", "fault", "message"),
    [
        ("dies", Fault.CRASH, "has ended with status 3: out of luck"),
        ("closes-output", Fault.CRASH, "has closed its output"),
        ("hangs", Fault.TIMEOUT, "did not answer within 0.05 s and 0.4 s of grace"),
        ("flood", Fault.TIMEOUT, "did not answer within"),
        ("flood-one-line", Fault.TIMEOUT, "did not answer within"),
        ("nonsense", Fault.ILLEGAL_MOVE, "plays bestmove 'knight': 'knight' is not a move"),
        ("none", Fault.ILLEGAL_MOVE, "plays bestmove 'none': 'none' is not a move"),
        ("empty", Fault.ILLEGAL_MOVE, "plays bestmove '': '' is not a move"),
        ("occupied", Fault.ILLEGAL_MOVE, "plays 'd6': d6 is occupied"),
    ],
)
def test_faults(kind, fault, message):
    terms = QUICK if fault is Fault.TIMEOUT else PATIENT
    with pytest.raises(PlayerError) as caught:
        choose(kind, terms, game_of("d6"))
    assert caught.value.fault is fault
    assert message in str(caught.value)


def test_a_missing_command():
    with pytest.raises(EngineError, match="'/no/such/engine' cannot be started"):
        Client("/no/such/engine", QUICK).start()


@pytest.mark.parametrize("text", ["", "  ", "'unclosed"])
def test_an_empty_command(text):
    with pytest.raises(NotationError):
        EngineProcess(text)


def test_an_engine_that_never_says_uciok(monkeypatch):
    monkeypatch.setattr(client_module, "SECONDS_TO_START", 0.5)
    with pytest.raises(EngineError, match=r"did not answer uci with uciok within 0\.5 s"):
        Client(command("mute"), QUICK).start()


def test_a_program_that_is_not_an_engine():
    with pytest.raises(EngineError, match="has ended with status 0"):
        Client("true", QUICK).start()


def test_an_engine_that_does_not_quit_is_killed(monkeypatch):
    monkeypatch.setattr("merels.uci.client.process._SECONDS_TO_QUIT", 0.2)
    client = Client(command("stays"), QUICK)
    client.start()
    process = client._process
    client.close()
    assert not process.is_alive


def test_the_engine_gives_its_name():
    client = Client(command("good"), QUICK)
    client.start()
    assert client.name == "Bad Engine 1.0"
    client.close()


def test_escape_codes_of_an_engine_are_shown_not_sent(tmp_path, capsys):
    """Neither its name nor its last output can move the cursor anywhere."""
    file = tmp_path / "games.pgn"
    assert main(["match", name("paints"), "random", "--games", "2", "--pgn", str(file)]) == 0
    printed = capsys.readouterr()
    shown = "\\x1b[2J\\x1b]0;title\\x07Red\\x9b31m\\u202e Engine!!"
    assert shown in printed.out
    assert f'[White "{shown}'.replace("\\", "\\\\") in file.read_text(encoding="utf-8")
    assert "has ended with status 3: \\x1b[31mout of\\x00 luck" in printed.err
    for text in (printed.out, printed.err, file.read_text(encoding="utf-8")):
        assert all(line.isprintable() for line in text.splitlines())
    assert max(map(len, printed.out.splitlines())) < 200


@pytest.mark.parametrize(
    ("kind", "fault"), [("dies-once", Fault.CRASH), ("hangs-once", Fault.TIMEOUT)]
)
def test_an_engine_that_fails_loses_that_game_and_is_restarted(tmp_path, kind, fault):
    a = name(kind, tmp_path / "marker")
    terms = Terms(seconds=0.05, margin=3.0)
    played = list(
        play_match(Match(a, name("good"), games=2, max_plies=8), create=EngineFactory(terms))
    )
    assert played[0].forfeit.fault is fault
    assert played[0].winner is played[0].a_color.other
    assert (played[0].result, played[0].termination) == ("0-1", fault.value)
    assert played[1].forfeit is None
    assert played[1].game.ply == 8


def test_an_engine_that_cannot_be_restarted_loses_each_game():
    match = Match(name("good"), "uci:/no/such/engine", games=2, max_plies=8)
    played = list(play_match(match, create=EngineFactory(PATIENT)))
    assert [game.forfeit.fault for game in played] == [Fault.CRASH] * 2
    assert all(game.winner is game.a_color for game in played)


def test_an_engine_is_reused_and_each_side_has_its_own(started):
    both = name("good")
    list(play_match(Match(both, both, games=4, max_plies=6), create=EngineFactory(PATIENT)))
    assert len(started) == 2


def test_options_and_rules_are_sent(tmp_path):
    log = tmp_path / "log"
    script = tmp_path / "engine.py"
    script.write_text(
        "import sys\n"
        f"log = open({str(log)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=log, flush=True)\n"
        "    if line == 'uci\\n': print('option name May Fly type check\\nuciok', flush=True)\n"
        "    if line == 'isready\\n': print('readyok', flush=True)\n"
        "    if line == 'quit\\n': break\n"
    )
    client = Client(
        shlex.join([sys.executable, str(script)]), Terms(options=(("SkillLevel", "30"),))
    )
    client.start()
    client.close()
    assert Path(log).read_text().splitlines() == [
        "uci",
        "setoption name SkillLevel value 30",
        "setoption name MayFly value true",
        "isready",
        "quit",
    ]
