"""No help while a rated game runs, for its players alone."""

from people import Browser, meet

from merels.rules.game import Game

DAYS = {"kind": "days", "days": 1}


def probe(browser, fen):
    return browser.get("/probe", params={"fen": fen})


def test_players_of_a_rated_game_get_no_help_until_it_is_over(site):
    name, white, black = meet(site, clock=DAYS, rated=True)
    white.connect(name).tell(type="move", seq=2, move="a7")
    white.see(lambda game: game["seq"] == 2)
    position, image, far = Game(), Game(), Game()
    position.push("a7")
    image.push("g1")
    for move in ("d6", "f4", "d2", "b4"):
        far.push(move)
    for browser in (white, black):
        for game in (position, image):
            refused = probe(browser, game.fen())
            assert (refused.status_code, refused.json()["type"]) == (403, "/api/docs#playing")
            for path in ("/analysis", "/line"):
                assert browser.get(path, params={"fen": game.fen()}).status_code == 403
        moved = browser.post("/move", moves=["a7"], level="easy")
        assert moved.status_code == 403
        assert probe(browser, far.fen()).status_code == 200
    image.push("d6")
    assert probe(white, image.fen()).status_code == 403  # one move on
    assert probe(Browser(site), position.fen()).status_code == 200
    assert site.get("/api/v1/probe", params={"fen": position.fen()}).status_code == 200
    black.connect(name).tell(type="move", seq=3, move="d6")
    black.see(lambda game: game["seq"] == 3)
    black.tell(type="resign", seq=4)
    black.see(lambda game: game["state"] == "finished")
    assert probe(white, position.fen()).status_code == 200
    for browser in (white, black):
        browser.close()


def test_casual_games_are_everybody_s_own_business(site):
    _, white, _ = meet(site)
    assert probe(white, Game().fen()).status_code == 200
