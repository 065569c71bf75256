"""Install the oldest Uvicorn that pyproject.toml allows, beside the newest, and print its folder.

`merels.web.http.protocol` builds on what Uvicorn does not document, so its tests run with both.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


def oldest_version() -> str:
    """Return the lower bound of the ``web`` extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    requirements = map(Requirement, project["optional-dependencies"]["web"])
    [uvicorn] = [each for each in requirements if each.name == "uvicorn"]
    [lowest] = [each.version for each in uvicorn.specifier if each.operator == ">="]
    return lowest


def install() -> Path:
    """Return the folder with the oldest version, installed once."""
    folder = ROOT / "build" / f"uvicorn-{oldest_version()}"
    if not folder.is_dir():
        new = folder.with_name(f"{folder.name}.new")
        options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade"]
        wanted = f"uvicorn=={oldest_version()}"
        command = [sys.executable, "-m", "pip", "install", *options, "--target", str(new), wanted]
        subprocess.run(command, check=True)
        new.rename(folder)
    return folder


if __name__ == "__main__":
    print(install())
