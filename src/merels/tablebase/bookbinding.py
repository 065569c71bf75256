"""Making a book from tables: as many men placed as fit."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Final

from merels._files import whole_file
from merels.errors import MerelsError
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.solver.table import TableKey
from merels.tablebase.book import Contents, format_contents, men_placed, opening_tables
from merels.tablebase.folder import TableFolder
from merels.tablebase.header import checksum
from merels.tablebase.writer import write_image

LARGEST_BOOK: Final = 6_000_000
"""Bytes of the book that ships."""

FEWEST_PLACED: Final = 8
"""The book that ships holds at least the positions with so many men placed."""

BLOCK_SLOTS: Final = 1 << 20
"""Larger than a table's: 5 % fewer bytes, and no probe of the book takes over 10 ms."""


def bind_book(
    folder: TableFolder,
    path: Path,
    placed: int | None = None,
    limit: int = LARGEST_BOOK,
    variant: Variant = NINE_MENS_MORRIS,
    report: Callable[[TableKey, int], None] = lambda _key, _size: None,
) -> Contents:
    """Write the book of all positions with at most ``placed`` men placed; return its contents.

    Where ``placed`` is None, as many as fit into ``limit`` bytes, and at least `FEWEST_PLACED`.
    ``report`` hears of each table that is ready, with its bytes.

    Raises `MissingTableError` where a table is not in the folder, and `MerelsError` where the book
    would be too large, or cannot be written.
    """
    last = 2 * variant.men - 1
    least = min(FEWEST_PLACED, last) if placed is None else placed
    images: dict[TableKey, bytes] = {}
    for number, keys in groupby(
        opening_tables(last if placed is None else placed, variant), men_placed
    ):
        more = {}
        for key in keys:
            more[key] = _image(folder, key)
            report(key, len(more[key]))
        if _size(images | more) <= limit:
            images |= more
        elif number <= least:
            raise MerelsError(
                f"the positions with {number} men placed make a book of {_size(images | more):,} "
                f"bytes; at most {limit:,} are allowed"
            )
        else:
            break
    return _write(path, images)


def _image(folder: TableFolder, key: TableKey) -> bytes:
    """Return the file of a table, packed as small as can be."""
    with folder.open(key) as file:
        header = replace(file.header, block_slots=BLOCK_SLOTS)
        slots = file.read_all(folder.threads)
    image = io.BytesIO()
    write_image(image, header, slots, folder.threads, smallest=True)
    return image.getvalue()


def _contents(images: dict[TableKey, bytes]) -> Contents:
    last = list(images)[-1]
    sizes = {key: len(image) for key, image in images.items()}
    return Contents(last.variant, men_placed(last), sizes, checksum(b"".join(images.values())))


def _size(images: dict[TableKey, bytes]) -> int:
    return len(format_contents(_contents(images))) + sum(map(len, images.values()))


def _write(path: Path, images: dict[TableKey, bytes]) -> Contents:
    contents = _contents(images)
    try:
        with whole_file(path) as file:
            file.write(format_contents(contents))
            file.writelines(images.values())
    except OSError as error:
        raise MerelsError(f"cannot write {str(path)!r}: {error.strerror}") from error
    return contents
