"""Lines of the engine: complete, flushed, and dropped when nobody reads."""

import io
import threading

import pytest
from own_variant import FILE
from protocol_peer import Peer, is_answered
from scripted_search import ScriptedSearch, wait_for

from merels import Move
from merels.uci.server.loop import LONGEST_LINE, Output, Task, run


class Slow(io.StringIO):
    """A stream that lets other threads in after every write."""

    def write(self, text):
        for letter in text:
            super().write(letter)
        return len(text)


def test_lines_of_several_threads_stay_whole():
    stream = Slow()
    output = Output(stream)
    texts = ["a" * 50, "b" * 50, "c" * 50]
    threads = [
        threading.Thread(target=lambda text=text: [output.say(text, text) for _ in range(50)])
        for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 300
    assert lines[::2] == lines[1::2], "lines of one call stay together"
    assert set(lines) == set(texts)


def test_a_note_is_one_line():
    stream = io.StringIO()
    Output(stream).note("two\n  lines")
    assert stream.getvalue() == "info string two lines\n"


class Gone(io.StringIO):
    def flush(self):
        raise BrokenPipeError


def test_nothing_is_written_after_the_reader_has_gone():
    stream = Gone()
    output = Output(stream)
    assert not output.closed
    output.say("one")
    assert output.closed
    output.say("two")
    assert stream.getvalue() == "one\n"


# Work on a thread beside the loop.


def test_work_continues_until_it_is_stopped():
    done = []

    def work(stop):
        stop.wait()
        done.append("stopped")

    task = Task(work)
    assert task.is_running
    task.finish()
    assert not task.is_running
    assert done == ["stopped"]


def test_work_that_has_ended_can_be_finished():
    done = []
    task = Task(lambda stop: done.append(stop.is_set()))
    task.finish()
    task.finish()
    assert len(done) == 1
    assert not task.is_running


# The protocol, line by line.


def test_identity_and_options(monkeypatch):
    monkeypatch.setattr("merels.uci.server.options.count_processors", lambda: 8)
    monkeypatch.setattr("merels.uci.server.options.spare_megabytes", lambda: 4096)
    peer = Peer()
    peer.send("uci")
    lines = peer.receive()
    assert lines[0].startswith("id name Merels ")
    assert lines[1].startswith("id author ")
    assert lines[-1] == "uciok"
    assert lines[2:-1] == [
        "option name Hash type spin default 64 min 1 max 4096",
        "option name Threads type spin default 1 min 1 max 8",
        "option name MultiPV type spin default 1 min 1 max 100",
        "option name TablePath type string default <empty>",
        "option name Level type combo default expert "
        "var easy var normal var hard var expert var perfect var random",
        "option name Variant type combo default nine var three var five var six var nine var ten "
        "var eleven var twelve var lasker var morabaraba var shax",
        "option name MayFly type check default true",
        "option name NMoveRule type spin default 100 min 0 max 1000",
        "option name ThreefoldRepetitionRule type check default true",
    ]


def test_more_threads_than_processors_are_accepted_and_reported(monkeypatch):
    monkeypatch.setattr("merels.uci.server.options.count_processors", lambda: 8)
    peer = Peer()
    peer.send("setoption name Threads value 256", "isready")
    assert peer.receive() == [
        "info string Threads 256 is more than this machine's 8 processors; using 8",
        "readyok",
    ]
    assert peer.made == [(64, 8, None)]


def test_a_turn(peer):
    peer.search.script = [Move.parse("d2")]
    lines = peer.go("position startpos moves d6 f4", "go depth 2")
    assert lines == [
        "info depth 1 score cp 10 nodes 10 nps 0 hashfull 7 time 0 pv d2",
        "info depth 2 score cp 10 nodes 100 nps 200 hashfull 7 time 500 pv d2",
        "bestmove d2",
    ]
    fen, limits, lines = peer.search.calls[0]
    assert fen.startswith("********/O*@*****/******** w p p 1 8 1 8 ")
    assert (limits.depth, limits.seconds, lines) == (2, None, 1)


def test_a_capture_is_asked_for_and_remembered(peer):
    peer.search.script = [Move.parse("d7xb4")]
    moves = "position startpos moves d6 f4 d5 b4"
    assert peer.bestmove(moves, "go movetime 50") == "bestmove d7"
    lines = peer.go(f"{moves} d7", "go movetime 50")
    assert lines == [
        "info depth 2 score cp 10 nodes 100 nps 200 hashfull 7 time 500 pv xb4",
        "bestmove xb4",
    ]
    assert len(peer.search.calls) == 1


def test_a_capture_in_another_position_is_searched_for(peer):
    peer.search.script = [Move.parse(text) for text in ("d7xb4", "xf4")]
    assert peer.bestmove("position startpos moves d6 f4 d5 b4", "go depth 1") == "bestmove d7"
    assert peer.bestmove("position startpos moves d6 f4 d5 b2 d7", "go depth 1") == "bestmove xf4"
    fen, _, _ = peer.search.calls[1]
    assert " w p r 3 6 2 7 1 0 " in fen


@pytest.mark.parametrize("between", ["ucinewgame", "setoption name MultiPV value 2"])
def test_a_capture_is_forgotten(peer, between):
    peer.search.script = [Move.parse(text) for text in ("d7xb4", "xf4")]
    peer.bestmove("position startpos moves d6 f4 d5 b4", "go depth 1")
    answer = peer.bestmove(between, "position startpos moves d6 f4 d5 b4 d7", "go depth 1")
    assert answer == "bestmove xf4"


def test_infinite_search_of_a_remembered_capture_waits_for_stop(peer):
    peer.search.script = [Move.parse(text) for text in ("d7xb4", "xb4")]
    peer.bestmove("position startpos moves d6 f4 d5 b4", "go depth 1")
    peer.send("position startpos moves d6 f4 d5 b4 d7", "go infinite")
    wait_for(lambda: len(peer.search.calls) == 2)
    assert not is_answered(peer.receive())
    assert peer.bestmove("stop") == "bestmove xb4"


def test_stop_ends_an_infinite_search(peer):
    peer.send("go infinite")
    wait_for(lambda: peer.search.calls)
    peer.send("isready")
    assert not is_answered(peer.receive())
    assert peer.bestmove("stop") == "bestmove a7"


def test_go_while_searching_answers_both(peer):
    peer.send("go infinite", "position startpos moves d6", "go depth 1")
    peer.protocol.close()
    answers = [line for line in peer.receive() if line.startswith("bestmove")]
    assert answers == ["bestmove a7", "bestmove a7"]


def test_stop_and_ready_while_idle(peer):
    peer.send("stop", "stop", "isready")
    assert peer.receive() == ["readyok"]


def test_a_finished_game_has_no_move(peer):
    fen = "***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1"
    assert peer.go(f"position fen {fen}", "go infinite") == ["bestmove none"]


def test_a_repeated_position_is_drawn_unless_the_rule_is_off(peer):
    position = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
    moves = 2 * "d1-a1 g4-g7 a1-d1 g7-g4 "
    assert peer.bestmove(f"position fen {position} moves {moves}", "go depth 1") == "bestmove none"
    peer.send("setoption name ThreefoldRepetitionRule value false")
    assert peer.bestmove("go depth 1") != "bestmove none"


def test_the_ply_limit_is_an_option(peer):
    fen = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 100 60"
    assert peer.bestmove(f"position fen {fen}", "go depth 1") == "bestmove none"
    for rule in (0, 200):
        assert peer.bestmove(f"setoption name NMoveRule value {rule}", "go depth 1") != (
            "bestmove none"
        )


def test_flying_is_an_option(peer):
    fen = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
    peer.send(f"position fen {fen}", "d")
    assert "a7-d3" in peer.receive()[-1]
    peer.send("setoption name MayFly value false", "d")
    assert "a7-d3" not in peer.receive()[-1]
    peer.send(f"position fen {fen} moves a7-d3")
    assert "token 1" in peer.receive()[0]


def test_a_game_that_breaks_the_new_rules_keeps_the_old_ones(peer):
    fen = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
    peer.send(f"position fen {fen} moves a7-d3", "setoption name MayFly value false", "d")
    lines = peer.receive()
    assert lines[0].startswith("info string the position keeps its rules")
    assert lines[-2].startswith("fen: ")


def test_several_lines(peer):
    lines = peer.go("setoption name MultiPV value 3", "go depth 1")
    assert [line.split()[3:5] for line in lines[:3]] == [
        ["multipv", "1"],
        ["multipv", "2"],
        ["multipv", "3"],
    ]
    assert lines[-1] == "bestmove a7"


def test_new_game(peer):
    peer.bestmove("position startpos moves d6", "go depth 1")
    peer.send("ucinewgame", "d")
    assert peer.search.games == 1
    assert "fen: ********/********/********" in "\n".join(peer.receive())


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello", "info string 'hello' is not a command; commands are uci, isready, "),
        ("GO", "info string 'GO' is not a command"),
        ("x" * 99, f"info string '{'x' * 40}...' is not a command"),
        ("position", "info string position: '' is not a position"),
        ("position moves d6", "info string position: '' is not a position"),
        ("position startpos d6", "info string position: 'startpos d6' is not a position"),
        ("position fen", "info string position: '' is not a FEN"),
        ("position fen nonsense", "info string position: 'nonsense' is not a FEN"),
        ("position startpos moves d6 d6", "info string position: token 2: 'd6' is illegal in "),
        ("position startpos moves d6 q9", "info string position: token 2: 'q9' is not "),
        (
            "position startpos moves d6 f4 d5 b4 d7xb4",
            "info string position: token 5: 'd7xb4' is two",
        ),
        ("setoption", "info string setoption: '' does not name an option"),
        ("setoption name", "info string setoption: 'name' does not name an option"),
        (
            "setoption name Contempt value 3",
            "info string setoption: 'Contempt' is not an option; options",
        ),
        (
            "setoption name Hash value 0",
            "info string setoption: Hash: '0' is not a whole number from",
        ),
        ("setoption name Hash", "info string setoption: Hash: '' is not a whole number from"),
        ("setoption name MayFly value maybe", "info string setoption: MayFly: 'maybe' is neither"),
        ("setoption name Level value genius", "info string setoption: Level: 'genius' is not"),
        ("perft", "info string perft: '' is not a depth"),
        ("perft 0", "info string perft: '0' is not a depth"),
        ("perft -3", "info string perft: '-3' is not a depth"),
    ],
)
def test_a_bad_command_is_reported_and_changes_nothing(peer, line, answer):
    peer.send("position startpos moves b2", "d")
    before = peer.receive()
    peer.send(line)
    complaints = peer.receive()
    assert len(complaints) == 1
    assert complaints[0].startswith(answer)
    peer.send("d")
    assert peer.receive() == before


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("depth", "go: depth '' is not a whole number of at least 1"),
        ("depth 0", "go: depth '0' is not a whole number of at least 1"),
        ("nodes many", "go: nodes 'many' is not a whole number of at least 1"),
        ("movetime soon", "go: movetime 'soon' is not a whole number of at least 0"),
        ("ponder depth 1", "go: 'ponder' is unknown"),
    ],
)
def test_a_go_with_bad_words_is_still_answered(peer, arguments, problem):
    lines = peer.go(f"go {arguments}")
    assert lines[0] == f"info string {problem}"
    assert lines[-1] == "bestmove a7"


