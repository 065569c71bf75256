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


MODULES = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if not path.name.startswith("__") and count_statements(path) >= SMALL
]
SCRIPTS = [path for folder in ("tools", "benchmarks") for path in (ROOT / folder).glob("*.py")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_module_has_its_tests(path):
    assert file_for(path).is_file()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_has_a_smoke_test(path):
    folder = TESTS / path.parent.name
    used = [file for file in folder.glob("test_*.py") if path.stem in file.read_text()]
    assert used
