"""Work in one thread: committed in groups, each piece undone by itself."""

import asyncio
import sqlite3
import threading

import pytest

from merels.web.online.storage.database import ConflictError, UnavailableError
from merels.web.online.storage.opening import open_database


def test_what_fails_is_undone_by_itself_and_the_rest_is_on_disk(tmp_path):
    path = tmp_path / "x.sqlite"
    database = open_database(str(path)).database
    statements = []
    connection = database._backend.borrow()
    connection.set_trace_callback(statements.append)
    database._backend.give_back(connection)  # the only one: the next to be lent
    hold = threading.Event()

    async def run():
        await database.run(lambda t: t.execute("CREATE TABLE n (number INTEGER PRIMARY KEY)"))
        statements.clear()
        waiting = asyncio.create_task(database.run(lambda _: hold.wait(300)))
        await asyncio.sleep(0.05)

        def insert(number):
            def work(transaction):
                transaction.execute("INSERT INTO n (number) VALUES (?)", number)
                if number == 3:
                    raise ZeroDivisionError
                return number

            return database.run(work)

        tasks = [asyncio.create_task(insert(number)) for number in (1, 2, 3, 2, 4)]
        await asyncio.sleep(0.05)
        hold.set()
        await waiting
        return await asyncio.gather(*tasks, return_exceptions=True)

    try:
        done = asyncio.run(run())
        assert done[:2] == [1, 2]
        assert isinstance(done[2], ZeroDivisionError)
        assert isinstance(done[3], ConflictError)
        assert done[4] == 4
        assert statements.count("COMMIT") <= 2  # what came during one commit shares the next
        # Another connection sees what was answered.
        assert sqlite3.connect(path).execute("SELECT number FROM n").fetchall() == [
            (1,),
            (2,),
            (4,),
        ]
    finally:
        asyncio.run(database.close())


def test_a_disk_that_is_full_is_answered_with_an_error(tmp_path, caplog):
    database = open_database(str(tmp_path / "x.sqlite")).database

    async def run():
        await database.run(lambda t: t.execute("CREATE TABLE n (text TEXT)"))
        await database.run(lambda t: t.fetch("PRAGMA max_page_count = 3"))
        with pytest.raises(UnavailableError):
            await database.run(lambda t: t.execute("INSERT INTO n VALUES (?)", "x" * 100_000))
        await database.run(lambda t: t.execute("INSERT INTO n VALUES ('y')"))
        assert await database.read(lambda t: t.fetch("SELECT * FROM n")) == [("y",)]

    asyncio.run(run())
    assert "disk is full" in caplog.text
    asyncio.run(database.close())
