"""The pages of a site: complete, at addresses that work anywhere, none of an earlier version."""

import json
import shutil

import pytest
from sites import site_of_five, write_site

from merels import __version__
from merels.rules.variant import file_stem
from merels.site import pages
from merels.site.folder import SiteFolder
from merels.site.pages import make_book, write_pages
from merels.values.shipped import read_results, solved_variants
from merels.web.http.static_files import BASE, PAGES


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A small app in place of the one that ships."""
    folder = tmp_path / "app"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(b"<!doctype html>" + BASE)
    (folder / "assets" / "one-1234.js").write_text("1")
    (folder / "sw.js").write_text("worker")
    monkeypatch.setattr(pages, "FOLDER", folder)
    return folder


@pytest.fixture
def site(tmp_path):
    return SiteFolder(shutil.copytree(site_of_five(), tmp_path / "site"))


def read_json(site, name):
    return json.loads((site.path / name).read_bytes())


def test_every_page_can_be_loaded_directly(app, site):
    write_pages(site)
    assert (site.path / "index.html").read_bytes() == (app / "index.html").read_bytes()
    for page in PAGES[1:]:
        document = (site.path / page.lstrip("/") / "index.html").read_bytes()
        assert document == b'<!doctype html><base href="../" />'


def test_the_app_and_what_it_loads_are_there(app, site):
    write_pages(site)
    for name in ("assets/one-1234.js", "sw.js", "weights.bin", "puzzles.json"):
        assert (site.path / name).is_file()
    for name in pages.PROBES:
        assert (site.path / name).read_bytes() == (pages.HERE / name).read_bytes()


def test_the_site_says_what_it_is(app, site):
    write_pages(site)
    document = read_json(site, "site.json")
    revision = document.pop("revision")
    assert document == {
        "application": "Merels",
        "version": __version__,
        "server": False,
        "variants": ["five"],
        "tables": True,
        "book_men": 4,
    }
    (app / "sw.js").write_text("another worker")
    write_pages(site)
    assert read_json(site, "site.json")["revision"] != revision


def test_results_and_books_of_all_variants_that_ship(app, site):
    write_pages(site)
    shipped = {f"{file_stem(each)}.json" for each in solved_variants()}
    for folder in ("results", "book"):
        assert {path.name for path in (site.path / "data" / folder).iterdir()} == shipped
    variant = site.read_catalogs()[0].variant
    assert (site.path / "data/results/five.json").read_bytes() == read_results(variant)
    book = read_json(site, "data/book/five.json")
    assert book == make_book(variant)
    assert (book["variant"], book["men_placed"]) == ("five", 4)
    assert list(book["tables"]) == ["0,0,5,5", "0,1,5,4", "1,1,4,4", "1,2,4,3", "2,2,3,3"]


def test_what_did_not_change_is_not_written(app, site):
    assert write_pages(site) > len(PAGES)
    assert write_pages(site) == 0


def test_files_of_an_earlier_version_go_and_those_of_others_stay(app, site):
    write_pages(site)
    (site.path / "CNAME").write_text("example.org")
    (app / "assets" / "one-1234.js").rename(app / "assets" / "two-5678.js")
    assert write_pages(site) == 3  # one new, one gone, and the revision
    assert [path.name for path in (site.path / "assets").iterdir()] == ["two-5678.js"]
    assert (site.path / "CNAME").is_file()


def test_files_of_a_run_that_was_killed_go_too(app, site, monkeypatch):
    new = app / "assets" / "two-5678.js"
    new.write_text("2")
    write = SiteFolder.write

    def die_at_the_end(self, name, content):
        if name == "site.json":
            raise KeyboardInterrupt
        return write(self, name, content)

    with monkeypatch.context() as patch:
        patch.setattr(SiteFolder, "write", die_at_the_end)
        with pytest.raises(KeyboardInterrupt):
            write_pages(site)
    assert (site.path / "assets" / new.name).is_file()
    new.unlink()
    write_pages(site)
    assert not (site.path / "assets" / new.name).exists()


def test_tables_and_pages_remember_each_other(app, site):
    write_pages(site)
    assert write_site(site.path, site.read_catalogs()[0].variant) == []
    assert write_pages(site) == 0
