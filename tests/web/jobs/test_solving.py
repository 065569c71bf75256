"""The goal that somebody wants solved, in its file."""

import asyncio
import json
import os
import shutil
from contextlib import contextmanager

import pytest
from serving import serving
from solved import solved_folder

from merels.solver.benchmark import Calibration
from merels.solver.run import RunStore
from merels.values.folder import TableFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import all_moving_tables, all_tables
from merels.web.http.settings import Settings
from merels.web.jobs import solving
from merels.web.jobs.solving import BackgroundSolving, Wish, WishFile, Workload


def test_a_wish_is_remembered_until_it_is_forgotten(tmp_path):
    file = WishFile(TableFolder(tmp_path / "not" / "there"))
    assert file.read() is None
    file.write(Wish("endgames"))
    file.write(Wish("all", "paused"))
    assert file.read() == Wish("all", "paused")
    file.forget()
    file.forget()
    assert file.read() is None
    assert list((tmp_path / "not" / "there").iterdir()) == []


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", "{}", "\xff", '{"goal": ["all"]}'),
        *('{"goal": "small"}', '{"goal": "all", "more": 1}', '{"goal": "all", "state": "tired"}'),
    ],
)
def test_a_damaged_file_counts_as_none(tmp_path, text):
    (tmp_path / "solving.json").write_bytes(text.encode("latin-1"))
    assert WishFile(TableFolder(tmp_path)).read() is None


def test_a_folder_that_is_not_writable_is_an_error(tmp_path):
    (tmp_path / "file").write_text("a file, not a folder")
    with pytest.raises(OSError, match="file"):
        WishFile(TableFolder(tmp_path / "file")).write(Wish("all"))


# How much is done, and how long the rest takes.

KNOWN = Calibration(1.0, 2)


def workload(path, tables):
    work = Workload()
    work.look(tables, TableFolder(path), KNOWN)
    return work


def test_solved_tables_count(tmp_path):
    shutil.copy(solved_folder() / "3-3.mtb", tmp_path)
    work = workload(tmp_path, all_moving_tables(men=7))
    assert (work.tables, work.missing) == (3, 2)
    assert (work.positions_done(), work.positions) == (169_626, 1_690_422)


def test_the_share_of_the_pair_in_progress_counts(tmp_path):
    shutil.copy(solved_folder() / "3-3.mtb", tmp_path)
    work = workload(tmp_path, all_moving_tables(men=7))
    assert work.note({"event": "start", "tables": ["4-3", "3-4"], "memory": 1})
    assert work.table == "4-3"
    assert not work.note(
        {"event": "progress", "table": "3-4", "share": 0.5, "seconds_left": None, "level": 1}
    )
    assert (work.table, work.positions_done()) == ("3-4", 169_626 + 760_398)
    work.lose_pair()
    assert (work.table, work.positions_done()) == (None, 169_626)


def test_the_time_left_is_estimated_until_the_run_knows_better(tmp_path):
    work = workload(tmp_path, all_tables())
    assert work.seconds_left() == 785
    work.note({"event": "finish", "tables": ["9-9"], "seconds_left": 17})
    work.lose_pair()
    assert work.seconds_left() == 17
    work.forget_run()
    assert work.seconds_left() == 785


def test_progress_is_not_reported_all_the_time():
    work = Workload()
    assert work.is_report_due()
    assert not work.is_report_due()


# Solving in the background: small endgames by itself, and goals that somebody chose.


def states_of(client):
    """Return the states that the stream reports until it ends."""
    text = client.get("/api/v1/solving", timeout=300).text
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
            "goal": None,
            "done": 2,
            "total": 3,
            "positions_done": 930_024,
            "positions": 1_690_422,
            "seconds_left": 0,
            "table": None,
            "detail": None,
            "allowed": True,
        }
        assert states[-1] == states[0] | {
            "state": "done",
            "done": 3,
            "positions_done": 1_690_422,
            "seconds_left": None,
        }
        assert {state["table"] for state in states} >= {"4-3"}
        assert client.get("/api/v1/probe", params={"fen": fen}).json()["value"] is not None
        assert client.get("/api/v1/health").json()["tables"] == 3
    solved = TableFolder(solved_folder()).load_slots(TableKey(4, 3))
    made = RunStore(TableFolder(tmp_path), full=False).load_slots(TableKey(4, 3))
    assert (made == solved).all()


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

    asyncio.run(asyncio.wait_for(run(), 300))


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
        await background._update(look=True)
        assert (await anext(states))["state"] == "done"
        assert [state async for state in states] == []

    asyncio.run(asyncio.wait_for(run(), 300))


# Goals.


def goal_of(state):
    return state["state"], state["goal"], state["done"], state["total"]


@contextmanager
def running(folder, **options):
    """A background solving in a loop of its own; yields a function that awaits what it is given."""
    with asyncio.Runner() as runner:

        async def create():
            background = BackgroundSolving(folder, options.pop("men", 0), **options)
            background.start()
            return background

        background = runner.run(create())
        try:
            yield background, lambda work: runner.run(asyncio.wait_for(work, 300))
        finally:
            runner.run(background.stop())


async def last_of(background):
    return [state async for state in background.follow()][-1]


async def until_working(background):
    """Wait until the command has reported its first table."""
    async for state in background.follow():
        if state["table"] is not None:
            return


