"""Every package that Merels imports is declared, and every declared package is imported."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import merels

SOURCE = Path(merels.__file__).parent
EXTRAS = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text())["project"][
    "optional-dependencies"
]
FOR_DEVELOPERS = {"all", "docs", "release", "dev"}
USED_BY = {
    "web": {"web", "postgres"},
    "solver": {"cluster"},
    "engine": {"engine"},
    "values": {"engine"},
    "notebook": {"notebook"},
    "env": {"env"},
}
"""The extras that a package of ours may need; one that is not listed may need any."""


def declared(extras):
    """Return the modules that come with some extras."""
    found = set()
    for requirement in (Requirement(line) for extra in extras for line in EXTRAS[extra]):
        if requirement.name == "merels":
            found |= declared(requirement.extras)
        else:
            found.add(requirement.name.replace("-", "_"))
    return found


def imported(folder):
    """Return the modules of other packages that a folder's files import."""
    names = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module)
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"merels"}


def test_what_is_imported_is_declared_and_used():
    assert imported(SOURCE) == declared(EXTRAS.keys() - FOR_DEVELOPERS)


@pytest.mark.parametrize(("package", "extras"), USED_BY.items())
def test_an_extra_brings_what_its_package_imports(package, extras):
    assert imported(SOURCE / package) <= declared(extras)


def test_the_extra_for_everything_has_every_extra():
    assert declared({"all"}) == declared(EXTRAS.keys() - FOR_DEVELOPERS)
