"""A database is brought up to date when it is opened, and remembers what the server needs."""

import asyncio

import pytest

from merels.errors import MerelsError
from merels.web.online.storage.opening import open_database
from merels.web.online.storage.schema import MIGRATIONS, ensure_key, keep_time, migrate


@pytest.fixture
def run(tmp_path):
    database = open_database(str(tmp_path / "games.sqlite")).database
    yield lambda work: asyncio.run(database.run(work))
    asyncio.run(database.close())


def test_an_up_to_date_database_stays_as_it_is(run):
    run(migrate)
    run(lambda transaction: keep_time(transaction, 7))
    run(migrate)
    assert run(lambda transaction: keep_time(transaction, 0)) == 7


def test_a_database_of_a_later_merels_is_refused(run):
    run(migrate)
    run(
        lambda transaction: transaction.execute(
            "INSERT INTO migrations (number) VALUES (?)", len(MIGRATIONS)
        )
    )
    with pytest.raises(MerelsError, match=f"version {len(MIGRATIONS) + 1}.*update Merels"):
        run(migrate)


def test_time_never_goes_back(run):
    run(migrate)
    assert [run(lambda transaction, at=at: keep_time(transaction, at)) for at in (5, 9, 3)] == [
        5,
        9,
        9,
    ]


def test_a_key_stays_the_same_and_moves_into_its_file(run, tmp_path):
    run(migrate)
    stored = run(lambda transaction: ensure_key(transaction, "origins", None))
    file = tmp_path / "keys" / "games.key"
    assert run(lambda transaction: ensure_key(transaction, "origins", file)) == stored
    assert file.read_text() == stored
    assert file.stat().st_mode & 0o777 == 0o600
    assert run(lambda transaction: transaction.fetch("SELECT value FROM keys")) == []
    assert run(lambda transaction: ensure_key(transaction, "origins", file)) == stored