def test_a_goal_is_solved_and_forgotten(tmp_path):
    with running(TableFolder(tmp_path), goal_men=7) as (background, do):
        assert goal_of(do(background.pursue(Wish("endgames")))) == ("running", "endgames", 0, 3)
        assert WishFile(TableFolder(tmp_path)).read() == Wish("endgames")
        assert goal_of(do(last_of(background))) == ("done", "endgames", 3, 3)
    assert WishFile(TableFolder(tmp_path)).read() is None
    assert len(TableFolder(tmp_path).keys()) == 3
    assert not (tmp_path / "work").exists()


def test_a_goal_that_is_reached_already_is_done_at_once(tmp_path):
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    with running(TableFolder(tmp_path), goal_men=7) as (background, do):
        assert goal_of(do(background.pursue(Wish("all")))) == ("done", "all", 3, 3)
    assert WishFile(TableFolder(tmp_path)).read() is None


def test_pausing_stops_the_process_and_a_restart_stays_paused_until_resumed(tmp_path):
    folder = TableFolder(tmp_path)
    with running(folder, goal_men=9) as (background, do):
        do(background.pursue(Wish("endgames")))
        do(until_working(background))
        state = do(background.pursue(Wish("endgames", "paused")))
        assert state["state"] == "paused"
        assert state["seconds_left"] > 0
        assert (state["positions_done"] == 0) == (
            state["done"] == 0
        )  # the pair in progress is lost
        assert background._process is None
        with folder.lock():  # nobody is solving
            pass
    with running(folder, goal_men=7) as (background, do):
        assert do(last_of(background))["state"] == "paused"
        assert do(background.pursue(Wish("endgames")))["state"] in ("running", "done")
        assert goal_of(do(last_of(background))) == ("done", "endgames", 3, 3)


def test_a_run_that_was_going_continues_after_a_restart(tmp_path):
    WishFile(TableFolder(tmp_path)).write(Wish("all"))
    with running(TableFolder(tmp_path), goal_men=6) as (background, do):
        assert goal_of(do(last_of(background))) == ("done", "all", 1, 1)


def test_cancelling_forgets_the_goal_and_drops_what_only_it_needed(tmp_path):
    folder = TableFolder(tmp_path)
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    WishFile(folder).write(Wish("endgames", "paused"))
    work = tmp_path / "work"
    work.mkdir()
    shutil.copy(solved_folder() / "3-4.mtb", work)
    shutil.copy(solved_folder() / "3-3.mtb", work / "4-4.mtb")  # of another kind of run
    with running(folder, goal_men=8) as (background, do):
        assert goal_of(do(background.cancel())) == ("idle", None, 0, 0)
    assert WishFile(folder).read() is None
    assert [path.name for path in work.iterdir()] == ["4-4.mtb"]
    assert len(folder.keys()) == 3


def test_another_process_of_the_server_may_receive_the_request(tmp_path, monkeypatch):
    monkeypatch.setattr(solving, "LOOK_AGAIN", 0.1)
    folder = TableFolder(tmp_path)
    with running(folder, goal_men=9) as (background, do):
        do(background.pursue(Wish("endgames")))
        do(until_working(background))
        WishFile(folder).write(Wish("endgames", "paused"))
        assert do(last_of(background))["state"] == "paused"
        WishFile(folder).forget()

        async def until_idle():
            while background._state["state"] != "idle":
                await asyncio.sleep(0.05)

        do(until_idle())


def test_a_goal_that_fails_is_not_tried_again_by_itself(tmp_path, caplog):
    (tmp_path / "3-4.mtb").write_bytes(b"damaged")
    (tmp_path / "3-3.mtb").write_bytes(b"damaged")
    with running(TableFolder(tmp_path), goal_men=7) as (background, do):
        do(background.pursue(Wish("endgames")))
        state = do(last_of(background))
    assert (state["state"], state["detail"]) == (
        "failed",
        "merels solve failed; see the server's log",
    )
    assert "3-3.mtb" in caplog.text
    with running(TableFolder(tmp_path), goal_men=7) as (background, do):
        assert do(last_of(background))["state"] == "failed"


def test_a_run_leaves_one_processor_to_those_who_play(tmp_path, monkeypatch):
    monkeypatch.setattr(solving, "LOOK_AGAIN", 0.1)
    own = os.sched_getaffinity(0)
    played = True
    with running(TableFolder(tmp_path), goal_men=9, is_played=lambda: played) as (background, do):
        do(background.pursue(Wish("endgames")))

        async def until_allowed(number):
            while True:
                pid = background._process and background._process._pid
                if pid and len(os.sched_getaffinity(pid)) == number:
                    return os.getpriority(os.PRIO_PROCESS, pid)
                await asyncio.sleep(0.05)

        assert do(until_allowed(max(1, len(own) - 1))) > os.getpriority(os.PRIO_PROCESS, 0)
        played = False
        do(until_allowed(len(own)))


def test_nothing_begins_before_the_start(tmp_path):
    """Until then, another process may be compiling."""

    async def run():
        background = BackgroundSolving(TableFolder(tmp_path), 0, goal_men=6)
        assert (await background.pursue(Wish("all")))["state"] == "running"
        assert background._process is None
        background.start()
        assert (await last_of(background))["state"] == "done"
        await background.stop()

    asyncio.run(asyncio.wait_for(run(), 300))
