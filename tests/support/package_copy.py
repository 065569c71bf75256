"""Copies of the package that tests edit, install or make read-only, and run separately."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import merels

PACKAGE = Path(merels.__file__).parent
SITE_PACKAGES = sysconfig.get_path("purelib")


def copy_package(folder):
    """Copy the package without its pages and compiled code; return the copy."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    return Path(shutil.copytree(PACKAGE, folder / "merels", ignore=ignored))


def clean_environment(**settings):
    """Return an environment without any folder settings except those given."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name == "PYTHONPYCACHEPREFIX"  # only read: it has the bytecode of other packages
        or (not name.startswith(("MERELS_", "NUMBA_", "PYTHON", "XDG_")) and name != "HOME")
    }
    return kept | {"PYTHONDONTWRITEBYTECODE": "1"} | settings


def run(*command, cwd=None, **settings):
    """Run a command in a clean environment; return what it printed."""
    result = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean_environment(**settings),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=300,
    )
    return result.stdout.strip()


def run_copy(package, code, *arguments, **settings):
    """Run Python code with a copy of the package."""
    command = (sys.executable, "-c", code, *arguments)
    return run(*command, cwd=package.parent, PYTHONPATH=str(package.parent), **settings)
