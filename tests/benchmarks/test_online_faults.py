"""Games over a server that is killed: nothing that was acknowledged is lost."""

import asyncio
import sqlite3

import online_faults
import pytest

GAMES, COMMANDS, KILLS = 8, 50, 2


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faults")
    # Counted, not timed: so it is the same whatever the machine's speed.
    pace = online_faults.Pace(seconds=0, commands=COMMANDS, kills=KILLS)
    return folder, asyncio.run(online_faults.simulate(folder, GAMES, pace, seed=5))


def test_every_game_ends_and_nothing_is_lost(found):
    _, figures = found
    assert figures["games"] >= GAMES
    assert figures["kills"] >= KILLS
    assert figures["acknowledged"] >= KILLS * COMMANDS
    assert figures["messages"]["reconnected"] >= KILLS * GAMES


def test_the_check_finds_a_lost_move_and_a_lost_seat(found):
    folder, _ = found
    database = folder / "games.sqlite"
    with sqlite3.connect(database) as connection:
        [(name, white, black)] = connection.execute(
            "SELECT id, white, black FROM games WHERE plies > 3 LIMIT 1"
        )
        seats = dict(connection.execute("SELECT id, secret FROM players"))
    tally = online_faults.Tally()
    tally.seats[name] = {"white": seats[white], "black": seats[black]}
    assert online_faults.check(database, tally)["games"] == 1
    tally.acknowledged.add((name, "white", 2, "move", "never played"))
    with pytest.raises(AssertionError, match="acknowledged but not stored"):
        online_faults.check(database, tally)
    tally = online_faults.Tally()
    tally.seats[name] = {"white": seats[black], "black": seats[black]}
    with pytest.raises(AssertionError, match="lost white"):
        online_faults.check(database, tally)
