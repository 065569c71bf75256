"""Runs every kernel once, for a process that checks each index: see `test_bounds`.

The work is small, since checked code is slow and has to be compiled. Answers are tested elsewhere;
here it is enough that no index is outside its array and that no kernel is left out. Names of stops
as arguments leave the others out, ``--short=FOLDER`` leaves out most of them and probes the tables
of a folder, and ``--unchecked`` makes a tour that only compiles, for those who share the cache: see
`make kernels`.
"""

from __future__ import annotations

import random
import sys
import threading
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

import merels
from merels import Game, Position, Variant, variant
from merels._jit import bare_kernel, inlined, kernel

if TYPE_CHECKING:
    from merels.values.layout.key import TableKey

SEARCHED = (
    "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1",
    "*O*@*O**/*@*O*@*O/@*O*@*** w p p 5 2 5 2 0 0 0 0 0 0 0 0 8",
    "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1",
    "O*****O*/**O*@***/*@***@** w m s 3 0 3 0 0 0 0 0 0 0 0 0 20",
)
SEARCHES = {"nine": 7, "twelve": 5, "lasker": 5}
"""Variants that are searched, and how deep."""
SMALLEST = variant("three:men=4,placing=any-turn,flying=three-in-all")
"""Fewer points than a run has, more mills through a point, and moves besides placings."""


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
    from merels.rules.legal import count_leaves, split_leaves

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
    from merels.solver.benchmark import touch_randomly
    from merels.solver.cluster.workers import compile_kernels
    from merels.values.layout.key import TableKey
    from merels.values.layout.plan import all_tables

    compile_kernels()  # and what a cluster does with parts of tables
    walking = TableKey(4, 3, variant=Variant(flying=False))
    solve_and_probe([TableKey(4, 3)], [walking], all_tables(SMALLEST), all_tables(Variant(men=3)))
    touch_randomly(np.zeros(1 << 10, np.uint8), 99, 1)


def solve_and_probe(*games: list[TableKey]) -> None:
    """Do what commands do with tables, in folders without any."""
    with TemporaryDirectory(prefix="merels-tour-") as folder:
        for number, targets in enumerate(games):
            solve_and_probe_in(Path(folder) / str(number), targets)


def solve_and_probe_in(folder: Path, targets: list[TableKey]) -> None:
    """Do what commands do with tables, in a folder without any."""
    from merels.solver.convert import Form, convert_tables
    from merels.solver.run import solve_tables
    from merels.solver.verify.files import FolderChecker, tables_to_check
    from merels.values.folder import TableFolder
    from merels.values.layout.plan import Plan

    store = TableFolder(folder, threads=2)
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


UNUSUAL = ("shax", "morabaraba", "twelve:several=true,return_ban=true,blocked=give-way")


def tour_unusual_rules() -> None:
    """Count the turns of random games of variants that the usual kernels do not know."""
    from merels.rules.legal import count_leaves

    for name in UNUSUAL:
        game, chance = merels.Game(variant=name), random.Random(1)
        while game.outcome() is None and game.ply < 120:
            count_leaves(game.position, 2)
            game.push(chance.choice(list(game.legal_moves)))


def tour_unusual_search() -> None:
    """Search random games of these variants."""
    engine = merels.Engine(hash_mb=1)
    for name in UNUSUAL:
        game, chance = merels.Game(variant=name), random.Random(1)
        while game.outcome() is None and game.ply < 60:
            engine.search(game, merels.Limits(depth=3))
            game.push(chance.choice(list(game.legal_moves)))


def tour_environments() -> None:
    """Play random half-turns in every variant, and look at each of them."""
    for name in (name for name, each in merels.VARIANTS.items() if each.is_usual):
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
    "unusual-rules": tour_unusual_rules,
    "unusual-search": tour_unusual_search,
    "chances": tour_chances,
    "environments": tour_environments,
    "tables": tour_tables,
}
SHORT = {
    "bits": tour_bits,
    "rules": tour_rules,
    "unusual-rules": tour_unusual_rules,
    "environments": tour_environments,
}
"""With probing, the kernels that read what others wrote: files, positions and actions. They have so
little to do that code without optimisations is fast enough; to compile the solver or the
search takes longer."""


def main(arguments: list[str]) -> None:
    """Run kernels; raises IndexError if an index is outside its array."""
    failed: list[threading.ExceptHookArgs] = []
    threading.excepthook = failed.append  # a thread that helps to search reports to nobody
    if "--unchecked" not in arguments:
        check_that_indices_are_checked()
    folders = [each.removeprefix("--short=") for each in arguments if each.startswith("--short=")]
    for folder in folders:
        probe_tables(Path(folder))
    tour = SHORT if folders else STOPS
    for stop in [name for name in arguments if name in tour] or tour:
        tour[stop]()
    if failed:
        raise failed[0].exc_value or RuntimeError("a thread failed")
    left_out = [] if arguments else kernels_left_out()
    if left_out:
        sys.exit(f"no work here for: {', '.join(left_out)}")


if __name__ == "__main__":
    main(sys.argv[1:])
