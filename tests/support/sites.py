"""Sites of whole games, written once for all tests that read them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from made_once import made_once

from merels import VARIANTS, Variant
from merels.site.catalog import Catalog
from merels.site.folder import SiteFolder
from merels.site.tables import Choice, TableWriter
from merels.solver.run import solve_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind
from merels.values.layout.plan import Plan, all_tables

THREE, FIVE = VARIANTS["three"], VARIANTS["five"]


@cache
def whole_game(variant: Variant) -> Path:
    """Return a folder with every table of a game. Copy it to change it."""

    def fill(path: Path) -> None:
        folder = TableFolder(path, threads=2)
        solve_tables(Plan.for_tables(all_tables(variant), folder.has), folder, 2)

    return made_once(f"whole-{variant.name}", fill)


def write_site(
    path: Path,
    variant: Variant = THREE,
    source: Path | None = None,
    kinds: tuple[Kind, ...] = (Kind.DISTANCE,),
    *,
    small: bool = False,
    split: int | None = None,
) -> list[str]:
    """Write the tables of a game as a site; return the names of the tables that were written."""
    site = SiteFolder(path)
    folder = TableFolder(whole_game(variant) if source is None else source, threads=2)
    with site.lock():
        writer = TableWriter(site, folder, [Choice(variant, kinds, small)], split)
        writer.find_missing()
        jobs = writer.plan()
        writer.check_space(jobs)
        writer.write(jobs)
    return sorted(job.key.name for job in jobs)


@cache
def site_of_five() -> Path:
    """Return a site with every table of Five Men's Morris. Copy it to change it."""
    return made_once("site-five", lambda path: write_site(path, FIVE))


def catalog_of(path: Path) -> Catalog:
    """Return the catalog of the only variant of a site."""
    (catalog,) = SiteFolder(path).read_catalogs()
    return catalog
