"""Boards of the site, and the pages that it adds."""

import doctest
import inspect
import json
import pkgutil
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest
from site_pages import boards, pages

import merels

DOCS = Path(__file__).parents[3] / "docs"


def render(name):
    page = SimpleNamespace(meta={}, file=SimpleNamespace(src_uri=name))
    text = (DOCS / name).read_text(encoding="utf-8")
    return boards.on_page_markdown(text, page=page), page


@pytest.mark.parametrize("name", ["nine", "three", "six", "ten", "twelve"])
def test_the_longest_game_can_be_stepped_through(name):
    html, page = render("results.md" if name == "nine" else f"results/{name}.md")
    [state] = re.findall(r'<figure class="board" data-state="(.*?)">', html)
    state = json.loads(unescape(state))
    longest = merels.results(name)["longest_game"]
    assert (state["variant"], state["start"]) == (name, longest["fen"])
    assert state["line"] == longest["moves"]
    best = state["values"]["moves"][0]
    value = {"result": longest["result"], "plies": longest["plies"]}
    assert best == {"move": longest["moves"][0], "value": value}
    assert "<svg" in html  # for readers without scripts
    assert page.meta == {"boards": True}


@pytest.mark.parametrize("name", ["rules.md", "results/six-flying-three-on-board.md"])
def test_a_page_without_positions_to_play_stays_as_it_is(name):
    html, page = render(name)
    assert (html, page.meta) == ((DOCS / name).read_text(encoding="utf-8"), {})


def test_a_line_that_cannot_be_played():
    with pytest.raises(merels.IllegalMoveError):
        boards.draw_board(merels.Position.start().fen(), ["d6", "d6"])


def test_the_reference_has_every_public_name():
    shown = {name for _, names in pages.SECTIONS.values() for name in names.split()}
    constants = {name for name in merels.__all__ if name.isupper()} | {"__version__"}
    errors = {name for name in merels.__all__ if name.endswith("Error")}
    assert shown - {"errors"} == set(merels.__all__) - constants - errors
    text = "".join(pages.write_reference().values())
    for name in re.findall(r"^::: (\S+)", text, re.MULTILINE):
        module, _, last = name.rpartition(".")
        found = __import__(module, fromlist=[last])
        assert hasattr(found, last) or __import__(name)


WITHOUT_IMPORTS = ("game", "engine", "tables")
"""Pages whose examples assume that names were imported, as the index of the reference says."""


def find_examples(page):
    """Return the docstrings of a page of the reference that have examples."""
    homes = [pages.HOMES.get(name, f"merels.{name}") for name in pages.SECTIONS[page][1].split()]
    found = []
    for name in " ".join(homes).split():
        shown = pkgutil.resolve_name(name)
        module = False if inspect.ismodule(shown) else None
        found += doctest.DocTestFinder().find(shown, name, module, {"__name__": name})
    return [each for each in found if each.examples]


@pytest.mark.parametrize("page", [page for page in pages.SECTIONS if page != "errors"])
def test_examples_of_the_reference_run_as_they_stand(page):
    door = {name: getattr(home, name) for home in (merels, merels.pgn) for name in home.__all__}
    found = find_examples(page)
    assert len(found) > 1
    for example in found:
        example.globs |= door if page in WITHOUT_IMPORTS else {}
        done = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
        assert done.failed == 0, example.name


def test_every_page_is_in_the_navigation():
    listed = set(re.findall(r"[\w/-]+\.md", (DOCS.parent / "mkdocs.yml").read_text("utf-8")))
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    generated = {f"reference/{name}.md" for name in pages.write_reference()} | set(pages.OUTSIDE)
    generated |= {f"notebooks/{path.stem}.md" for path in DOCS.glob("notebooks/*.ipynb")}
    assert listed == written | generated
