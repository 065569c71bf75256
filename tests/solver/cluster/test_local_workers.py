"""Workers on this machine: what the tests of whole runs do not cover."""

import subprocess
import sys

# Counts the compiled forms of all kernels, before and after a run that needs every one of them.
COMPILE_THEN_SOLVE = """
import sys
from pathlib import Path
from merels import Variant
from merels.cli import main
from merels.solver.cluster.local_workers import compile_kernels
from merels.solver.parts import PartsJoiner, cut_table, rate_part
from merels.values.layout.plan import Plan, all_tables
from merels.solver.run import solve_tables
from merels.values.layout.key import TableKey
from merels.values.folder import TableFolder

THREE_MEN = Variant(men=3)

def solve_in_parts(key, folder):
    parts = cut_table(key, 2, folder.path / "run.part")
    for part in parts:
        rate_part(part, folder, threads=2)
    for table, slots in PartsJoiner(parts, folder, threads=2).solve():
        folder.save(table, slots)

def compiled_forms():
    return {
        f"{kernel.__module__}.{kernel.__name__}": len(kernel.signatures)
        for name, module in list(sys.modules.items())
        if name.startswith("merels.")
        for kernel in vars(module).values()
        if hasattr(kernel, "signatures") and hasattr(kernel, "py_func")
    }

compile_kernels()
before = compiled_forms()
assert sum(before.values()) > 5, before
assert main(["solve", "--men", "8", "--tables", sys.argv[1]]) == 0
folder = TableFolder(Path(sys.argv[1]), threads=2)
solve_tables(Plan.for_tables(all_tables(THREE_MEN), folder.has), folder, threads=2)
solve_in_parts(TableKey(2, 3, 1, 0, THREE_MEN), folder)
after = compiled_forms()
print(sorted(name for name in after if after[name] != before.get(name, 0)))
"""


def test_kernels_are_compiled_before_workers_start(tmp_path):
    result = subprocess.run(
        [sys.executable, "-c", COMPILE_THEN_SOLVE, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout == "[]\n"
