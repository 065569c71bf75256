"""How much is done, and how long the rest takes."""

import shutil

from solved import solved_folder

from merels.solver.benchmark import Calibration
from merels.values.folder import TableFolder
from merels.values.layout.plan import all_moving_tables, all_tables
from merels.web.jobs.workload import Workload

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
