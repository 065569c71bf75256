"""Lists of games over HTTP, and one's finished games as a file."""

from people import Browser, meet

PARTS = ("[Event ", "1. d6")


def finish(site, **options):
    """Play a move and resign; return the two browsers."""
    name, white, black = meet(site, **options)
    white.connect(name).tell(type="move", seq=2, move="d6")
    white.see(lambda game: game["moves"] == ["d6"])
    white.tell(type="resign", seq=3)
    white.see(lambda game: game["state"] == "finished")
    white.close()
    return name, white, black


def test_finished_games_are_listed_and_exported_for_their_players(site):
    name, white, black = finish(site, name="Ada")
    listed = white.get("/games?state=finished&mine=true").json()["games"]
    assert [each["id"] for each in listed] == [name]
    for browser in (white, black):
        text = browser.get("/games/mine.pgn").text
        assert all(text.count(part) == 1 for part in PARTS)
    stranger = Browser(site)
    assert stranger.get("/games/mine.pgn").text == ""
    found = stranger.get("/games?state=finished&player=Ada").json()["games"]
    assert name in [each["id"] for each in found]
    assert stranger.get("/games?state=finished&player=nobody-like-that").json()["games"] == []


def test_an_open_challenge_is_in_the_lobby_only_if_it_is_listed(site):
    creator = Browser(site)
    names = [creator.post("/games", listed=listed).json()["id"] for listed in (True, False)]
    open_games = [each["id"] for each in Browser(site).get("/games?state=open").json()["games"]]
    assert [name in open_games for name in names] == [True, False]
    own = [each["id"] for each in creator.get("/games?state=open&mine=true").json()["games"]]
    assert set(names) <= set(own)
