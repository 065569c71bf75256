"""A stored game that cannot be read is left out, and everything else goes on."""

import signal
import sqlite3

import httpx
from people import Browser, meet
from server_process import running
from serving import wait_until


def damage(path, statement, *games):
    with sqlite3.connect(path) as connection:
        for game in games:
            connection.execute(statement, (game,))
    connection.close()


def list_games(browser, **search):
    answer = browser.get("/games", params=search)
    assert answer.status_code == 200, answer.text
    return answer.json()["games"]


def test_one_unreadable_game_stops_neither_the_computer_nor_the_lobby(tmp_path):
    database = tmp_path / "g.sqlite"
    options = ("--no-solve", "--places", "1", "--tables", tmp_path, "--database", database)
    options += ("--log-level", "warning")  # nobody reads the log before the end
    with running(*options) as server, httpx.Client(base_url=server.url, timeout=60) as client:
        me = Browser(client)
        # Expert takes longer than the server lives: the computer is to move in both games.
        games = [me.post("/games", color="black", level="expert").json()["id"] for _ in range(2)]
        open_games = [me.post("/games", listed=True).json()["id"] for _ in range(3)]
        finished = []
        for _ in range(2):
            name, white, _ = meet(client)
            white.connect(name).tell(type="resign", seq=2)
            white.see(lambda game: game["state"] == "finished")
            white.close()
            finished.append((name, white))
        server.process.kill()
        server.process.wait(60)
    damage(database, "UPDATE events SET body = 'damaged' WHERE game = ?", games[0], finished[0][0])
    damage(database, "UPDATE games SET terms = '{\"clock\": 1' WHERE id = ?", open_games[1])
    damage(database, "UPDATE games SET fen = '' WHERE id = ?", open_games[2])

    with running(*options) as server, httpx.Client(base_url=server.url, timeout=60) as client:
        me._client = client
        for _ in range(2):
            assert [each["id"] for each in list_games(Browser(client), state="open")] == [
                open_games[0]
            ]

        def plies():
            running_games = list_games(me, mine=True, state="running")
            return {each["id"]: each["plies"] for each in running_games}

        wait_until(lambda: plies()[games[1]] == 1, 120)
        for each in (games[0], open_games[1]):
            answer = me.get(f"/games/{each}")
            assert answer.status_code == 500
            assert (
                answer.json()["detail"] == f"the game {each} cannot be read; see the server's log"
            )
        for number, (name, white) in enumerate(finished):
            white._client = client
            assert (name in white.get("/games/mine.pgn").text) == bool(number)
        _, log = server.stop(signal.SIGTERM)
    unreadable = [line["game"] for line in log if line["message"] == "a stored game cannot be read"]
    assert sorted(unreadable) == sorted([games[0], *open_games[1:], finished[0][0]])
