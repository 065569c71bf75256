"""Tests mirror the tree: a module's tests have the same name."""

import ast
from pathlib import Path

import pytest

import merels

SOURCE = Path(merels.__file__).parent
TESTS = Path(__file__).parent
ROOT = TESTS.parent

SMALL = 40
"""Statements; a module with fewer may be tested where it is used."""

ELSEWHERE = {
    "solver/cluster/tasks.py": "solver/cluster/test_run.py",
    "solver/moving/counting.py": "solver/moving/test_solver.py",
    "solver/moving/states.py": "solver/moving/test_solver.py",
    "solver/moving/tracing.py": "solver/moving/test_solver.py",
    "solver/placing/solver.py": "solver/placing/test_kernels.py",
    "solver/row_kernels.py": "solver/moving/test_solver.py",
    "solver/verify/values.py": "solver/verify/test_kernels.py",
    "tables/bookbinding.py": "tables/test_book.py",
    "tables/format/preamble.py": "tables/format/test_header.py",
    "tables/format/source.py": "tables/format/test_reader.py",
    "tables/open_tables.py": "tables/test_tablebase.py",
    "uci/client/player.py": "uci/client/test_client.py",
    "uci/client/process.py": "uci/client/test_client.py",
    "uci/server/chooser.py": "uci/server/test_loop.py",
    "uci/server/reports.py": "uci/server/test_loop.py",
    "web/jobs/solver_process.py": "web/jobs/test_solving.py",
}
"""Modules that are tested through their users, which shows more than they could alone."""


def count_statements(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sum(isinstance(node, ast.stmt) for node in ast.walk(tree))


def candidates(path):
    """Yield the files in which a module may have its tests."""
    module = path.relative_to(SOURCE)
    yield TESTS / module.parent / f"test_{module.stem.lstrip('_')}.py"
    if (other := ELSEWHERE.get(module.as_posix())) is not None:
        yield TESTS / other


MODULES = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if not path.name.startswith("__") and count_statements(path) >= SMALL
]
SCRIPTS = [path for folder in ("tools", "benchmarks") for path in (ROOT / folder).glob("*.py")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_module_has_its_tests(path):
    assert any(file.is_file() for file in candidates(path))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_has_a_smoke_test(path):
    folder = TESTS / path.parent.name
    used = [file for file in folder.glob("test_*.py") if path.stem in file.read_text()]
    assert used


def test_exceptions_name_files_of_tests():
    assert [file for file in ELSEWHERE.values() if not (TESTS / file).is_file()] == []
