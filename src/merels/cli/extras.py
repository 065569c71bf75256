"""Optional packages: check for them before they are imported."""

from __future__ import annotations

from importlib.util import find_spec

from merels.errors import MissingExtraError


def require(extra: str) -> None:
    """Raise `MissingExtraError`, which names the ``pip install``, unless an extra is installed."""
    missing = [package for package in list_packages(extra) if find_spec(package) is None]
    if missing:
        raise MissingExtraError(
            f"this needs {', '.join(missing)}; add it with: pip install 'merels[{extra}]'"
        )


def list_packages(extra: str) -> list[str]:
    """Return the packages of an extra as ``pyproject.toml`` lists them, read from the installation.

    They have the same names as their modules. A copy that was never installed has no such list.

    >>> list_packages("notebook")
    ['anywidget']
    """
    import re
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("merels") or []
    except PackageNotFoundError:
        return []
    found = (re.fullmatch(r"([\w.-]+).*; extra == ['\"](\w+)['\"]", line) for line in lines)
    return [match[1] for match in found if match and match[2] == extra]
