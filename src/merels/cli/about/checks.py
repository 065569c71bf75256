"""What ``merels doctor`` finds out: one check per function, each with its findings.

A check never raises: what goes wrong is what it is there to report.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, Final

from merels._version import __version__

OLDEST_PYTHON: Final = (3, 11)
WHOLE_GAME: Final = 6 << 30
"""Bytes that the tables of the whole game take, with room for what is being written."""
LITTLE_DISK: Final = 1 << 30
LITTLE_MEMORY: Final = 1 << 30

DEVELOPMENT: Final = frozenset({"all", "dev", "docs", "release"})
"""Extras that are not reported: unions, and tools for those who change Merels."""

_REQUIREMENT: Final = re.compile(r"([\w.-]+)(?:\[[\w,]+\])?([^;]*); extra == ['\"](\w+)['\"]")
_BOUND: Final = re.compile(r"(>=|<)\s*([\d.]+)")


class Status(Enum):
    """How bad a finding is; only a problem makes the command fail."""

    FINE = "fine"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``advice`` says what to do."""

    check: str
    name: str
    status: Status
    detail: str
    advice: str = ""

    def document(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        return asdict(self) | {"status": self.status.value}


def check_python() -> Iterator[Finding]:
    """Say which Python, system and Merels this is."""
    is_new = sys.version_info >= OLDEST_PYTHON
    yield Finding(
        "python",
        "Python",
        Status.FINE if is_new else Status.PROBLEM,
        f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}",
        "" if is_new else "install Python 3.11 or later",
    )
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield Finding("python", "system", Status.FINE, system)
    package = Path(__file__).parents[2]
    yield Finding("python", "Merels", Status.FINE, f"{__version__} in {package}")


def check_extras() -> Iterator[Finding]:
    """Say which extras are complete, and how to add the others."""
    try:
        lines = requires("merels") or []
    except PackageNotFoundError:
        yield Finding(
            "extras",
            "installation",
            Status.PROBLEM,
            "this copy was never installed, so what it needs is not known",
            "install it with: pip install merels, or in a working copy: pip install -e .",
        )
        return
    for extra, wanted in group_requirements(lines).items():
        yield _check_extra(extra, wanted)


def group_requirements(lines: list[str]) -> dict[str, dict[str, str]]:
    """Return the packages of each extra with their version ranges.

    >>> group_requirements(["rich<16,>=13.7; extra == 'solve'", "pip>=1; extra == 'dev'"])
    {'solve': {'rich': '<16,>=13.7'}}
    """
    extras: dict[str, dict[str, str]] = {}
    for match in filter(None, map(_REQUIREMENT.match, lines)):
        name, bounds, extra = match[1], match[2].strip(" ()"), match[3]
        if extra not in DEVELOPMENT and name != "merels":
            extras.setdefault(extra, {})[name] = bounds
    return extras


def _check_extra(extra: str, wanted: dict[str, str]) -> Finding:
    install = f"pip install --upgrade 'merels[{extra}]'"
    installed = {name: installed_version(name) for name in wanted}
    missing = [name for name, found in installed.items() if found is None]
    if missing:
        detail = f"not installed: {', '.join(missing)}"
        return Finding("extras", extra, Status.NOTE, detail, f"if you want it: {install}")
    detail = ", ".join(f"{name} {found}" for name, found in installed.items())
    wrong = [
        f"{name} {found} is not {wanted[name]}"
        for name, found in installed.items()
        if found is not None and not is_within(found, wanted[name])
    ]
    if wrong:
        return Finding("extras", extra, Status.PROBLEM, "; ".join(wrong), install)
    return Finding("extras", extra, Status.FINE, detail)


def installed_version(package: str) -> str | None:
    """Return the version of an installed package, None if it is missing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def is_within(found: str, bounds: str) -> bool:
    """Whether a version lies within bounds such as ``<3,>=1.26``.

    >>> is_within("2.1.0", "<3,>=1.26"), is_within("3.0", "<3,>=1.26")
    (True, False)
    """
    number = _numbers(found)
    return all(
        number >= _numbers(limit) if sign == ">=" else number < _numbers(limit)
        for sign, limit in _BOUND.findall(bounds)
    )


def _numbers(text: str) -> tuple[int, ...]:
    match = re.match(r"\d+(?:\.\d+)*", text)
    numbers = [int(part) for part in match[0].split(".")] if match else [0]
    return tuple([*numbers, 0, 0, 0][:4])


def check_machine() -> Iterator[Finding]:
    """Say how many processors and how much memory Merels may use."""
    from merels._machine import available_memory, count_processors

    count = count_processors()
    yield Finding(
        "machine", "processors", Status.FINE, f"{count} of {os.cpu_count()} for this process"
    )
    free = available_memory()
    if free is None:
        yield Finding("machine", "memory", Status.NOTE, "the system does not report it")
        return
    is_little = free < LITTLE_MEMORY
    yield Finding(
        "machine",
        "memory",
        Status.NOTE if is_little else Status.FINE,
        f"{format_size(free)} available",
        "solving needs about 1 GB; the engine's --hash can be smaller" if is_little else "",
    )


def check_fast_path() -> Iterator[Finding]:
    """Say whether compiled code works, and uses the processor's instructions for sets of bits."""
    if installed_version("numba") is None:
        return  # the extras say so
    try:
        from merels import _compiler
    except Exception as error:  # whatever keeps Numba from loading
        advice = "pip install --upgrade --force-reinstall 'merels[engine]'"
        yield Finding("processor", "compiled code", Status.PROBLEM, str(error), advice)
        return
    yield Finding(
        "processor", "compiled code", Status.FINE, f"for {_compiler.describe_processor()}"
    )
    if _compiler.has_fast_pext():
        yield Finding("processor", "fast path", Status.FINE, "used: BMI2 (pext, pdep)")
        return
    chosen = [name for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES") if os.environ.get(name)]
    yield Finding(
        "processor",
        "fast path",
        Status.NOTE,
        "not used: this processor has no fast pext and pdep, so the portable code runs"
        if not chosen
        else f"not used: {' and '.join(chosen)} chooses another processor",
        f"unset {' and '.join(chosen)}" if chosen else "nothing to do; results are the same",
    )


def check_disk(folder: Path) -> Finding:
    """Say how much room there is for tables."""
    free = shutil.disk_usage(existing_parent(folder)).free
    status = Status.FINE if free >= WHOLE_GAME else Status.NOTE
    advice = "the whole game needs 6 GB; another folder: --tables DIR or MERELS_TABLES"
    if free < LITTLE_DISK:
        status = Status.PROBLEM
        advice = "free some room, or choose another folder with MERELS_TABLES"
    return Finding(
        "tables",
        "disk",
        status,
        f"{format_size(free)} free",
        "" if status is Status.FINE else advice,
    )


def existing_parent(path: Path) -> Path:
    """Return a folder, or the nearest folder around it that exists."""
    return next(each for each in (path.absolute(), *path.absolute().parents) if each.exists())


def is_writable(folder: Path) -> bool:
    """Whether files can be created in a folder, or the folder itself."""
    parent = existing_parent(folder)
    return parent.is_dir() and os.access(parent, os.W_OK | os.X_OK)


def format_size(size: int) -> str:
    """Format bytes for people.

    >>> format_size(6_400_000_000), format_size(52_000)
    ('6.4 GB', '0.1 MB')
    """
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


Check = Callable[[], Iterator[Finding]]
