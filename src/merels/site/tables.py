"""Writing the tables of a site: each table once, whole or not at all, and only if it changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import Any, Final, Self, TypeAlias

from merels.board.index.dense import Slots
from merels.errors import MerelsError, MissingTableError
from merels.rules.variant import NINE_MENS_MORRIS, Variant, spell
from merels.site.catalog import OVERVIEW, Catalog, Entry, Overview, parts_of
from merels.site.folder import TABLES, SiteFolder
from merels.site.format import (
    BLOCK_SLOTS,
    MODEL_SUFFIX,
    PAGE_BLOCKS,
    SUFFIX,
    VERSION,
    BlockCodec,
    CatalogRow,
    Cut,
    checksum,
    codec_for,
    deflate,
    identify,
    join,
)
from merels.solver.benchmark import free_space
from merels.solver.convert import PACKED_TOGETHER, can_be_packed, load_any
from merels.solver.workspace import format_bytes
from merels.values.folder import TableFolder, solve_command
from merels.values.format.file import TableFile
from merels.values.format.header import Kind
from merels.values.format.packed.coder import fit_model
from merels.values.format.packed.model import WORTH
from merels.values.layout.key import TableKey, table_order
from merels.values.layout.plan import all_tables
from merels.values.layout.statistics import RESULTS

FORM: Final = [VERSION, BLOCK_SLOTS, PAGE_BLOCKS, WORTH]
"""What the bytes of a table depend on besides its values."""

BITS: Final = {Kind.DISTANCE: 1.76, Kind.WDL: 0.35}
"""Bits for each position of nine men's morris, for estimates; the bits of results are a guess."""

NAMES_SHOWN: Final = 8

OURS: Final = re.compile(r".*-[0-9a-f]{16}\.(mst(\.[0-9]+)?|json)|.*/[0-9a-f]{16}\.model")
"""The names of files of tables, models and catalogs; other files below ``tables/`` stay."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which tables of a variant a site has; ``small`` leaves out tables that a look-ahead gives."""

    variant: Variant
    kinds: tuple[Kind, ...] = (Kind.DISTANCE,)
    small: bool = False

    @property
    def keys(self) -> list[TableKey]:
        """All tables of the game."""
        return sorted(all_tables(self.variant), key=table_order)

    def stores(self, key: TableKey) -> bool:
        """Whether the site has the values of a table."""
        return not (self.small and key.is_left_out)


@dataclass(frozen=True, slots=True)
class Job:
    """A table to be written, in one or both kinds, from one file."""

    key: TableKey
    kinds: tuple[Kind, ...]
    source: Kind

    @property
    def positions(self) -> int:
        """How many positions are to be written, counted once for each kind."""
        return self.key.index.size * len(self.kinds)

    @property
    def estimate(self) -> int:
        """About how many bytes the files will have."""
        return int(sum(BITS[kind] for kind in self.kinds) * self.key.index.size / 8)


@dataclass(frozen=True, slots=True)
class TableWritten:
    """A table that is now in the folder, for good; its files are below ``tables/``."""

    job: Job
    files: tuple[str, ...]
    bytes: int


Listener: TypeAlias = Callable[[TableWritten], None]


@dataclass(frozen=True, slots=True)
class Note:
    """The note about a written table: its row, and the file that it was made from."""

    row: CatalogRow
    source: str
    """The file's fingerprint."""
    split: int | None

    @property
    def sizes(self) -> dict[str, int]:
        """The files of the table, below ``tables/``, with their sizes."""
        row, part = self.row, self.split or self.row.bytes
        sizes = {} if row.model is None else {row.model: row.model_bytes}
        for number, name in enumerate(parts_of(str(row.file), row.bytes, self.split)):
            sizes[name] = min(part, row.bytes - number * part)
        return sizes

    def document(self) -> list[Any]:
        """Return the note as JSON."""
        return [self.source, self.split, *self.row.values()]

    @classmethod
    def read(cls, document: list[Any]) -> Self:
        """Return the note that a document has."""
        source, split, *row = document
        return cls(CatalogRow(*row), source, split)


