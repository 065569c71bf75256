"""Runs every kernel once, for a process that checks each index: see `test_bounds`.

The work is small, since checked code is slow and has to be compiled. Answers are tested elsewhere;
here it is enough that no index is outside its array and that no kernel is left out. Names of stops
as arguments make a shorter tour; ``--unchecked`` makes one that only compiles, for those who share
the cache: see `make kernels`.
"""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import merels
from merels import Game, Position, Variant, variant
from merels._jit import bare_kernel, inlined, kernel

SEARCHED = (
    "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1",
    "*O*@*O**/*@*O*@*O/@*O*@*** w p p 5 2 5 2 0 0 0 0 0 0 0 0 8",
    "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1",
    "O*****O*/**O*@***/*@***@** w m s 3 0 3 0 0 0 0 0 0 0 0 0 20",
)
SEARCHES = {"nine": 7, "twelve": 5, "lasker": 5}
"""Variants that are searched, and how deep."""


@inlined
def item_of(array, index):
    return array[index]


@kernel
def read(array, index):
    return item_of(array, index)


@bare_kernel
def read_barely(array, index):
    return item_of(array, index)


def check_that_indices_are_checked() -> None:
    """Read one item past the end of an array, which only bounds checking notices."""
    array = np.zeros(2, dtype=np.int64)[:1]
    for function in (read, read_barely):
        try:
            function(array, 1)
        except IndexError:
            continue
        sys.exit("indices are not checked; set NUMBA_BOUNDSCHECK=1")


def tour_rules() -> None:
    """Count from positions of every phase."""
    from merels.rules.perft import count_leaves, split_leaves

    for flying in (True, False):
        for fen in SEARCHED:
            position = Position.from_fen(fen, Variant(flying=flying))
            count_leaves(position, 3)
            split_leaves(position, 2)


def tour_search() -> None:
    """Search positions of every phase, on one thread and on two, and evaluate them.

    Nine men's morris, the board with diagonals and any other game are searched by different code.
    """
    from merels.engine.evaluation.static import evaluate_position
    from merels.engine.search.limits import Limits
    from merels.engine.search.searcher import Engine

    for threads in (1, 2):
        engine = Engine(hash_mb=1, threads=threads)
        for (name, depth), fen in product(SEARCHES.items(), SEARCHED):
            position = Position.from_fen(fen, variant(name))
            evaluate_position(position)
            engine.search(Game(position), Limits(depth=depth), lines=threads)


def tour_tables() -> None:
    """Solve, verify and probe: moving and placing tables, with flying and without."""
    with TemporaryDirectory(prefix="merels-tour-") as folder:
        solve_and_probe(Path(folder))


def solve_and_probe(folder: Path) -> None:
    """Do what commands do with tables, in a folder without any."""
    from merels.solver.benchmark import touch_randomly
    from merels.solver.cluster.local_workers import compile_kernels
    from merels.solver.convert import Form, convert_tables
    from merels.solver.run import solve_tables
    from merels.solver.verify.files import FolderChecker, tables_to_check
    from merels.values.folder import TableFolder
    from merels.values.layout.key import TableKey
    from merels.values.layout.plan import Plan, all_tables

    compile_kernels()  # and what a cluster does with parts of tables
    whole_game = all_tables(Variant(men=3))
    walking = [TableKey(4, 3, variant=Variant(flying=False))]
    # Fewer points than a run has, more mills through a point, and moves besides placings.
    smallest = all_tables(merels.variant("three:men=4,placing=any-turn,flying=three-in-all"))
    for targets in ([TableKey(4, 3)], walking, smallest, whole_game):
        store = TableFolder(folder / str(len(targets)) / str(targets[0].variant), threads=2)
        solve_tables(Plan.for_tables(targets, store.has), store, threads=2)
        checker = FolderChecker(store)
        for key, kind in tables_to_check(store):
            assert not checker.check(key, kind).problems
        for form in (Form.SMALL, Form.PACKED):
            list(convert_tables(store, form))
            probe_tables(store.path)
        list(convert_tables(store, Form.FULL))
        list(convert_tables(store, Form.WDL, keep=True))
        list(convert_tables(store, Form.PACKED))  # those without distances too
        probe_tables(store.path)
    touch_randomly(store.load_slots(TableKey(3, 3))[: 1 << 10], 99, 1)


def probe_tables(folder: Path) -> None:
    """Look positions up, one by one and many at a time."""
    from merels.values.tablebase import open_tablebase

    with open_tablebase(folder) as tablebase:
        tablebase.get_moves(Position.from_fen(SEARCHED[-1]))
        for key in tablebase.tables():
            masks = [key.index.masks_of(slot) for slot in range(0, key.index.size, 9973)]
            own, enemy = (list(side) for side in zip(*masks, strict=True))
            in_hand = {"own_in_hand": key.own_in_hand, "enemy_in_hand": key.enemy_in_hand}
            key.index.masks_of_many(np.arange(0, key.index.size, 9973))
            scores = tablebase.probe_many(own, enemy, key.variant, exact=False, **in_hand)
            assert len(scores) == len(masks)


def tour_chances() -> None:
    """Look two turns ahead against a fallible player, from the opening book."""
    with merels.open_book() as book:
        assert merels.chances(book, Position.start(), "club", turns=2)


def tour_environments() -> None:
    """Play random half-turns in every variant, and look at each of them."""
    for name in merels.VARIANTS:
        games = merels.env.Vector(40, name, seed=1)
        for _ in range(60):
            games.legal_actions()
            games.observe()
            games.step(games.sample())
        games.step([-1, games.actions.size] * 20)


def tour_bits() -> None:
    """Call the fallbacks for processors without fast bit instructions."""
    from merels._jit import deposit_bits_portably, extract_bits_portably

    assert extract_bits_portably(deposit_bits_portably(5, 0b10101), 0b10101) == 5


def kernels_left_out() -> list[str]:
    """Return the kernels of the package for which nothing has been compiled."""
    root = Path(merels.__file__).parent
    left_out = []
    for path in sorted(root.rglob("*.py")):
        if "merels._jit import" in path.read_text(encoding="utf-8") or path.name == "_jit.py":
            name = ".".join(["merels", *path.relative_to(root).with_suffix("").parts])
            for value in vars(import_module(name)).values():
                is_kernel = hasattr(value, "signatures") and value.__module__ == name
                if is_kernel and not value.signatures:
                    left_out.append(f"{name}.{value.__name__}")
    return left_out


STOPS = {
    "bits": tour_bits,
    "rules": tour_rules,
    "search": tour_search,
    "chances": tour_chances,
    "environments": tour_environments,
    "tables": tour_tables,
}


def main(arguments: list[str]) -> None:
    """Run kernels; raises IndexError if an index is outside its array."""
    failed: list[threading.ExceptHookArgs] = []
    threading.excepthook = failed.append  # a thread that helps to search reports to nobody
    unchecked = arguments == ["--unchecked"]
    if not unchecked:
        check_that_indices_are_checked()
    for stop in STOPS if unchecked or not arguments else arguments:
        STOPS[stop]()
    if failed:
        raise failed[0].exc_value or RuntimeError("a thread failed")
    left_out = [] if arguments else kernels_left_out()
    if left_out:
        sys.exit(f"no work here for: {', '.join(left_out)}")


if __name__ == "__main__":
    main(sys.argv[1:])
