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


def count_statements(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sum(isinstance(node, ast.stmt) for node in ast.walk(tree))


def file_for(path):
    """Return the file in which a module has its tests."""
    module = path.relative_to(SOURCE)
    return TESTS / module.parent / f"test_{module.stem.lstrip('_')}.py"


def imported_names(path):
    """Return the modules that a file imports by their first names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def test_every_module_has_its_tests():
    modules = [path for path in sorted(SOURCE.rglob("*.py")) if not path.name.startswith("__")]
    untested = [path for path in modules if not file_for(path).is_file()]
    assert [str(path) for path in untested if count_statements(path) >= SMALL] == []


@pytest.mark.parametrize("folder", ["tools", "benchmarks"])
def test_every_script_is_imported_by_a_test_or_by_a_script_with_a_test(folder):
    scripts = {path.stem: path for path in (ROOT / folder).glob("*.py")}
    queue = list((TESTS / folder).glob("test_*.py"))
    untested = set(scripts)
    while queue:
        reached = imported_names(queue.pop()) & untested
        untested -= reached
        queue += [scripts[name] for name in reached]
    assert untested == set()
