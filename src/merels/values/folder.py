"""A folder of table files: names, listing, and the lock that keeps two runs apart."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shlex
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
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
)
from merels._system import user_data_folder
from merels.board.index.dense import Slots
from merels.errors import (
    CorruptTableError,
    FolderInUseError,
    MerelsError,
    MissingTableError,
    NotationError,
)
from merels.rules.variant import NINE_MENS_MORRIS, VARIANTS, Variant, spell_option
from merels.values.format.file import TableFile, write_table
from merels.values.format.header import Header, Kind
from merels.values.layout.homes import WORK_FOLDER
from merels.values.layout.key import TableKey, is_table_text, table_order
from merels.values.layout.plan import all_tables
from merels.values.layout.statistics import gather_statistics

SUFFIXES: Final = {Kind.DISTANCE: ".mtb", Kind.WDL: ".wdl.mtb"}
LOCK_NAME: Final = "solve.lock"
SERVICE_FOLDER: Final = Path("/var/lib/merels")

_OF_A_RUN: Final = re.compile(rf"run\.[0-9a-f]{{16}}(?:\.(.+)\.[0-9]+)?{re.escape(DRAFT_SUFFIX)}")
"""The marker file of a run or, with a table's name in it, a part that a cluster worker rated."""


def default_folder() -> Path:
    """Return the default folder of tables: ``MERELS_TABLES``, or in the user's data folder.

    For a user without a home directory, such as a service, the folder is in the system's data
    folder.
    """
    chosen = os.environ.get("MERELS_TABLES")
    if chosen:
        return Path(chosen)
    return (user_data_folder() or SERVICE_FOLDER) / "tables"


