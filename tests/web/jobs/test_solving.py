"""Solving small endgames in the background."""

import asyncio
import json
import shutil

from serving import serving
from solved import solved_folder

from merels.tables.folder import TableFolder
from merels.tables.key import TableKey
from merels.web.jobs import solving
from merels.web.jobs.solving import BackgroundSolving
from merels.web.settings import Settings


def states_of(client):
    """Return the states that the stream reports until it ends."""
    text = client.get("/api/v1/solving", timeout=120).text
    return [
        json.loads(line.removeprefix("data: "))
        for line in text.splitlines()
        if line.startswith("data: ")
    ]


def test_missing_tables_are_solved_and_then_used(tmp_path):
    for name in ("3-3.mtb", "3-4.mtb"):
        shutil.copy(solved_folder() / name, tmp_path)
    fen = "***@*@**/**O*O@**/O******O w m s 4 0 3 0 0 0 0 0 0 0 0 0 1"
    with serving(Settings(tables=str(tmp_path), solve_men=7)) as client:
        assert client.get("/api/v1/probe", params={"fen": fen}).json()["value"] is None
        states = states_of(client)
        assert states[0] == {
            "state": "running",
            "done": 2,
            "total": 3,
            "table": None,
            "detail": None,
        }
        assert states[-1] == {"state": "done", "done": 3, "total": 3, "table": None, "detail": None}
        assert {state["table"] for state in states} >= {"4-3"}
        assert client.get("/api/v1/probe", params={"fen": fen}).json()["value"] is not None
        assert client.get("/api/v1/health").json()["tables"] == 3
    solved = TableFolder(solved_folder()).load_slots(TableKey(4, 3))
    assert (TableFolder(tmp_path).load_slots(TableKey(4, 3)) == solved).all()


def test_nothing_starts_if_every_table_exists():
    with serving(Settings(tables=str(solved_folder()), solve_men=7)) as client:
        assert [state["state"] for state in states_of(client)] == ["done"]


def test_an_unwritable_folder_is_reported(tmp_path, caplog):
    (tmp_path / "tables").write_text("a file, not a folder")
    with serving(Settings(tables=str(tmp_path / "tables"), solve_men=6)) as client:
        last = states_of(client)[-1]
    assert last["state"] == "failed"
    assert last["detail"] == "merels solve failed; see the server's log"
    [message] = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert f"cannot write tables into {str(tmp_path / 'tables')!r}" in message


def test_another_run_in_the_folder_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(solving, "LOOK_AGAIN", 0.1)

    async def run():
        folder = TableFolder(tmp_path)
        with folder.lock():
            background = BackgroundSolving(folder, 6)
            background.start()
            states = background.follow()
            assert (await anext(states))["state"] == "running"
            shutil.copy(solved_folder() / "3-3.mtb", tmp_path)
            assert (await anext(states))["state"] == "done"
            await states.aclose()
            await background.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_stopping_leaves_no_incomplete_table(tmp_path):
    with serving(Settings(tables=str(tmp_path), solve_men=9)) as client:
        assert client.get("/api/v1/health").status_code == 200
    assert list(tmp_path.glob("*.part")) == []


def test_nothing_to_do_is_idle(tmp_path):
    async def run():
        background = BackgroundSolving(TableFolder(tmp_path), men=0)
        background.start()
        assert [state["state"] async for state in background.follow()] == ["idle"]
        await background.stop()

    asyncio.run(run())


def test_a_change_that_no_one_was_waiting_for_is_not_missed(tmp_path):
    async def run():
        background = BackgroundSolving(TableFolder(tmp_path), 6)
        states = background.follow()
        assert (await anext(states))["state"] == "running"
        # The client is still reading the first state when the last change comes.
        shutil.copy(solved_folder() / "3-3.mtb", tmp_path)
        await background._update()
        assert (await anext(states))["state"] == "done"
        assert [state async for state in states] == []

    asyncio.run(asyncio.wait_for(run(), 20))
