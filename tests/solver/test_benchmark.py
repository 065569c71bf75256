"""The solver's benchmark: the same work everywhere, on a smaller set here."""

import json
from itertools import pairwise

import pytest

from merels import MerelsError, Variant
from merels.cli import main
from merels.solver import benchmark
from merels.solver import benchmark as module
from merels.solver.benchmark import (
    GOALS,
    Calibration,
    StoredSet,
    calibrate,
    check_disk,
    estimate_disk,
    free_space,
    list_offers,
    tables_of,
)
from merels.solver.run import RunStore, solve_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Plan, all_moving_tables, all_tables
from merels.values.shipped import known_sizes


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(benchmark, "MEN", 7)
    monkeypatch.setattr(benchmark, "MEMORY_BITS", 16)
    monkeypatch.setattr(benchmark, "ACCESSES", 1000)


def test_slots_and_edges_do_not_depend_on_threads(small):
    one, two = benchmark.measure_solver(1), benchmark.measure_solver(2)
    for phase in ("solver", "placing"):
        first, second = one[phase], two[phase]
        assert (first.slots, first.edges) == (second.slots, second.edges)
        assert first.edges > first.slots
    assert one["solver"].slots == 169_626 + 2 * 760_398
    assert one["placing"].slots == 27_098 + 127_568 + 169_626  # 2-3, 2-4, 3-3, one man in hand


def test_the_command_reports_rates_and_shares(small, capsys):
    assert main(["bench", "--solver", "--threads", "1", "--json"]) == 0
    reports = json.loads(capsys.readouterr().out)
    assert reports.keys() == {"solver", "placing"}
    report = reports["solver"]
    assert report["slots"] == 169_626 + 2 * 760_398
    share = report["slots_per_second"] / report["random_accesses_per_second"]
    assert report["slots_per_access"] == pytest.approx(share, abs=1e-3)
    assert main(["bench", "--solver", "--threads", "1"]) == 0
    assert "million slots per second" in capsys.readouterr().out


# The calibration: how long a run will take, as a multiple of a known run.


def plan(tables):
    return Plan.for_tables(tables, is_done=lambda _: False)


def test_a_machine_like_the_known_one_takes_equally_long():
    known = Calibration(ratio=1.0, threads=2)
    moving = known.seconds(plan(all_moving_tables()).pairs)
    assert 2 * moving == pytest.approx(benchmark.KNOWN_MOVING * 8_904_593_601)
    placing = known.seconds(plan(all_tables()).pairs) - moving
    assert 2 * placing == pytest.approx(benchmark.KNOWN_PLACING * 17_838_514_173)


def test_twice_the_ratio_is_twice_the_time():
    pairs = plan(all_moving_tables(men=9)).pairs
    once, twice = Calibration(1.0, 2), Calibration(2.0, 2)
    assert twice.seconds(pairs) == pytest.approx(2 * once.seconds(pairs))


def test_this_machine_is_measured():
    measured = calibrate(threads=2)
    assert 0.01 < measured.ratio < 1000
    assert measured.threads == 2


# What is offered to solve: time, memory, disk space, and what stands in the way.

KNOWN = Calibration(ratio=1.0, threads=2)
EVERYTHING = {goal: tables_of(goal) for goal in GOALS}


def nothing_done(_key):
    return False


def plan_for(tables):
    return Plan.for_tables(tables, nothing_done)


def offers_in(folder, is_done=nothing_done):
    return list_offers(folder, EVERYTHING, is_done, KNOWN, known_sizes())


@pytest.fixture
def roomy(monkeypatch):
    """A machine with plenty of memory and disk space."""
    monkeypatch.setattr(module, "available_memory", lambda: 1 << 40)
    monkeypatch.setattr(module, "free_space", lambda _: 1 << 50)


