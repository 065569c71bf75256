"""The folders in which a user's programs keep their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import platformdirs


def user_cache_folder() -> Path | None:
    """Return the folder for what can be made anew, None where the user has no home."""
    return _inside_home(platformdirs.user_cache_dir)


def user_data_folder() -> Path | None:
    """Return the folder for what is worth keeping, None where the user has no home."""
    return _inside_home(platformdirs.user_data_dir)


def _inside_home(find: Callable[..., str]) -> Path | None:
    """Return a folder, unless it would have to be made together with the home it lies in.

    Where there is no home, older versions of platformdirs return a path below a folder named ``~``
    in the current one, and newer versions raise. A home that is named and missing, such as
    ``/nonexistent``, is a service's: it must not appear, not even if root could make it.
    """
    try:
        path = Path(find("merels", appauthor=False))
        home = Path.home()
    except RuntimeError:
        return None
    if not path.is_absolute() or (path.is_relative_to(home) and not home.is_dir()):
        return None
    return path
