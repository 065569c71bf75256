"""The folder of a site: reading it, and changing it so that it is whole at every moment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from merels._files import (
    DRAFT_SUFFIX,
    FILES,
    FileSystem,
    drafted_name,
    hold_lock,
    is_plain_file,
    make_folder,
    whole_file,
)
from merels.errors import CorruptTableError, FolderInUseError, MerelsError
from merels.site.catalog import OVERVIEW, Catalog, Overview
from merels.site.format import identify

TABLES: Final = "tables"
KEPT: Final = ".merels"
LOCK_NAME: Final = "site.lock"
RECORD: Final = "record.json"
"""For the next run alone: the lock, and where the files come from. Need not be published."""


class SiteFolder:
    """A folder with a site, which need not exist yet."""

    def __init__(self, path: Path, files: FileSystem = FILES) -> None:
        self.path = path
        self.files = files

    @property
    def tables(self) -> Path:
        """The folder of the tables."""
        return self.path / TABLES

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other runs out of the folder.

        Raises `FolderInUseError` if another run has it, and `MerelsError` if it is not writable.
        """
        with ExitStack() as stack:
            try:
                make_folder(self.path / KEPT, self.files)
                stack.enter_context(hold_lock(self.path / KEPT / LOCK_NAME, self.files))
                self._remove_drafts()
            except BlockingIOError as error:
                raise FolderInUseError(
                    f"another run (process {error.strerror}) is writing {str(self.path)!r}; wait "
                    "for it, or choose another folder"
                ) from None
            except OSError as error:
                raise MerelsError(
                    f"cannot write into {str(self.path)!r}: {error.strerror}; choose another folder"
                ) from error
            yield

    def write(self, name: str, content: bytes | memoryview) -> bool:
        """Write a file, whole or not at all, unless it has this content; return whether it did."""
        path = self.path / name
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            return False
        try:
            make_folder(path.parent, self.files)
            with whole_file(path, self.files) as file:
                file.write(content)
        except OSError as error:
            raise MerelsError(f"cannot write {str(path)!r}: {error.strerror}") from error
        return True

    def remove(self, name: str) -> None:
        """Delete a file, and then its folder if it is empty."""
        path = self.path / name
        with suppress(FileNotFoundError):
            self.files.unlink(path)
            if not any(path.parent.iterdir()):
                self.files.remove_folder(path.parent)

    def read_overview(self) -> Overview:
        """Return the variants of the folder, none if there is no catalog yet."""
        return Overview.parse(data) if (data := self._read(OVERVIEW)) else Overview()

    def read_catalog(self, name: str) -> Catalog:
        """Return the catalog in a file below ``tables/``; raises `CorruptTableError`."""
        data = self._read(name)
        if data is None:
            raise CorruptTableError(f"there is no {str(self.tables / name)!r}")
        if identify(data) not in name:
            raise CorruptTableError(f"{str(self.tables / name)!r} does not match its name")
        return Catalog.parse(data)

    def read_catalogs(self) -> list[Catalog]:
        """Return the catalogs of all variants of the folder."""
        return [self.read_catalog(each.catalog) for each in self.read_overview().catalogs.values()]

    def read_record(self) -> dict[str, Any]:
        """Return the notes of an earlier run; empty if they cannot be read."""
        with suppress(OSError, ValueError, RecursionError):
            record = json.loads((self.path / KEPT / RECORD).read_bytes())
            if isinstance(record, dict):
                return record
        return {}

    def write_record(self, record: dict[str, Any]) -> None:
        """Note something for the next run."""
        text = json.dumps(record, separators=(",", ":"), sort_keys=True)
        self.write(f"{KEPT}/{RECORD}", text.encode())

    def _read(self, name: str) -> bytes | None:
        try:
            return (self.tables / name).read_bytes()
        except FileNotFoundError:
            return None

    def _remove_drafts(self) -> None:
        """Delete the unfinished files of a killed run. The caller holds the lock."""
        for path in self.path.rglob(f"*{DRAFT_SUFFIX}"):
            if drafted_name(path.name) is not None and is_plain_file(path):
                self.files.unlink(path)
