"""The goal that somebody wants solved, remembered in the folder of tables across restarts."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Final, Literal, TypeAlias, get_args

from merels._files import make_folder, whole_file
from merels.values.folder import TableFolder
from merels.web.api.models import GoalName

WISH_NAME: Final = "solving.json"

WishState: TypeAlias = Literal["running", "paused", "failed"]


@dataclass(frozen=True, slots=True)
class Wish:
    """A goal and whether to work on it now."""

    goal: GoalName
    state: WishState = "running"


class WishFile:
    """Keeps the wish; all processes that serve the folder follow it."""

    def __init__(self, folder: TableFolder) -> None:
        self._path = folder.path / WISH_NAME
        self._files = folder.files

    def read(self) -> Wish | None:
        """Return the wish, None if there is none. A damaged file counts as none."""
        try:
            wish = Wish(**json.loads(self._path.read_bytes()))
        except (OSError, ValueError, TypeError):
            return None
        is_known = wish.goal in get_args(GoalName) and wish.state in get_args(WishState)
        return wish if is_known else None

    def write(self, wish: Wish) -> None:
        """Remember a wish; raise `OSError` if the folder is not writable."""
        make_folder(self._path.parent, self._files)
        with whole_file(self._path, self._files) as file:
            file.write(json.dumps(asdict(wish)).encode())

    def forget(self) -> None:
        """Forget the wish, if there is one."""
        with suppress(FileNotFoundError):
            self._files.unlink(self._path)
