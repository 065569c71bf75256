"""Build the wheel and the source archive twice, check them, and try them out: ``make dist``.

``--quick`` leaves out the environments, one for each extra, which take most of the time.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from release.contents import (
    describe_wheel,
    expected_files,
    find_archive_faults,
    find_wheel_faults,
    list_archive,
    list_wheel,
    tracked_files,
)
from release.smoke import try_extra

ROOT: Final = Path(__file__).parents[2]
DIST: Final = ROOT / "dist"
NOT_FOR_USERS: Final = {"dev", "docs", "release"}


def source_date() -> str:
    """Return the date that all files of a build get: that of the last commit, in seconds."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def build(target: Path, date: str) -> dict[str, str]:
    """Build into a folder; return the SHA-256 of each file."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    variables = os.environ | {"SOURCE_DATE_EPOCH": date}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(target.iterdir())
    }


def changelog_version(text: str) -> str | None:
    """Return the version at the top of a changelog.

    >>> changelog_version("## 0.2.0 (not yet released)")
    '0.2.0'
    """
    match = re.search(r"^## (\d+\.\d+\.\d+)\b", text, re.MULTILINE)
    return None if match is None else match[1]


def list_extras() -> list[str]:
    """Return the extras that users install, none of them first."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    return ["", *(name for name in extras if name not in NOT_FOR_USERS)]


def main(arguments: list[str]) -> int:
    """Build, check, report; return 1 if anything is wrong."""
    shutil.rmtree(DIST, ignore_errors=True)
    date = os.environ.get("SOURCE_DATE_EPOCH") or source_date()
    first = build(DIST, date)
    with TemporaryDirectory() as folder:
        second = build(Path(folder), date)
    faults = [f"{name} differs between two builds" for name in first if first[name] != second[name]]
    [wheel], [archive] = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    entries, expected = list_wheel(wheel), expected_files()
    faults += find_wheel_faults(entries, expected, wheel.stat().st_size)
    faults += find_archive_faults(list_archive(archive), tracked_files(), archive.stat().st_size)
    changes = changelog_version((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if f"-{changes}-" not in wheel.name:
        faults.append(f"CHANGELOG.md begins with {changes}, the wheel is {wheel.name}")
    command = [sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(archive)]
    faults += ["twine check fails"] * (subprocess.run(command, check=False).returncode != 0)
    print("\n".join(describe_wheel(entries)))
    for name, digest in first.items():
        print(f"{digest}  {name} ({(DIST / name).stat().st_size:,} bytes)")
    if not faults:
        print("both builds gave the same bytes")
    for fault in faults:
        print(f"make dist: {fault}", file=sys.stderr)
    if faults:
        return 1
    for extra in [] if "--quick" in arguments else list_extras():
        print(try_extra(wheel, extra), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