class TableWriter:
    """Writes the tables of a site from a folder of tables. The caller holds the site's lock.

    Every written table is noted, with the fingerprint of its original file: an interrupted run goes
    on where it stopped, and a later run writes only tables that have changed.
    """

    def __init__(
        self, site: SiteFolder, source: TableFolder, choices: list[Choice], split: int | None = None
    ) -> None:
        self._site = site
        self._source = source
        self._choices = choices
        self._split = split
        self._notes = self._read_notes()

    def find_missing(self) -> None:
        """Raise `MissingTableError`, which names the command, if tables of a game are missing."""
        for choice in self._choices:
            missing = [
                key.name
                for key in choice.keys
                if any(self._source_of(key, kind) is None for kind in choice.kinds)
            ]
            if missing:
                more = len(missing) - NAMES_SHOWN
                shown = [*missing[:NAMES_SHOWN], *([f"{more} more"] if more > 0 else [])]
                kind = "" if Kind.DISTANCE in choice.kinds else " --wdl"
                command = solve_command(f"--all{kind}", choice.variant, self._source.path)
                raise MissingTableError(
                    f"a site has every table of a game, but of {choice.variant.title} "
                    f"{len(missing)} of {len(choice.keys)} are not in "
                    f"{str(self._source.path)!r}: {', '.join(shown)}; make them with: {command}"
                )

    def plan(self) -> list[Job]:
        """Return the tables to write: tables missing in the site, or made from another file."""
        jobs: dict[tuple[TableKey, Kind], list[Kind]] = {}
        for choice in self._choices:
            for key in filter(choice.stores, choice.keys):
                for kind in choice.kinds:
                    source = self._source_of(key, kind)
                    if source is not None and not self._is_written(key, kind, source):
                        wanted = jobs.setdefault((key, source), [])
                        wanted += [kind] if kind not in wanted else []
        return [Job(key, tuple(kinds), source) for (key, source), kinds in jobs.items()]

    def check_space(self, jobs: list[Job]) -> None:
        """Raise `MerelsError` if there is too little room for the tables to write."""
        need, free = sum(job.estimate for job in jobs), free_space(self._site.path)
        if need > free:
            raise MerelsError(
                f"the tables need about {format_bytes(need)}, but {str(self._site.path)!r} has "
                f"only {format_bytes(free)} free; free some space, or choose another folder"
            )

    def write(self, jobs: list[Job], listener: Listener = lambda _: None) -> list[Catalog]:
        """Write tables, then the catalogs, then remove files that no catalog names any more.

        How many tables are written at a time; as in packing, a model is fitted on one thread.
        """
        together = min(self._source.threads, PACKED_TOGETHER)
        source = self._source.with_threads(ceil(self._source.threads / together))
        with ThreadPoolExecutor(together) as pool:
            pending = {pool.submit(self._write_job, source, job): job for job in jobs}
            try:
                for future in as_completed(pending):
                    notes, job = future.result(), pending[future]
                    self._notes |= {_name(job.key, kind): note for kind, note in notes.items()}
                    self._write_notes()
                    size = sum(note.row.bytes + note.row.model_bytes for note in notes.values())
                    files = (name for note in notes.values() for name in note.sizes)
                    listener(TableWritten(job, tuple(files), size))
            finally:
                pool.shutdown(cancel_futures=True)
        return self._publish()

    def _source_of(self, key: TableKey, kind: Kind) -> Kind | None:
        """Return the kind of file that a table is written from, None if it is missing."""
        kinds = (Kind.DISTANCE,) if kind is Kind.DISTANCE else (Kind.DISTANCE, Kind.WDL)
        return next((each for each in kinds if self._source.has(key, each)), None)

    def _is_written(self, key: TableKey, kind: Kind, source: Kind) -> bool:
        """Whether a table is in the folder, made from the file that is there now."""
        note = self._notes.get(_name(key, kind))
        if note is None or note.split != self._split:
            return False
        with self._source.open(key, source) as file:
            return file.fingerprint == note.source and self._has_files(note)

    def _has_files(self, note: Note) -> bool:
        paths = {self._site.tables / name: size for name, size in note.sizes.items()}
        return all(path.is_file() and path.stat().st_size == size for path, size in paths.items())

    def _write_job(self, source: TableFolder, job: Job) -> dict[Kind, Note]:
        with source.open(job.key, job.source) as file:
            notes = {kind: self._cut_again(job.key, kind, file) for kind in job.kinds}
            if None in notes.values():
                slots = load_any(source, file)
            return {
                kind: note or self._write_table(file, kind, slots, source.threads)
                for kind, note in notes.items()
            }

    def _cut_again(self, key: TableKey, kind: Kind, file: TableFile) -> Note | None:
        """Cut a table's file into parts of another size, if nothing else has changed."""
        note = self._notes.get(_name(key, kind))
        if note is None or note.source != file.fingerprint or not self._has_files(note):
            return None
        name = str(note.row.file)
        parts = parts_of(name, note.row.bytes, note.split)
        content = b"".join((self._site.tables / part).read_bytes() for part in parts)
        if identify(content) not in name:
            return None
        self._write_parts(name, content)
        return replace(note, split=self._split)

    def _write_table(self, file: TableFile, kind: Kind, slots: Slots, threads: int) -> Note:
        """Write the files of a table and of its model."""
        header, key = file.header, file.header.key
        values = slots if kind is Kind.DISTANCE else RESULTS[slots]
        cut = Cut(key, kind, values.itemsize)
        row = CatalogRow(*key.men, cut.positions, cut.score_bytes)
        folder, _, stem = key.name.rpartition("/")
        folder = folder or NINE_MENS_MORRIS.name
        model, identity = None, None
        if can_be_packed(replace(header, kind=kind, score_bytes=cut.score_bytes)):
            # A model of results has two columns, 12 KB, which always pay.
            model = fit_model(cut, values, threads, slender=kind is Kind.DISTANCE)
            data = deflate(model.content)
            identity = identify(data)
            name = f"{folder}/{identity}{MODEL_SUFFIX}"
            self._site.write(f"{TABLES}/{name}", data)
            row = replace(row, model=name, model_bytes=len(data), model_checksum=checksum(data))
        seed = cut.seed(identity)
        content = join(cut, self._encode(cut, codec_for(cut, model), values, threads), seed)
        # An object store may read a plus in an address as a space.
        stem = stem.replace("+", "_")
        name = f"{folder}/{stem}-{identify(content)}{SUFFIX}"
        self._write_parts(name, content)
        row = replace(row, file=name, bytes=len(content), seed=seed)
        return Note(row, file.fingerprint, self._split)

    def _encode(self, cut: Cut, codec: BlockCodec, values: Slots, threads: int) -> Iterator[bytes]:
        size = cut.block_slots

        def encode(number: int) -> bytes:
            return codec.encode(number, values[number * size : (number + 1) * size])

        with ThreadPoolExecutor(threads) as pool:
            yield from pool.map(encode, range(cut.block_count))

    def _write_parts(self, name: str, content: bytes) -> None:
        whole, part = memoryview(content), self._split or len(content)
        for number, path in enumerate(parts_of(name, len(content), self._split)):
            self._site.write(f"{TABLES}/{path}", whole[number * part : (number + 1) * part])

    def _publish(self) -> list[Catalog]:
        """Write the catalogs of the chosen variants; then remove what no catalog names."""
        overview = self._site.read_overview()
        catalogs = [self._make_catalog(choice) for choice in self._choices]
        for catalog in catalogs:
            self._site.write(f"{TABLES}/{catalog.name}", catalog.format())
            overview.catalogs[spell(catalog.variant)] = Entry.of(catalog)
        self._site.write(f"{TABLES}/{OVERVIEW}", overview.format())
        self._remove_stale(overview)
        return catalogs

    def _make_catalog(self, choice: Choice) -> Catalog:
        rows: dict[Kind, list[CatalogRow]] = {kind: [] for kind in choice.kinds}
        for kind, key in product(choice.kinds, choice.keys):
            if choice.stores(key):
                rows[kind].append(self._notes[_name(key, kind)].row)
            else:
                with self._source.open(key, self._source_of(key, kind) or kind) as file:
                    width = file.header.score_bytes if kind is Kind.DISTANCE else 1
                rows[kind].append(CatalogRow(*key.men, key.index.size, width))
        return Catalog(choice.variant, rows, self._split)

    def _remove_stale(self, overview: Overview) -> None:
        """Delete files of tables, models and catalogs that belong to no variant of the folder."""
        used = {OVERVIEW}
        for entry in overview.catalogs.values():
            used |= {entry.catalog, *self._site.read_catalog(entry.catalog).files}
        for path in sorted(self._site.tables.rglob("*")):
            name = path.relative_to(self._site.tables).as_posix()
            if path.is_file() and name not in used and OURS.fullmatch(name):
                self._site.remove(f"{TABLES}/{name}")
        self._notes = {
            name: note for name, note in self._notes.items() if used.issuperset(note.sizes)
        }
        self._write_notes()

    def _read_notes(self) -> dict[str, Note]:
        record = self._site.read_record()
        if record.get("form") != FORM:
            return {}
        try:
            return {name: Note.read(note) for name, note in record["tables"].items()}
        except (AttributeError, KeyError, TypeError, ValueError):
            return {}  # somebody has changed it

    def _write_notes(self) -> None:
        notes = {name: note.document() for name, note in self._notes.items()}
        self._site.write_record(self._site.read_record() | {"form": FORM, "tables": notes})


def _name(key: TableKey, kind: Kind) -> str:
    return f"{key.name} {kind.value}"
