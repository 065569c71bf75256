"""Players: found by the hash of their secret."""

import asyncio

from people import playing

from merels.online.identity import hash_secret, make_secret
from merels.online.rating import Rating
from merels.web.online.storage import players


def test_a_secret_is_one_player_and_levels_are_nobody_s(tmp_path):
    plain = make_secret()
    secret = hash_secret(plain)

    def work(transaction):
        assert players.find_player(transaction, secret) is None
        first = players.ensure_player(transaction, secret, 0)
        assert players.ensure_player(transaction, secret, 9) == first
        assert players.find_player(transaction, secret) == first
        level = players.ensure_level(transaction, "hard", 0)
        assert players.read_player(transaction, level, "nine").rating == 700
        assert players.read_player(transaction, level, "six").rating is None
        assert players.read_player(transaction, level, "six").level == "hard"
        assert players.read_rating(transaction, first, "nine") is None
        for rating in (Rating(900, 80, 0.06, 3, 5), Rating(910, 75, 0.06, 4, 6)):
            players.write_rating(transaction, first, "nine", rating)
        assert players.read_ratings(transaction, first) == {"nine": Rating(910, 75, 0.06, 4, 6)}
        players.rename(transaction, first, "Ada")
        player = players.read_player(transaction, first, "nine")
        assert (player.name, player.rating, player.level) == ("Ada", 910, None)

    async def run():
        async with playing(tmp_path / "g.sqlite") as people:
            await people.database.run(work)

    asyncio.run(run())
    stored = (tmp_path / "g.sqlite").read_bytes()
    assert secret.encode() in stored
    assert plain.encode() not in stored