class TableFolder:
    """The tables in one folder, which need not exist yet.

    Tables of nine men's morris are in the folder itself, tables of other variants in subfolders.
    """

    def __init__(self, path: Path, threads: int = 1, files: FileSystem = FILES) -> None:
        self.path = path
        self.threads = threads
        self.files = files

    def path_of(self, key: TableKey, kind: Kind = Kind.DISTANCE) -> Path:
        """Return the path of a table's file, whether or not it exists."""
        return self.path / f"{key.name}{SUFFIXES[kind]}"

    def has(self, key: TableKey, kind: Kind = Kind.DISTANCE) -> bool:
        """Whether the table's file exists, with values or without."""
        return self.path_of(key, kind).is_file()

    def stores(self, key: TableKey, kind: Kind = Kind.DISTANCE) -> bool:
        """Whether the table's file exists and has the values.

        Raises `CorruptTableError` if it is damaged.
        """
        if not self.has(key, kind):
            return False
        with self.open(key, kind) as file:
            return file.header.stored

    def open(self, key: TableKey, kind: Kind = Kind.DISTANCE) -> TableFile:
        """Open a table's file.

        Raises `MissingTableError`, which names the command that makes the table, and
        `CorruptTableError`, also if the file holds a different table than its name says.
        """
        try:
            return TableFile.open(self.path_of(key, kind), key, kind)
        except FileNotFoundError:
            raise MissingTableError(missing_message(key, self.path)) from None

    def score_bytes(self, key: TableKey, kind: Kind = Kind.DISTANCE) -> int:
        """Return the bytes of each of a table's scores."""
        with self.open(key, kind) as file:
            return file.header.score_bytes

    def load_slots(
        self, key: TableKey, out: Slots | None = None, kind: Kind = Kind.DISTANCE
    ) -> Slots:
        """Return the scores of a table, in ``out`` if that is given."""
        with self.open(key, kind) as file:
            return file.read_all(self.threads, out)

    def save(self, key: TableKey, slots: Slots, kind: Kind = Kind.DISTANCE) -> int:
        """Write a solved table; return the size of the file in bytes."""
        score_bytes = slots.itemsize if kind is Kind.DISTANCE else 1
        statistics = gather_statistics(key, slots, self.threads)
        return self.write(Header(key, kind, statistics, score_bytes=score_bytes), slots)

    def write(self, header: Header, slots: Slots) -> int:
        """Write a table's file as its header describes it; return its size in bytes."""
        path = self.path_of(header.key, header.kind)
        self._make(path.parent)
        return write_table(path, header, slots, self.threads, self.files)

    def keys(self, kind: Kind = Kind.DISTANCE, variant: Variant | None = None) -> list[TableKey]:
        """Return the tables in the folder: moving tables first, then in the order of solving.

        With ``variant``, the tables of this game, wherever they are kept.
        """
        if variant is not None:
            found: Iterable[TableKey | None] = all_tables(variant)
        else:
            found = (self.key_of(path, kind) for path in self.files_like(SUFFIXES[kind]))
        return sorted({key for key in found if key and self.has(key, kind)}, key=table_order)

    def key_of(self, path: Path, kind: Kind) -> TableKey | None:
        """Return the table that a file should hold, None if it is not named like a table."""
        name = path.relative_to(self.path).as_posix().removesuffix(SUFFIXES[kind])
        with suppress(NotationError):  # for example, a table of the other kind
            return TableKey.parse_name(name)
        if path.parent != self.path and path.parent.name not in VARIANTS:
            with suppress(CorruptTableError, OSError), TableFile.open(path) as file:
                key = file.header.key  # of a board that does not ship: the file describes it
                return key if self.path_of(key, kind) == path else None
        return None

    def files_like(self, suffix: str) -> Iterator[Path]:
        """Yield the files here and in the folders of variants whose names end with ``suffix``."""
        yield from self.path.glob(f"*{suffix}")
        for path in self.path.glob(f"*/*{suffix}"):
            if path.parent.name != WORK_FOLDER:
                yield path

    def release(self, still_needed: set[TableKey]) -> None:
        """Do nothing: all tables stay in the folder."""

    def remove_leftovers(self) -> None:
        """Delete the files that a killed run left behind. The caller holds the lock."""
        for path in self.files_like(DRAFT_SUFFIX):
            if is_leftover(path.relative_to(self.path).as_posix()) and is_plain_file(path):
                with suppress(FileNotFoundError):  # a worker that is still alive may be faster
                    self.files.unlink(path)

    def with_threads(self, threads: int) -> TableFolder:
        """Return the same folder, read and written on a different number of threads."""
        return TableFolder(self.path, threads, self.files)

    @contextmanager
    def mark(self) -> Iterator[Path]:
        """Keep a file with a unique name in the folder while a run lasts.

        A worker that sees it knows that it shares the folder and that the run is alive; the next
        run's `remove_leftovers` deletes the mark of a killed run.
        """
        self._make(self.path)
        path = self.path / f"run.{secrets.token_hex(8)}{DRAFT_SUFFIX}"
        self.files.create(path).close()
        try:
            yield path
        finally:
            with suppress(FileNotFoundError):
                self.files.unlink(path)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other runs out of the folder; the system frees the lock of a killed run.

        Raises `FolderInUseError` if another run holds it, and `MerelsError` if the folder is not
        writable.
        """
        self._make(self.path)
        with ExitStack() as stack:
            try:
                stack.enter_context(hold_lock(self.path / LOCK_NAME, self.files))
            except BlockingIOError as error:
                raise FolderInUseError(
                    f"another run (process {error.strerror}) is solving in {str(self.path)!r}; "
                    "wait for it, or choose another folder with --tables"
                ) from None
            except OSError as error:
                raise self._unwritable(error) from error
            yield

    def _make(self, path: Path) -> None:
        try:
            make_folder(path, self.files)
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> MerelsError:
        return MerelsError(
            f"cannot write tables into {str(self.path)!r}: {error.strerror}; choose another "
            "folder with --tables or MERELS_TABLES"
        )


def is_leftover(name: str) -> bool:
    """Whether a file of this name is temporary: a run deletes or renames it before it ends.

    >>> is_leftover("3-3.mtb.0123456789abcdef.part"), is_leftover("run.0123456789abcdef.part")
    (True, True)
    >>> is_leftover("3-3.mtb.part"), is_leftover("film.mkv.0123456789abcdef.part")
    (False, False)
    """
    folder, _, name = name.rpartition("/")
    target = drafted_name(name) or ""
    match = _OF_A_RUN.fullmatch(name) or _OF_A_RUN.fullmatch(target)
    if match is not None:
        return match[1] is None or _is_table(folder, match[1])
    return any(
        target.endswith(suffix) and _is_table(folder, target.removesuffix(suffix))
        for suffix in SUFFIXES.values()
    )


def _is_table(folder: str, name: str) -> bool:
    if folder and folder not in VARIANTS:  # of a user's own variant
        return is_table_text(name)
    with suppress(NotationError):
        TableKey.parse_name(f"{folder}/{name}" if folder else name)
        return True
    return False


def missing_message(key: TableKey, folder: Path) -> str:
    """Return a message that names the missing table and the command that makes it."""
    if not key.is_possible:
        return (
            f"there is no table {key.name}: play from the empty board never leads to these numbers "
            "of men on the board and in hand"
        )
    tables = "--all" if key.in_hand else f"--table {key.own},{key.enemy}"
    return (
        f"table {key.name} is not in {str(folder)!r}; make it with: "
        f"{solve_command(tables, key.variant, folder)}"
    )


def solve_command(tables: str, variant: Variant, folder: Path) -> str:
    """Return the command that solves tables of a variant; a board that does not ship has a file.

    >>> solve_command("--all", NINE_MENS_MORRIS, Path("here"))
    'merels solve --all --tables here'
    """
    choice = "" if variant == NINE_MENS_MORRIS else f" --variant {spell_option(variant)}"
    return f"merels solve {tables}{choice} --tables {shlex.quote(str(folder))}"


# Digests of tables: the same for the same values, however a file packs them.


def digest_slots(slots: Slots) -> str:
    """Return the digest of a table in memory."""
    return hashlib.sha256(in_file_order(slots).data).hexdigest()


def in_file_order(slots: Slots) -> Slots:
    """Return scores with their low bytes first, as they are in files."""
    return slots.astype(slots.dtype.newbyteorder("<"), copy=False)


def digest_tables(folder: TableFolder, keys: Iterable[TableKey]) -> Iterator[tuple[TableKey, str]]:
    """Yield exact tables with their digests, the largest first; hold one block per thread.

    Tables that are left out have their digest in the header.

    SHA-256 has to go through a table in order, so each table is read by one thread; all threads
    are busy as long as there are tables left.

    Raises `CorruptTableError` if a file is damaged.
    """

    def digest(key: TableKey) -> tuple[TableKey, str]:
        found = hashlib.sha256()
        with folder.open(key) as file:
            if file.header.sha256 is not None:
                return key, file.header.sha256
            for number in range(file.header.block_count):
                found.update(in_file_order(file.read_block(number)).data)
        return key, found.hexdigest()

    with ThreadPoolExecutor(folder.threads) as pool:
        try:
            yield from pool.map(digest, sorted(keys, key=lambda key: -key.index.size))
        finally:
            pool.shutdown(cancel_futures=True)  # report a damaged file at once


def published_digests(document: dict[str, Any]) -> dict[str, str]:
    """Return the digests in a document of results, by table name."""
    return {
        table["name"]: digest for table in document["tables"] if (digest := table.get("sha256"))
    }


def read_digests(path: Path) -> dict[str, str]:
    """Return the digests in a file that ``merels results --data`` has written.

    Raises `NotationError` if it is another file.
    """
    try:
        return published_digests(json.loads(path.read_bytes()))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise NotationError(
            f"{str(path)!r} is not a results file; write one with: merels results --data FILE"
        ) from None
