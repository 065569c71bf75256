"""The pages of a site: the app's files, at addresses that work on any host, and its data."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from merels._version import __version__
from merels.errors import MerelsError
from merels.rules.variant import Variant, file_stem, spell
from merels.site.folder import SiteFolder
from merels.values.book import Book, opening_tables
from merels.values.shipped import read_results, solved_variants
from merels.web.http.static_files import BROTLI, DATA, FOLDER, INDEX, PAGES, StaticFile, deepen

HERE: Final = Path(__file__).parent
PROBES: Final = ("probe.js", "probe.d.ts")
"""The reader of static tables for other people's programs, built with the pages."""

BOOK_MEN: Final = 4
"""Positions with this many men placed are in the book of the pages: 5 would take 30 KB."""


def list_pages(variants: list[Variant]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the pages: their paths in the site, and their contents."""
    app = dict(_list_app())
    yield from app.items()
    below = deepen(StaticFile.read(INDEX, app[INDEX.lstrip("/")])).content
    for page in PAGES:
        if page != "/":
            yield f"{page.lstrip('/')}/index.html", below
    for variant in solved_variants():  # with tables on the site or without
        yield f"data/results/{file_stem(variant)}.json", read_results(variant)
        yield f"data/book/{file_stem(variant)}.json", _dump(make_book(variant))
    yield "site.json", _dump(describe(app, variants))


def write_pages(site: SiteFolder) -> int:
    """Write the pages for the variants of a site; return how many files changed.

    Files of an earlier version that this version lacks are removed.

    The document that names the other files comes last: no visitor gets a mix of two versions.
    """
    pages = dict(list_pages([catalog.variant for catalog in site.read_catalogs()]))
    last = sorted(
        pages, key=lambda name: (name.endswith(("index.html", "sw.js", "site.json")), name)
    )
    record = site.read_record()
    earlier = set(record.get("pages", []))
    # Noted before they are written, so that the next run knows the files of a run that was killed.
    site.write_record(record | {"pages": sorted(earlier | pages.keys())})
    changed = sum(site.write(name, pages[name]) for name in last)
    for name in earlier - pages.keys():
        site.remove(name)
        changed += 1
    site.write_record(record | {"pages": sorted(pages)})
    return changed


def refuse_foreign_pages(site: SiteFolder) -> None:
    """Raise `MerelsError` if the folder has a page of somebody else, which would be overwritten."""
    is_ours = "pages" in site.read_record() or (site.path / "site.json").is_file()
    if not is_ours and (site.path / "index.html").exists():
        raise MerelsError(
            f"{str(site.path)!r} has an index.html that merels has not written; choose another "
            "folder, such as one inside it"
        )


def describe(app: dict[str, bytes], variants: list[Variant]) -> dict[str, Any]:
    """Return the description of the site, for the pages and the worker."""
    return {
        "application": "Merels",
        "version": __version__,
        "revision": _digest(app),
        "server": False,
        "variants": [spell(variant) for variant in variants],
        "tables": bool(variants),
        "book_men": BOOK_MEN,
    }


def make_book(variant: Variant) -> dict[str, Any]:
    """Return the scores of the first positions of a game, table by table, slot by slot."""
    with Book.open_shipped(variant) as book:
        keys = opening_tables(min(BOOK_MEN, book.contents.men_placed), variant)
        tables = {}
        for key in keys:
            with book.open_table(key) as file:
                scores = file.read_all()
            tables[",".join(map(str, key.men))] = base64.b64encode(scores.tobytes()).decode()
    return {
        "variant": spell(variant),
        "rules": variant.digest,
        "men_placed": min(BOOK_MEN, book.contents.men_placed),
        "tables": tables,
    }


def _list_app() -> Iterator[tuple[str, bytes]]:
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file() and path.suffix != BROTLI:  # hosts compress by themselves
            yield path.relative_to(FOLDER).as_posix(), path.read_bytes()
    for name, (package, file) in DATA.items():
        yield name.lstrip("/"), files(package).joinpath(file).read_bytes()
    for path in (HERE / name for name in PROBES):
        if path.is_file():
            yield path.name, path.read_bytes()


def _digest(app: dict[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, content in sorted(app.items()):
        found.update(f"{name} {len(content)} ".encode() + content)
    return found.hexdigest()[:16]


def _dump(document: dict[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