def run_lines(text, search=None):
    peer = Peer(search)
    run(peer.protocol, peer.output, io.StringIO(text))
    return peer.receive()


def test_the_end_of_input_answers_a_running_search():
    lines = run_lines("go infinite\n")
    assert lines[-1].startswith("bestmove ")


def test_quit_answers_a_running_search_and_reads_no_further():
    lines = run_lines("go movetime 60000\nquit\nisready\n", ScriptedSearch(slow=True))
    assert lines[-1].startswith("bestmove ")
    assert "readyok" not in lines


def test_line_endings_and_blank_lines_do_not_matter():
    assert run_lines("\n   \n\t isready \t\r\n") == ["readyok"]


def test_an_endless_line_is_ignored():
    lines = run_lines("position startpos moves " + "d6 " * LONGEST_LINE + "\nisready\n")
    assert lines == [
        f"info string ignored a line of more than {LONGEST_LINE} characters",
        "readyok",
    ]


def test_the_loop_ends_when_nobody_reads_its_output():
    class Broken(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    peer = Peer(target=Broken())
    source = io.StringIO("go infinite\nisready\nisready\n")
    run(peer.protocol, peer.output, source)
    assert source.read() != ""


def test_a_variant_is_an_option():
    peer = Peer()
    peer.send("setoption name Level value easy", "setoption name Variant value six", "d")
    assert "fen: ********/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1" in peer.receive()
    assert peer.bestmove("position startpos moves c5", "go") != "bestmove c5"
    mill = "position startpos moves a5 e1 c5 c1 e5"
    assert peer.bestmove(mill, "go") in ("bestmove xe1", "bestmove xc1")
    peer.send("setoption name Variant value lasker", "position startpos moves d6 f4 d6-d7", "d")
    lines = peer.receive()
    assert "fen: ********/**@*****/O******* b p p 1 9 1 9 0 0 0 0 0 0 0 3 2" in lines
    assert "f4-g4" in lines[-1].split()
    peer.send("setoption name Variant value three", "ucinewgame", "d")
    assert "3   *---*---*" in peer.receive()


def test_a_bad_variant_is_reported_and_the_old_one_stays():
    peer = Peer()
    peer.send(
        "setoption name Variant value six:men=5",
        "setoption name Variant value seven",
        "setoption name Variant value six:men=50",
        "setoption name Variant value nowhere.toml",
        "setoption name Variant value",
        "d",
    )
    *problems, _ = (line for line in peer.receive() if line.startswith(("info string", "moves")))
    assert [problem.partition("setoption: ")[2][:30] for problem in problems] == [
        "Variant: 'seven' is not a vari",
        "men: a side has 3 to 12 men, n",
        "[Errno 2] No such file or dire",
        "Variant: '' is not a variant; ",
    ]
    peer.send("d")
    assert "fen: ********/******** w p p 0 5 0 5 0 0 0 0 0 0 0 0 1" in peer.receive()


def test_the_position_of_another_board_stays_until_the_next_one():
    peer = Peer()
    peer.send("position startpos moves d6", "setoption name Variant value three", "d")
    first, *lines = peer.receive()
    assert first.startswith("info string the position keeps its rules until another is set up")
    assert "fen: ********/O*******/******** b p p 1 8 0 9 0 0 0 0 0 0 0 1 1" in lines


def test_a_variant_of_a_file(peer):
    peer.send(f"setoption name Variant value {FILE}", "d")
    assert "1   *---*---*---*---*" in peer.receive()


def test_no_flying_is_an_option_of_every_variant():
    peer = Peer()
    fen = "******O*/O******O/@@@***** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
    for variant, fly in (("ten", True), ("lasker", True), ("ten:flying=never", False)):
        peer.send(f"setoption name Variant value {variant}", f"position fen {fen}", "d")
        assert ("c4-g1" in peer.receive()[-1]) == fly
        peer.send("setoption name MayFly value false", "d", "setoption name MayFly value true")
        assert "c4-g1" not in peer.receive()[-1]
