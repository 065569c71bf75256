"""Run the quick tests on every supported Python that this machine has: ``make pythons``.

Each gets an environment in ``build/pythons``. A Python for which Numba has no wheels is tested
without the engine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "pythons"
SUPPORTED: Final = tuple(f"3.{minor}" for minor in range(11, 15))

PLAIN_TESTS: Final = (
    *("tests/board/test_board.py", "tests/rules/test_game.py", "tests/rules/test_move.py"),
    *("tests/rules/test_text.py", "tests/rules/pgn", "tests/svg"),
    *("tests/test_errors.py", "tests/cli/console", "tests/cli/commands/test_help.py"),
)
"""What needs no other package than those of the extra for the shell."""

ENGINE_TESTS: Final = (
    *("tests/rules/test_kernels.py", "tests/values/test_tablebase.py", "tests/test_jit.py"),
    *("tests/engine/players", "tests/notebook", "tests/test_public_api.py"),
)


def find_pythons(places: Iterable[Path], versions: Iterable[str] = SUPPORTED) -> dict[str, Path]:
    """Return the first interpreter of each version in some folders."""
    found: dict[str, Path] = {}
    for place in places:
        for version in versions:
            path = place / f"python{version}"
            if version not in found and os.access(path, os.X_OK) and _answers(path, version):
                found[version] = path
    return dict(sorted(found.items(), key=lambda each: int(each[0].partition(".")[2])))


def _answers(path: Path, version: str) -> bool:
    """Whether an interpreter runs and is what its name says; a shim may lead to nothing."""
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return done.returncode == 0 and f" {version}." in done.stdout


def list_places() -> list[Path]:
    """Return the folders of programs, those of pyenv included."""
    path = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep) if place]
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    return [*sorted((root / "versions").glob("*/bin")), *path]


def try_on(version: str, python: Path) -> str | None:
    """Test on one Python; return a line of the report, None if a test fails."""
    folder = FOLDER / version
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(own), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    has_engine = not subprocess.run(
        [*pip, "--only-binary=numba,llvmlite,numpy", "-e", f"{ROOT}[engine]"],
        stderr=subprocess.DEVNULL,
        check=False,
    ).returncode
    tools = ["pytest>=8.3", "hypothesis>=6.120", "pexpect>=4.9", "httpx>=0.28"]
    extra = "all" if has_engine else "shell"
    subprocess.run([*pip, *tools, "-e", f"{ROOT}[{extra}]"], check=True)
    tests = [*PLAIN_TESTS, *(ENGINE_TESTS if has_engine else ())]
    command = [str(own), "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-4000:] + done.stderr[-2000:], file=sys.stderr)
        return None
    summary = re.search(r"\d+ passed", done.stdout)
    engine = "" if has_engine else ", without the engine: Numba has no wheel"
    return f"Python {version}: {summary[0] if summary else 'nothing tested'}{engine}"


def main() -> int:
    """Test on all of them; return 1 if one fails."""
    pythons = find_pythons(list_places())
    missing = [version for version in SUPPORTED if version not in pythons]
    failed = False
    for version, python in pythons.items():
        line = try_on(version, python)
        failed |= line is None
        print(line or f"Python {version}: failed", flush=True)
    if missing:
        print(f"not on this machine: {', '.join(missing)}")
    return 1 if failed or not pythons else 0


if __name__ == "__main__":
    sys.exit(main())
