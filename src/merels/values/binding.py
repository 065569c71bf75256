"""Making a book from tables, with as many men placed as fit."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from merels._files import FILES, FileSystem, remove_drafts, whole_file
from merels.board.index.dense import Bytes
from merels.errors import MerelsError
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.book import Contents, format_contents, men_placed, opening_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Header, Kind
from merels.values.format.reader import TableFile
from merels.values.format.source import checksum
from merels.values.format.writer import write_image
from merels.values.layout.key import TableKey

LARGEST_BOOK: Final = 2_500_000
"""The limit in bytes for a book that ships."""

Load: TypeAlias = Callable[[TableFolder, TableFile], Bytes]
"""Returns the scores of a table, stored or left out."""

Report: TypeAlias = Callable[[TableKey, int], None]
"""Called with each table that has been packed, and its size in bytes."""

BLOCK_SLOTS: Final = 1 << 20
"""Larger than in table files: saves 5 % of the bytes, and a probe still takes at most 10 ms."""


def load_stored(folder: TableFolder, file: TableFile) -> Bytes:
    """Return the scores of a table that is stored."""
    return file.read_all(folder.threads)


def bind_book(
    folder: TableFolder,
    path: Path,
    placed: int | None = None,
    limit: int = LARGEST_BOOK,
    variant: Variant = NINE_MENS_MORRIS,
    report: Report = lambda _key, _size: None,
    files: FileSystem = FILES,
    load: Load = load_stored,
) -> Contents:
    """Write the book of all positions with at most ``placed`` men placed; return its contents.

    If ``placed`` is None, it is as many as fit into ``limit`` bytes; with all men, the moving
    tables are included. ``load`` returns the scores of a table, by default of one that is stored.

    Raises `MissingTableError` if a table is not in the folder, and `MerelsError` if the book would
    be too large or cannot be written.
    """
    least = 0 if placed is None else placed
    every = opening_tables(2 * variant.men if placed is None else placed, variant)
    images: dict[TableKey, bytes] = {}
    for number, keys in groupby(every, lambda key: men_placed(key, variant)):
        more = _pack(folder, load, list(keys), limit - _size(images), report)
        if more is not None and _size(images | more) <= limit:
            images |= more
        elif number > least:
            break
        else:
            raise MerelsError(
                f"the positions with {number} men placed make a book of more than {limit:,} bytes"
            )
    return _write(path, images, files)


def _pack(
    folder: TableFolder, load: Load, keys: list[TableKey], room: int, report: Report
) -> dict[TableKey, bytes] | None:
    """Return the files of some tables, or None as soon as they take more than ``room`` bytes."""
    images = {}
    for key in sorted(keys, key=lambda key: -key.index.size):
        images[key] = _image(folder, load, key)
        report(key, len(images[key]))
        if sum(map(len, images.values())) > room:
            return None
    return {key: images[key] for key in keys}


def _image(folder: TableFolder, load: Load, key: TableKey) -> bytes:
    """Return the file of a table, packed as small as possible."""
    with folder.open(key) as file:
        exact = file.header
        header = Header(
            *(key, Kind.DISTANCE, exact.statistics, BLOCK_SLOTS), score_bytes=exact.score_bytes
        )
        slots = load(folder, file)
    image = io.BytesIO()
    write_image(image, header, slots, folder.threads, smallest=True)
    return image.getvalue()


def _contents(images: dict[TableKey, bytes]) -> Contents:
    keys = list(images)
    variant = keys[0].variant  # of the empty board, which no other game has
    sizes = {key: len(image) for key, image in images.items()}
    placed = men_placed(keys[-1], variant)
    return Contents(variant, placed, sizes, checksum(b"".join(images.values())))


def _size(images: dict[TableKey, bytes]) -> int:
    """Return the size in bytes of a book of some tables."""
    if not images:
        return 0
    return len(format_contents(_contents(images))) + sum(map(len, images.values()))


def _write(path: Path, images: dict[TableKey, bytes], files: FileSystem) -> Contents:
    contents = _contents(images)
    try:
        remove_drafts(path, files)  # those of a killed run would stay forever
        with whole_file(path, files) as file:
            file.write(format_contents(contents))
            file.writelines(images.values())
    except OSError as error:
        raise MerelsError(f"cannot write {str(path)!r}: {error.strerror}") from error
    return contents
