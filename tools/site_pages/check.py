"""Check a built site: links and anchors lead somewhere, and nothing is loaded from elsewhere.

    python tools/site_pages/check.py build/site

prints what is wrong and ends with status 1, or how much was checked.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

LOADED: Final = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "iframe": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "video": ("src", "poster"),
    "audio": ("src",),
    "use": ("href", "xlink:href"),
    "image": ("href", "xlink:href"),
}
"""Attributes whose addresses a browser loads by itself."""

NOT_LOADED: Final = {"canonical", "next", "prev", "alternate", "edit"}
"""What a ``link`` element may only point to."""

_IN_STYLES: Final = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


class Page(NamedTuple):
    """What a page refers to, and what can be referred to in it."""

    loads: list[str]
    links: list[str]
    anchors: set[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page([], [], set())
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.page.anchors.update(filter(None, (values.get("id"), values.get("name"))))
        if tag == "a" and values.get("href"):
            self.page.links.append(values["href"])
        if tag == "link" and values.get("rel") not in NOT_LOADED and values.get("href"):
            self.page.loads.append(values["href"])
        for name in LOADED.get(tag, ()):
            parts = values.get(name, "").split(",")
            self.page.loads.extend(part.split()[0] for part in parts if part)
        self.page.loads.extend(find_in_styles(values.get("style", "")))
        self._in_style = tag == "style"

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.page.loads.extend(find_in_styles(data))
            self._in_style = False


def find_in_styles(text: str) -> list[str]:
    """Return the addresses that a style sheet loads.

    >>> find_in_styles("@import 'a.css'; p { background: url(b.png) }")
    ['a.css', 'b.png']
    """
    return [one or two for one, two in _IN_STYLES.findall(text)]


def read_page(text: str) -> Page:
    """Return what a page refers to."""
    reader = _Reader()
    reader.feed(text)
    return reader.page


def find_faults(site: Path) -> Iterator[str]:
    """Yield what is wrong, one sentence for each address."""
    pages = {path: read_page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    if not pages:
        yield f"{site} has no pages"
    for path, page in pages.items():
        where = path.relative_to(site).as_posix()
        for address in page.loads:
            yield from _check_load(site, path, where, address)
        for address in page.links:
            yield from _check_link(site, path, where, address, pages)
    for path in site.rglob("*.css"):
        where = path.relative_to(site).as_posix()
        for address in find_in_styles(path.read_text(encoding="utf-8")):
            yield from _check_load(site, path, where, address)


def _check_load(site: Path, path: Path, where: str, address: str) -> Iterator[str]:
    parts = urlsplit(address)
    if parts.scheme == "data" or (not parts.path and not parts.netloc):
        return
    if parts.scheme or parts.netloc:
        yield f"{where} loads {address} from elsewhere"
    elif not resolve(site, path, parts.path).is_file():
        yield f"{where} loads {address}, which does not exist"


def _check_link(
    site: Path, path: Path, where: str, address: str, pages: dict[Path, Page]
) -> Iterator[str]:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return  # to another site, which nobody visits unasked
    target = resolve(site, path, parts.path) if parts.path else path
    if not target.is_file():
        yield f"{where} links to {address}, which does not exist"
    elif parts.fragment and target in pages:
        anchor = unquote(parts.fragment)
        if anchor not in pages[target].anchors and anchor != "__skip":
            yield f"{where} links to {address}, which has no such anchor"


def resolve(site: Path, page: Path, address: str) -> Path:
    """Return the file that an address on a page means."""
    name = unquote(address)
    path = site / name.lstrip("/") if name.startswith("/") else page.parent / name
    path = Path(*_normal(path.parts))
    return path / "index.html" if path.is_dir() else path


def _normal(parts: tuple[str, ...]) -> list[str]:
    kept: list[str] = []
    for part in parts:
        if part == ".." and kept:
            kept.pop()
        elif part != ".":
            kept.append(part)
    return kept


def main(arguments: list[str]) -> int:
    """Check the site that the arguments name."""
    site = Path(arguments[0]).resolve()
    faults = sorted(set(find_faults(site)))
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        count = len(list(site.rglob("*.html")))
        print(f"{count} pages: every link leads somewhere, and nothing comes from elsewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
