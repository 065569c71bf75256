"""Moves chosen by search or by a level, and what is loaded for that."""

import threading
from types import SimpleNamespace

from protocol_peer import Peer, is_answered
from scripted_search import ScriptedSearch, wait_for

from merels import Game, MissingExtraError, Move, Result, Value


def test_perfect_play_asks_the_tables_no_longer_than_it_may():
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
    Slow.is_thinking = True  # loading has asked it once, too
    peer.bestmove("position startpos", "go movetime 60000")
    assert Slow.asked == 1


def test_ready_means_that_the_search_is_loaded(peer):
    peer.send("isready")
    assert peer.receive() == ["readyok"]
    assert peer.made == [(64, 1, None)]
    peer.send("isready")
    assert peer.made == [(64, 1, None)]


def test_hash_and_threads_make_another_search(peer):
    peer.bestmove("go depth 1")
    peer.bestmove("setoption name Hash value 16", "setoption name threads value 2", "go depth 1")
    assert peer.made == [(64, 1, None), (16, 2, None)]


def test_levels_choose_without_the_search(peer):
    lines = peer.go("setoption name Level value Easy", "position startpos moves d6", "go")
    assert peer.made == []
    assert lines[-2].startswith("info time ")
    assert Move.parse(lines[-1].split()[1]) in Game().legal_moves


def test_a_strength_is_a_level(peer):
    peer.send("setoption name Level value elo:1200", "isready", "setoption name Level value elo:1")
    lines = peer.receive()
    assert lines[0] == "readyok"
    assert lines[1].startswith("info string setoption: Level: 'elo:1' is not a strength")
    assert len(peer.made) == 1


def test_perfect_play_searches_where_nothing_is_known(peer):
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
        "static value: +0.12 men for White, who can expect 50 % (100 % is a win, 50 % a draw)",
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
    peer = Peer(create_engine=lambda *_: loaded.wait(300) and search)
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
