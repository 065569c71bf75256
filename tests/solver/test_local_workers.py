"""Workers on this machine: what `test_cluster` does not show."""

import subprocess
import sys

# Counts the compiled forms of all kernels, before and after a run that needs every one of them.
COMPILE_THEN_SOLVE = """
import sys
from merels.cli import main
from merels.solver.local_workers import compile_kernels

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
after = compiled_forms()
print(sorted(name for name in after if after[name] != before.get(name)))
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
