"""The folders where a user's programs keep their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import platformdirs


def user_cache_folder() -> Path | None:
    """Return the folder for files that can be recreated, None if the user has no home."""
    return _inside_home(platformdirs.user_cache_dir)


def user_data_folder() -> Path | None:
    """Return the folder for files worth keeping, None if the user has no home."""
    return _inside_home(platformdirs.user_data_dir)


def _inside_home(find: Callable[..., str]) -> Path | None:
    """Return a folder, unless the home folder around it does not exist.

    Without a home, older versions of platformdirs return a path below a folder named ``~`` in the
    current one, and newer versions raise. A home such as ``/nonexistent`` belongs to a service and
    must not be created, not even if root could.
    """
    try:
        path = Path(find("merels", appauthor=False))
        home = Path.home()
    except RuntimeError:
        return None
    if not path.is_absolute() or (path.is_relative_to(home) and not home.is_dir()):
        return None
    return path
