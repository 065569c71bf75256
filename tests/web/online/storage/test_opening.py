"""Opening a database, or saying why not."""

import asyncio
import sqlite3

import pytest
from people import play_the_first

from merels.web.online import service
from merels.web.online.service import Beginning
from merels.web.online.storage.opening import OpeningError, SqliteFile, open_database
from merels.web.online.storage.schema import MIGRATIONS, migrate


def begin(address):
    """Return the games in a database, None for none, and why there are none."""

    async def run():
        beginning = Beginning(address, play_the_first)
        await beginning.start()
        await beginning.stop()
        return beginning.people, beginning.problem

    return asyncio.run(run())


def test_it_is_durable_and_belongs_to_one_server(tmp_path):
    path = tmp_path / "new" / "games.sqlite"
    database = open_database(str(path)).database
    try:

        async def look():
            def work(transaction):
                return transaction.fetch("PRAGMA journal_mode"), transaction.fetch(
                    "PRAGMA synchronous"
                )

            return await database.run(work)

        assert asyncio.run(look()) == ([("wal",)], [(2,)])
        with pytest.raises(OpeningError, match="another server uses"):
            open_database(str(path))
    finally:
        asyncio.run(database.close())
    asyncio.run(open_database(str(path)).database.close())


def test_a_connection_in_use_is_closed_when_it_is_given_back(tmp_path):
    """A thread may still read when the server stops; closing under it would crash the process."""
    backend = SqliteFile(tmp_path / "games.sqlite")
    used, idle = backend.borrow(), backend.borrow()
    backend.give_back(idle)
    backend.close()
    assert used.execute("SELECT 1").fetchall() == [(1,)]
    backend.give_back(used)
    for connection in (used, idle):
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("{}/file/games.sqlite", "cannot write into its data folder"),
        ("{}/file", "damaged, or is another file"),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "cannot reach its database"),
    ],
)
def test_why_it_cannot_be_used(tmp_path, caplog, address, words):
    (tmp_path / "file").write_text("this is no database, whatever it may look like" * 100)
    people, problem = begin(address.format(tmp_path))
    assert people is None
    assert words in problem
    assert str(tmp_path) not in problem  # that is for the log
    assert "no games between people" in caplog.text
    assert "secret@" not in caplog.text


def test_without_the_package_there_are_no_games(monkeypatch):
    monkeypatch.setattr(service, "find_spec", lambda _: None)
    people, problem = begin("anywhere")
    assert people is None
    assert "pip install 'merels[people]'" in problem


def test_a_database_of_a_later_version_is_left_alone(tmp_path):
    path = tmp_path / "games.sqlite"
    database = open_database(str(path)).database

    async def make():
        await database.run(migrate)
        await database.run(migrate)  # nothing is left to do

    asyncio.run(make())
    asyncio.run(database.close())
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migrations (number) VALUES (?)", (len(MIGRATIONS),))
    people, problem = begin(str(path))
    assert people is None
    assert "see the server's log" in problem
