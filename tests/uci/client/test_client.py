"""Other engines: started, asked and stopped, however badly they behave."""

import re
import shlex
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from bad_engines import PATIENT, QUICK, command, name

from merels import Game, Move, variant
from merels.errors import EngineError
from merels.matches.match import Fault, Match, PlayerError, play_match
from merels.uci.client import client as client_module
from merels.uci.client.client import Client, SearchTerms, lend_engine


def test_a_command_that_does_not_exist():
    with pytest.raises(EngineError, match="'/no/such/engine' cannot be started"):
        Client("/no/such/engine", QUICK).start()


def test_an_engine_that_never_answers_uci(monkeypatch):
    monkeypatch.setattr(client_module, "SECONDS_TO_START", 0.5)
    with pytest.raises(EngineError, match=r"did not answer uci with uciok within 0\.5 s"):
        Client(command("mute"), QUICK).start()


def test_an_engine_that_floods_before_uciok_is_not_waited_for():
    with pytest.raises(
        EngineError,
        match="did not answer uci with uciok but with 10,000 lines such as 'info string flood",
    ):
        Client(command("floods-at-once"), QUICK).start()


def test_a_program_that_is_not_an_engine():
    with pytest.raises(EngineError, match="has ended with status 0"):
        Client("true", QUICK).start()


def test_the_engine_gives_its_name():
    client = Client(command("good"), QUICK)
    client.start()
    assert client.name == "Bad Engine 1.0"
    client.close()


def settle(tmp_path, offers, terms, answer=""):
    """Start an engine that offers some options; return the options it was sent.

    Before it is ready, it says ``answer``.
    """
    log = tmp_path / "log"
    script = tmp_path / "engine.py"
    typed = [offer if " type " in offer else f"{offer} type string" for offer in offers]
    lines = "".join(f"option name {offer}\n" for offer in typed)
    script.write_text(
        "import sys\n"
        f"log = open({str(log)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=log, flush=True)\n"
        f"    if line == 'uci\\n': print({lines + 'uciok'!r}, flush=True)\n"
        f"    if line == 'isready\\n': print({answer + 'readyok'!r}, flush=True)\n"
        "    if line == 'quit\\n': break\n"
    )
    client = Client(shlex.join([sys.executable, str(script)]), terms)
    client.start()
    client.close()
    first, *options, ready, last = Path(log).read_text().splitlines()
    assert (first, ready, last) == ("uci", "isready", "quit")
    return [line.removeprefix("setoption name ") for line in options]


def test_options_and_rules_are_sent(tmp_path):
    options = (("SkillLevel", "30"),)
    answer = "info string Skill Level is now 30\ninfo string NNUE is not used\n"
    assert settle(tmp_path, ["May Fly", "Skill Level"], SearchTerms(options=options), answer) == [
        "SkillLevel value 30",
        "MayFly value true",
    ]


def terms_of(text):
    return SearchTerms(variant=variant(text), variant_text=text)


@pytest.mark.parametrize(
    ("text", "offers", "sent"),
    [
        ("nine", ["Variant"], []),
        ("six", ["Variant"], ["Variant value six"]),
        ("lasker", ["variant", "MayFly"], ["Variant value lasker", "MayFly value true"]),
        ("six", ["Variant", "MayFly"], ["Variant value six", "MayFly value false"]),
        ("nine:flying=never", ["MayFly"], ["MayFly value false"]),
    ],
)
def test_the_variant_is_sent_if_it_is_not_the_standard_game(tmp_path, text, offers, sent):
    assert settle(tmp_path, offers, terms_of(text)) == sent


@pytest.mark.parametrize(
    ("text", "offers"), [("six", []), ("ten", ["MayFly"]), ("nine:flying=never", [])]
)
def test_an_engine_without_the_option_is_refused(tmp_path, text, offers):
    with pytest.raises(EngineError, match=f"has no option Variant, so it cannot play '{text}'"):
        settle(tmp_path, offers, terms_of(text))


