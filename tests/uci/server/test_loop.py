"""The protocol, line by line."""

import io
import threading
from types import SimpleNamespace

import pytest
from scripted_search import ScriptedSearch, wait_for

from merels import Game, MissingExtraError, Move, Result, Value
from merels.uci.server.chooser import Parts
from merels.uci.server.loop import LONGEST_LINE, Protocol, run
from merels.uci.server.output import Output


class Peer:
    """A program that talks to the engine and reads every line."""

    def __init__(self, search=None, open_tables=lambda path: None, create_engine=None, target=None):
        self.search = search or ScriptedSearch()
        self.made = []
        self.stream = target or io.StringIO()
        self.output = Output(self.stream)

        def create(hash_mb, threads, oracle):
            self.made.append((hash_mb, threads, oracle))
            return self.search

        parts = Parts(
            create_engine=create_engine or create,
            open_tables=open_tables,
            evaluate=lambda position: 12,
            seed=1,
        )
        self.protocol = Protocol(parts, self.output)
        self.read = 0

    def send(self, *lines):
        for line in lines:
            assert self.protocol.handle(line)

    def receive(self):
        """Return the lines since the last time."""
        lines = self.stream.getvalue().splitlines()
        new, self.read = lines[self.read :], len(lines)
        return new

    def go(self, *lines):
        """Send lines, the last of which is a ``go``, and return everything up to the answer."""
        self.receive()
        self.send(*lines)
        received = []
        wait_for(lambda: received.extend(self.receive()) or is_answered(received))
        return received

    def bestmove(self, *lines):
        return self.go(*lines)[-1]


def is_answered(lines):
    return any(line.startswith("bestmove") for line in lines)


@pytest.fixture
def peer():
    peer = Peer()
    yield peer
    peer.protocol.close()


def test_identity_and_options(monkeypatch):
    monkeypatch.setattr("merels.uci.server.options.count_processors", lambda: 8)
    monkeypatch.setattr("merels.uci.server.options.memory_megabytes", lambda: 4096)
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
        "option name MayFly type check default true",
        "option name NMoveRule type spin default 100 min 0 max 1000",
        "option name ThreefoldRepetitionRule type check default true",
    ]


def test_more_threads_than_processors_are_accepted_and_reported(monkeypatch):
    monkeypatch.setattr("merels.uci.server.options.count_processors", lambda: 8)
    peer = Peer()
    peer.send("setoption name Threads value 256", "isready")
    assert peer.receive() == [
        "info string Threads: 256 is more processors than this machine has; using 8",
        "readyok",
    ]
    assert peer.made == [(64, 8, None)]


def test_perfect_play_asks_the_tables_only_within_its_time():
    class Slow:
        asked, is_thinking = 0, False

        def get(self, position):
            if Slow.is_thinking:
                Slow.asked += 1
                wait_for(lambda: peer.protocol._task is not None)
                peer.protocol._task.stop.set()  # as if time were up
            return Value(Result.DRAW)

        def close(self):
            pass

    peer = Peer(open_tables=lambda path: Slow())
    peer.send("setoption name Level value perfect", "isready")
    Slow.is_thinking = True  # it is asked once when it is made ready, too
    peer.bestmove("position startpos", "go movetime 60000")
    assert Slow.asked == 1


def test_ready_means_that_the_search_is_loaded(peer):
    peer.send("isready")
    assert peer.receive() == ["readyok"]
    assert peer.made == [(64, 1, None)]
    peer.send("isready")
    assert peer.made == [(64, 1, None)]


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


def test_hash_and_threads_create_another_search(peer):
    peer.bestmove("go depth 1")
    peer.bestmove("setoption name Hash value 16", "setoption name threads value 2", "go depth 1")
    assert peer.made == [(64, 1, None), (16, 2, None)]


def test_levels_choose_without_the_search(peer):
    lines = peer.go("setoption name Level value Easy", "position startpos moves d6", "go")
    assert peer.made == []
    assert lines[-2].startswith("info time ")
    assert Move.parse(lines[-1].split()[1]) in Game().legal_moves


def test_a_rating_is_a_level(peer):
    peer.send("setoption name Level value elo:1200", "isready", "setoption name Level value elo:1")
    lines = peer.receive()
    assert lines[0] == "readyok"
    assert lines[1].startswith("info string setoption: 'elo:1' is not a strength")
    assert len(peer.made) == 1


def test_perfect_play_searches_if_nothing_is_known(peer):
    peer.search.script = [Move.parse("d2")]
    lines = peer.go("setoption name Level value perfect", "position startpos", "go movetime 700")
    assert lines[-1] == "bestmove d2"
    assert lines[-2].endswith(" pv d2")
    _, limits, _ = peer.search.calls[0]
    assert 0 < limits.seconds <= 0.7


def test_perfect_play_knows_better_than_the_search():
    def get(position):
        return Value(Result.LOSS, 2) if position.white == 1 << 13 else Value(Result.DRAW)

    tables = SimpleNamespace(get=get, close=lambda: None)
    peer = Peer(open_tables=lambda path: tables)
    lines = peer.go("setoption name Level value perfect", "position startpos", "go movetime 700")
    assert lines[-1] == "bestmove d2"
    peer.protocol.close()


