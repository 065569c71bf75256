"""Games over HTTP: starting, joining, deleting, and what is refused."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx
import pytest
from people import Browser, meet
from serving import serving, wait_until

from merels.web.http.settings import Settings

TIME = {"kind": "time", "seconds": 60, "increment": 1}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"rated": True}, "needs a clock"),
        (
            {
                "rated": True,
                "clock": TIME,
                "fen": "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1",
            },
            "usual position",
        ),
        ({"clock": {"kind": "time", "seconds": 5}}, "seconds"),
        ({"clock": {"kind": "days", "days": 15}}, "days"),
        ({"variant": "chess"}, "chess"),
        ({"fen": "nonsense"}, "nonsense"),
        ({"color": "red"}, "color"),
        ({"name": "x" * 25}, "25 characters"),
        ({"level": "nobody"}, "nobody"),
        ({"level": "perfect", "rated": True, "clock": TIME}, "no measured strength"),
        ({"level": "easy", "variant": "six", "rated": True, "clock": TIME}, "strength in six"),
    ],
)
def test_bad_terms_are_refused(site, body, words):
    response = Browser(site).post("/games", **body)
    assert response.status_code == 422
    assert words in response.json()["detail"]


@pytest.mark.parametrize("header", [None, "Basic abc", "Bearer short", "Bearer " + "A" * 22 + "A"])
def test_without_a_secret_nothing_is_played(site, header):
    headers = {} if header is None else {"Authorization": header}
    response = site.post("/api/v1/games", json={}, headers=headers)
    assert response.status_code == 401
    assert response.json()["type"] == "/api/docs#unauthorized"


def test_the_seat_is_taken_once(site):
    name, white, black = meet(site, name="Ada", clock=TIME)
    assert white.post(f"/games/{name}/join").json()["you"] == "white"
    assert black.post(f"/games/{name}/join").json()["you"] == "black"
    late = Browser(site).post(f"/games/{name}/join")
    assert (late.status_code, late.json()["type"]) == (409, "/api/docs#taken")
    watched = Browser(site).get(f"/games/{name}").json()
    assert (watched["you"], watched["white"]["name"]) == (None, "Ada")
    assert watched["clock"] == {**TIME, "days": 0}


def test_a_level_without_a_measured_strength_plays_unrated(site):
    for terms in ({"level": "perfect"}, {"level": "easy", "variant": "six"}):
        game = Browser(site).post("/games", color="white", **terms).json()
        assert (game["state"], game["black"]["level"]) == ("running", terms["level"])
        assert game["black"]["rating"] is None


def test_quick_match_pairs_those_who_ask_for_the_same(site):
    one, other, third = (Browser(site) for _ in range(3))
    waiting = one.post("/quick", clock=TIME).json()
    assert waiting["state"] == "open"
    assert third.post("/quick", clock=TIME, rated=True).json()["id"] != waiting["id"]
    paired = other.post("/quick", clock=TIME).json()
    assert (paired["id"], paired["state"]) == (waiting["id"], "running")
    assert {paired["you"], one.get(f"/games/{waiting['id']}").json()["you"]} == {"white", "black"}


def test_quick_match_pairs_those_who_ask_at_the_same_moment(site):
    terms = {"clock": {**TIME, "increment": 7}}
    browsers = [Browser(site) for _ in range(30)]
    together = Barrier(len(browsers))

    def ask(browser):
        together.wait(300)
        return browser.post("/quick", **terms)

    with ThreadPoolExecutor(len(browsers)) as threads:
        answers = list(threads.map(ask, browsers))
    assert {answer.status_code for answer in answers} == {200}
    games = Counter(answer.json()["id"] for answer in answers)
    assert list(games.values()) == [2] * 15
    assert all(browsers[0].get(f"/games/{name}").json()["state"] == "running" for name in games)


def test_a_challenge_is_cancelled_and_a_finished_game_deleted(site):
    creator = Browser(site)
    name = creator.post("/games").json()["id"]
    assert Browser(site).send("DELETE", f"/games/{name}").status_code == 403
    assert creator.send("DELETE", f"/games/{name}").status_code == 204
    assert creator.get(f"/games/{name}").json()["outcome"]["reason"] == "cancelled"

    name, white, black = meet(site, name="Ada")
    assert white.send("DELETE", f"/games/{name}").status_code == 409
    white.connect(name).tell(type="resign", seq=2)
    white.see(lambda game: game["state"] == "finished")
    white.close()
    assert white.send("DELETE", f"/games/{name}").status_code == 204
    left = black.get(f"/games/{name}").json()
    assert (left["white"], left["you"]) == (None, "black")
    assert black.send("DELETE", f"/games/{name}").status_code == 204
    assert black.get(f"/games/{name}").status_code == 404


def test_a_game_file_names_players_and_how_it_ended(site):
    name, white, black = meet(site, name='A"da', clock=TIME)
    white.connect(name).tell(type="move", seq=2, move="d6")
    white.see(lambda game: game["seq"] == 2)
    black.connect(name).tell(type="resign", seq=3)
    black.see(lambda game: game["state"] == "finished")
    text = white.get(f"/games/{name}.pgn").text
    for part in (
        '[White "A\\"da"]',
        '[Black "?"]',
        '[TimeControl "60+1"]',
        '[Termination "resignation"]',
        "1. d6 1-0",
    ):
        assert part in text
    assert white.get("/games/mine.pgn").text.count("[Event ") == 1
    for browser in (white, black):
        browser.close()
    report = white.get(f"/games/{name}/report")
    assert report.status_code == 200, report.text
    assert report.json()["moves"] == report.json()["white"]["moves"] == 1
    assert white.get(f"/games/{name}/report").content == report.content  # stored


def test_no_report_of_a_running_game(site):
    name, white, _ = meet(site)
    assert white.get(f"/games/{name}/report").status_code == 409


def test_no_report_of_a_challenge_that_was_cancelled(site):
    creator = Browser(site)
    name = creator.post("/games").json()["id"]
    creator.send("DELETE", f"/games/{name}")
    report = creator.get(f"/games/{name}/report")
    assert (report.status_code, report.json()["type"]) == (409, "/api/docs#taken")
    assert report.json()["detail"] == "the game was cancelled before it started"


def test_one_s_name(site):
    me = Browser(site)
    assert me.get("/me").json()["name"] is None
    assert me.send("PUT", "/me", json={"name": "  Ada  "}).json()["name"] == "Ada"
    assert me.send("PUT", "/me", json={"name": "a\u202eb"}).status_code == 422
    assert me.send("PUT", "/me", json={"name": None}).json()["name"] is None


def bounded(folder, **settings):
    """Return the settings of a server with limits of its own."""
    common = {"tables": str(folder), "rate": 0, "database": str(folder / "g.sqlite")}
    return Settings(**common, **settings)


def finish(name, browser):
    """Resign a game; leave the browser connected."""
    game = browser.connect(name).see()
    browser.tell(type="resign", seq=game["seq"] + 1)
    return browser.see(lambda game: game["state"] == "finished")


def test_unfinished_games_from_one_address_are_bounded(tmp_path):
    with serving(bounded(tmp_path, games=2)) as client:
        assert [Browser(client).post("/games").status_code for _ in range(3)] == [201, 201, 429]


def test_rematches_are_bounded_as_new_games_are(tmp_path):
    with serving(bounded(tmp_path, games=2)) as client:
        name, white, black = meet(client)
        seq = finish(name, white)["seq"]
        alone = Browser(client)
        against_level = alone.post("/games", color="white", level="easy").json()["id"]
        level_seq = finish(against_level, alone)["seq"]
        others = [meet(client) for _ in range(2)]

        white.tell(type="rematch", seq=seq + 1)
        white.see(lambda game: game["offers"]["rematch"] == "white")
        black.connect(name).tell(type="rematch", seq=seq + 2)
        refused = black.hear("refused")
        assert refused["detail"] == "more than 2 unfinished games from one address"
        assert refused["game"]["rematch_id"] is None
        alone.tell(type="rematch", seq=level_seq + 1)
        alone.see(lambda game: game["offers"]["rematch"] == "white")
        declined = alone.see(lambda game: game["offers"]["rematch"] is None)
        assert declined["rematch_id"] is None

        finish(others[0][0], others[0][1])
        black.tell(type="rematch", seq=seq + 2)
        assert black.see(lambda game: game["rematch_id"] is not None)["state"] == "finished"
        assert Browser(client).post("/games").status_code == 429
        for browser in (white, black, alone, others[0][1]):
            browser.close()


def test_games_against_the_computer_count_as_searches_of_the_address_that_made_them(tmp_path):
    settings = bounded(tmp_path, queue=2, games=0)
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with (
        serving(settings) as client,
        httpx.Client(base_url=client.base_url, transport=elsewhere, timeout=300) as greedy,
    ):
        expert = {"level": "expert"}
        assert Browser(client).post("/move", **expert).status_code == 200  # the engine is loaded
        made = [Browser(greedy).post("/games", color="black", **expert) for _ in range(20)]
        assert {each.status_code for each in made} == {201}
        for _ in range(3):
            wait_until(lambda: count_waiting(client) == settings.queue, 60)
            assert Browser(client).post("/move", **expert).status_code == 200


def count_waiting(client):
    return client.get("/api/v1/health").json()["engine"]["queued"]


def test_values_are_the_same_for_everybody_also_in_a_rated_game(site):
    _, white, _ = meet(site, clock=TIME, rated=True)
    fen = white.get("/position").json()["fen"]
    for path in ("/probe", "/line"):
        answer = white.get(path, params={"fen": fen})
        assert answer.status_code == 200
        assert answer.content == site.get(f"/api/v1{path}", params={"fen": fen}).content
        nobody = {"Authorization": "Bearer nobody"}  # nobody looks at it
        assert site.get(f"/api/v1{path}", params={"fen": fen}, headers=nobody).status_code == 200
    assert white.post("/move", level="easy").status_code == 200
    assert white.get("/analysis", params={"seconds": 0.1}).status_code == 200


def test_without_a_database_the_rest_works(tmp_path):
    (tmp_path / "file").write_text("no folder")
    address = str(tmp_path / "file" / "games.sqlite")
    with serving(Settings(tables=str(tmp_path), database=address)) as client:
        response = Browser(client).get("/me")
        assert response.status_code == 503
        assert response.json()["type"] == "/api/docs#people-off"
        assert response.json()["detail"] == "the server cannot write into its data folder"
        assert client.get("/api/v1/position").status_code == 200