def test_the_limit_is_a_time_or_a_number_of_positions():
    assert SearchTerms(seconds=0.25).limit == "movetime 250"
    assert SearchTerms(seconds=0.0001).limit == "movetime 1"
    assert SearchTerms(nodes=2000).limit == "nodes 2000"


def test_an_engine_that_counts_nodes_has_time():
    assert SearchTerms().allowance == 1
    assert SearchTerms(nodes=7).allowance == client_module.PATIENCE
    assert SearchTerms(0.5, nodes=7).allowance == 0.5


@pytest.mark.parametrize(
    ("option", "answer", "message"),
    [
        (("Depth", "3"), "", "has no option 'Depth'; its options are: hash, ponder, style"),
        (
            ("Hash", "0"),
            "",
            "option Hash cannot be '0'; the engine declares type spin default 1 min 1",
        ),
        (("Hash", "much"), "", "option Hash cannot be 'much'"),
        (("Ponder", "yes"), "", "option Ponder cannot be 'yes'"),
        (
            ("Style", "wild"),
            "info string setoption: Style: 'wild' is not a style\n",
            "refuses an option: setoption: Style: 'wild' is not a style",
        ),
        (("Style", "wild"), "No such option: Style\n", "refuses an option: No such option: Style"),
    ],
)
def test_an_option_that_an_engine_lacks_or_refuses_is_an_error(tmp_path, option, answer, message):
    offers = ["Hash type spin default 1 min 1 max 8", "Ponder type check default false", "Style"]
    with pytest.raises(EngineError, match=re.escape(message)):
        settle(tmp_path, offers, SearchTerms(options=(option,)), answer)


# Engines as players of a match: their moves, their faults, and how they are lent.


def choose(kind, terms=PATIENT, game=None):
    player = lend_engine(terms, name(kind))
    try:
        return player.choose(game or Game())
    finally:
        player.give_back()


def game_of(text):
    game = Game()
    for turn in text.split():
        game.push(Move.parse(turn))
    return game


def test_a_bestmove_on_the_line_of_an_info():
    assert choose("good") in Game().legal_moves


def test_a_removal_is_asked_for():
    game = game_of("d6 f4 d5 b4")
    move = choose("good", game=game)
    assert str(move) in ("d7xf4", "d7xb4")
    game.push(move)


def test_a_game_that_begins_in_mid_turn():
    fen = "O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 4 3"
    assert str(choose("good", game=Game.from_fen(fen))) in ("xb4", "xf4")


def test_many_info_lines_are_fine():
    assert choose("babbles") in Game().legal_moves


def test_a_second_answer_does_not_answer_the_next_question():
    player = lend_engine(PATIENT, name("repeats-itself"))
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


@pytest.mark.parametrize(
    ("kind", "fault"), [("dies-once", Fault.CRASH), ("hangs-once", Fault.TIMEOUT)]
)
def test_an_engine_that_fails_loses_that_game_and_is_restarted(tmp_path, kind, fault):
    a, marker = name(kind, tmp_path / "marker"), tmp_path / "marker"

    def lend(engine, seed=0):
        hangs = kind == "hangs-once" and engine == a and not marker.exists()
        terms = SearchTerms(seconds=0.05, margin=3.0) if hangs else PATIENT
        return lend_engine(terms, engine, seed)

    played = list(play_match(Match(a, name("good"), games=2, max_plies=8), create=lend))
    assert played[0].forfeit.fault is fault
    assert played[0].winner is played[0].a_color.other
    assert (played[0].result, played[0].termination) == ("0-1", fault.value)
    assert played[1].forfeit is None
    assert played[1].game.ply == 8


def test_an_engine_that_cannot_be_restarted_loses_each_game():
    match = Match(name("good"), "uci:/no/such/engine", games=2, max_plies=8)
    played = list(play_match(match, create=partial(lend_engine, PATIENT)))
    assert [game.forfeit.fault for game in played] == [Fault.CRASH] * 2
    assert all(game.winner is game.a_color for game in played)


def test_an_engine_is_used_again_and_one_for_each_side(started):
    both = name("good")
    list(play_match(Match(both, both, games=4, max_plies=6), create=partial(lend_engine, PATIENT)))
    assert len(started) == 2