@pytest.mark.usefixtures("roomy")
def test_three_offers_each_larger_than_the_last(tmp_path):
    offers = offers_in(tmp_path)
    assert [offer.tables for offer in offers] == [6, 49, 318]
    assert [offer.positions for offer in offers] == [10_076_799, 8_904_593_601, 26_743_107_774]
    for smaller, larger in pairwise(offers):
        assert smaller.seconds < larger.seconds
        assert smaller.memory < larger.memory
        assert smaller.disk.stored < larger.disk.stored
    assert all(offer.obstacle is None for offer in offers)


@pytest.mark.usefixtures("roomy")
def test_solved_tables_are_not_offered(tmp_path):
    moving = set(all_moving_tables())
    [offer] = offers_in(tmp_path, lambda key: key in moving)
    assert (offer.goal, offer.tables, offer.positions) == ("all", 269, 17_838_514_173)
    assert offers_in(tmp_path, lambda _: True) == []


@pytest.mark.usefixtures("roomy")
def test_offers_that_do_not_fit_say_why(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "available_memory", lambda: 1 << 30)
    messages = [str(offer.obstacle) for offer in offers_in(tmp_path)]
    assert messages == ["None", *["only 1.0 GiB of memory free"] * 2]
    monkeypatch.setattr(module, "available_memory", lambda: None)
    monkeypatch.setattr(module, "free_space", lambda _: 1 << 20)
    messages = [str(offer.obstacle) for offer in offers_in(tmp_path)]
    assert messages == ["None", *["only 1.0 MiB of disk space free"] * 2]


# Disk space.


def test_known_file_sizes_give_the_disk_space():
    need = estimate_disk(plan_for([TableKey(3, 3)]), known_sizes())
    assert need.stored == need.peak == 46_479
    other = plan_for([TableKey(3, 3, variant=Variant(flying=False))])
    assert estimate_disk(other, known_sizes()).stored == int(169_626 * 4.2 / 8)


def test_the_small_set_takes_less_than_all_tables_and_little_more_meanwhile():
    plan, sizes = plan_for(all_tables()), known_sizes()
    small, full = estimate_disk(plan, sizes), estimate_disk(plan, sizes, StoredSet(full=True))
    assert full.stored == full.peak == sum(sizes[key.name] for key in all_tables())
    assert small.stored < 0.6 * full.stored
    assert small.stored < small.peak < 1.1 * small.stored


def test_small_kinds_keep_exact_tables_meanwhile():
    plan = plan_for(all_moving_tables())
    wdl = estimate_disk(plan, known_sizes(), StoredSet(Kind.WDL))
    assert 2 * wdl.stored < wdl.peak < estimate_disk(plan, known_sizes(), StoredSet(full=True)).peak


@pytest.mark.parametrize("stored_set", [StoredSet(), StoredSet(full=True)])
def test_the_estimate_is_what_a_run_takes(tmp_path, stored_set):
    plan = plan_for(all_moving_tables(men=8))
    need = estimate_disk(plan, known_sizes(), stored_set)
    most = 0

    def bytes_there():
        return sum(path.stat().st_size for path in tmp_path.rglob("*.mtb"))

    def listen(_event):
        nonlocal most
        most = max(most, bytes_there())

    solve_tables(
        plan,
        RunStore(TableFolder(tmp_path), stored_set.kind, full=stored_set.full),
        2,
        None,
        listen,
    )
    assert bytes_there() == pytest.approx(need.stored, rel=0.05)
    assert most <= need.peak * 1.1
    assert most == pytest.approx(need.peak, rel=0.3)


def test_a_missing_folder_has_the_space_of_its_parent(tmp_path):
    assert free_space(tmp_path / "not" / "there") == pytest.approx(free_space(tmp_path), rel=0.1)


def test_a_full_disk_is_noticed_before_solving(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(module, "free_space", lambda _: 1000)
    plan = plan_for([TableKey(3, 3)])
    with pytest.raises(MerelsError, match=r"about 45\.4 KiB, but '.*' has only 1000 bytes free"):
        check_disk(plan, tmp_path, known_sizes())
    assert main(["solve", "--table", "3,3", "--tables", str(tmp_path)]) == 2
    assert "only 1000 bytes free" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.mtb"))