def test_new_game(peer):
    peer.bestmove("position startpos moves d6", "go depth 1")
    peer.send("ucinewgame", "d")
    assert peer.search.games == 1
    assert "fen: ********/********/********" in "\n".join(peer.receive())


def test_tables_are_opened_where_the_option_says():
    asked = []
    tables = SimpleNamespace(
        get=lambda position: Value(Result.WIN, 13), close=lambda: asked.append("closed")
    )
    peer = Peer(open_tables=lambda path: asked.append(path) or tables)
    peer.bestmove("go depth 1")
    peer.bestmove("setoption name TablePath value /some where/tables", "go depth 1")
    peer.send("eval")
    assert asked == [None, "/some where/tables"]
    assert peer.made == [(64, 1, tables)] * 2
    assert peer.receive() == [
        "static value: +0.12 men for White",
        "solved: win in 13 plies for White",
    ]
    peer.protocol.close()
    assert asked[2:] == ["closed", "closed"]


def test_a_folder_that_cannot_be_opened_is_noted():
    def refuse(path):
        raise FileNotFoundError(f"no folder {path}")

    peer = Peer(open_tables=refuse)
    lines = peer.go("setoption name TablePath value nowhere", "go depth 1")
    assert lines[0] == "info string no folder nowhere"
    assert lines[-1] == "bestmove a7"
    peer.protocol.close()


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
        ("setoption name Level value genius", "info string setoption: 'genius' is not a player"),
        ("perft", "info string perft: '' is not a depth"),
        ("perft 0", "info string perft: '0' is not a depth"),
        ("perft -3", "info string perft: '-3' is not a depth"),
    ],
)
def test_errors_are_reported_and_change_nothing(peer, line, answer):
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


def test_a_search_that_fails_is_replaced():
    peer = Peer(search=ScriptedSearch(error=RuntimeError("out of\nluck")))
    lines = peer.go("go depth 3")
    assert lines[0] == "info string RuntimeError: out of luck; level hard chooses"
    assert Move.parse(lines[-1].split()[1]) in Game().legal_moves
    peer.protocol.close()


def test_without_compiled_code_a_level_plays():
    def create(hash_mb, threads, oracle):
        raise MissingExtraError("add it with: pip install 'merels[engine]'")

    peer = Peer(create_engine=create)
    lines = peer.go("go depth 3")
    assert "pip install 'merels[engine]'" in lines[0]
    assert Move.parse(lines[-1].split()[1]) in Game().legal_moves
    peer.protocol.close()


def test_time_is_kept_while_the_search_is_loading():
    loaded = threading.Event()
    search = ScriptedSearch()
    peer = Peer(create_engine=lambda *_: loaded.wait(60) and search)
    lines = peer.go("go movetime 60")
    assert lines[0] == "info string the search is still loading; level hard chooses"
    assert search.calls == []
    peer.send("go infinite")
    assert Move.parse(peer.bestmove("stop").split()[1]) in Game().legal_moves
    peer.send("go movetime 30000")
    loaded.set()
    wait_for(lambda: search.calls)
    assert search.calls[0][1].seconds < 30
    peer.protocol.close()
    assert is_answered(peer.receive())


def test_the_board(peer):
    peer.send("position startpos moves d6 f4 d5 b4 d7", "d")
    assert peer.receive() == [
        "7   *-----------O-----------*",
        "    |           |           |",
        "6   |   *-------O-------*   |",
        "    |   |       |       |   |",
        "5   |   |   *---O---*   |   |",
        "    |   |   |       |   |   |",
        "4   *---@---*       *---@---*",
        "    |   |   |       |   |   |",
        "3   |   |   *---*---*   |   |",
        "    |   |       |       |   |",
        "2   |   *-------*-------*   |",
        "    |           |           |",
        "1   *-----------*-----------*",
        "",
        "    a   b   c   d   e   f   g",
        "",
        "fen: O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 4 3",
        "moves: xb4 xf4",
    ]


def test_the_board_of_a_finished_game(peer):
    peer.send("position fen ***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1", "d")
    assert peer.receive()[-1] == "result: 0-1, too few men"


def test_perft(peer):
    peer.send("perft 3")
    received = []
    wait_for(lambda: received.extend(peer.receive()) or "leaves: 12144" in received)
    assert received[:2] == ["a7: 506", "d7: 506"]
    assert len(received) == 26


def test_perft_stops(peer):
    peer.send("perft 30")
    peer.send("stop")
    wait_for(lambda: "info string perft was stopped" in peer.stream.getvalue())


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


def test_any_line_ending_works_and_lines_may_be_empty():
    assert run_lines("\n   \n\t isready \t\r\n") == ["readyok"]


def test_an_endless_line_is_skipped():
    lines = run_lines("position startpos moves " + "d6 " * LONGEST_LINE + "\nisready\n")
    assert lines == [
        f"info string ignored a line of more than {LONGEST_LINE} characters",
        "readyok",
    ]


def test_a_reader_that_goes_away_ends_the_loop():
    class Broken(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    peer = Peer(target=Broken())
    source = io.StringIO("go infinite\nisready\nisready\n")
    run(peer.protocol, peer.output, source)
    assert source.read() != ""
