"""Our entry in other people's manifests."""

import json
import re

import pytest

from merels.errors import NotationError
from merels.mod.installer import read_script
from merels.mod.literal import parse_list
from merels.mod.manifest import ENTRY, find_manifests, format_entry, is_host, merge_entry

SNAKE = "{ id: 'snake', name: 'スネーク', entry: 'games/snake.js', category: 'アクション' }"


def games(text):
    return [element.value for element in parse_list(text, text.index("[")).elements]


def test_the_entry_has_keys_for_hosts_that_localise():
    seed = {
        "id": "nine_mens_morris",
        "name": "ナイン・メンズ・モリス",
        "entry": "games/nine_mens_morris.js",
        "version": "0.1.0",
        "description": "配置+1 / ミル+15 / 勝利ボーナス",
        "category": "ボード",
    }
    assert (
        seed
        | {
            "nameKey": "minigame.nine_mens_morris.name",
            "descriptionKey": "minigame.nine_mens_morris.description",
            "categoryIds": ["board"],
        }
        == ENTRY
    )
    assert json.loads(format_entry()) == ENTRY


def test_the_script_registers_as_the_entry_says():
    script = read_script().decode()
    for text in (ENTRY["id"], ENTRY["name"], ENTRY["description"], ENTRY["category"], "board"):
        assert text in script
    assert re.search(rf"version:[`'\"]{re.escape(ENTRY['version'])}[`'\"]", script)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("W = [\n  A,\n  A\n];\n", "W = [\n  A,\n  A,\n  E\n];\n"),
        ("W = [\n  A,\n];\n", "W = [\n  A,\n  E,\n];\n"),
        ("W = [\n\tA // last\n]", "W = [\n\tA, // last\n\tE\n]"),
        ("W = [\n  A, // last\n  // end\n];", "W = [\n  A, // last\n  // end\n  E,\n];"),
        ("W=[A]", "W=[A, E]"),
        ("W = [A, ];", "W = [A, E,];"),
        ("W = [];", "W = [\n  E\n];"),
        ("W = [\n];", "W = [\n  E\n];"),
        ("W = [\r\n  A\r\n];\r\n", "W = [\r\n  A,\r\n  E\r\n];\r\n"),
        ("\ufeff// games\nW = [\n  A\n]\nmore()", "\ufeff// games\nW = [\n  A,\n  E\n]\nmore()"),
        ("// MINIEXP_MANIFEST = old\nW = [A]", "// MINIEXP_MANIFEST = old\nW = [A, E]"),
        (
            "'use strict';\n(function () { W = [A]; })()",
            "'use strict';\n(function () { W = [A, E]; })()",
        ),
    ],
)
def test_the_entry_is_added_and_everything_else_stays(before, after):
    def spell(text):
        words = {"W": "window.MINIEXP_MANIFEST", "A": SNAKE, "E": format_entry()}
        return re.sub(r"\b[WAE]\b", lambda match: words[match[0]], text)

    merged = merge_entry(spell(before))
    assert merged == spell(after)
    assert merge_entry(merged) == merged


def test_an_older_entry_is_replaced():
    old = (
        "window.MINIEXP_MANIFEST = [ { id: 'nine_mens_morris', version: '0.0.1' }, " + SNAKE + " ]"
    )
    merged = merge_entry(old)
    assert games(merged)[0] == ENTRY
    assert SNAKE in merged


def test_the_same_entry_spelt_differently_stays():
    fields = ", ".join(f"{name}: {json.dumps(value)}" for name, value in ENTRY.items())
    text = f"MINIEXP_MANIFEST = [{{ {fields} }}]"
    assert merge_entry(text) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("var games = []", "sets MINIEXP_MANIFEST 0 times"),
        ("if (window.MINIEXP_MANIFEST == null) f()", "sets MINIEXP_MANIFEST 0 times"),
        ("MINIEXP_MANIFEST = []; MINIEXP_MANIFEST = []", "sets MINIEXP_MANIFEST 2 times"),
        ("MINIEXP_MANIFEST = games", "does not set MINIEXP_MANIFEST to a list"),
        ("MINIEXP_MANIFEST = [load()]", "line 1 is not plain data"),
        ("MINIEXP_MANIFEST = [1]", "something that is not a game"),
        ("MINIEXP_MANIFEST = [{}].concat(more)", "more than a plain list"),
        ("MINIEXP_MANIFEST = [{}]\n  .concat(more)", "more than a plain list"),
        ("MINIEXP_MANIFEST = [{id: 'nine_mens_morris'}, {id: 'nine_mens_morris'}]", "2 entries"),
        ("MINIEXP_MANIFEST = [{id: 'a'}", "is not plain data"),
    ],
)
def test_manifests_that_are_not_plain_data_are_refused(text, problem):
    with pytest.raises(NotationError, match=re.escape(problem)):
        merge_entry(text)


def test_manifests_are_found_where_hosts_keep_them(tmp_path):
    assert find_manifests(tmp_path) == []
    assert not is_host(tmp_path)
    (tmp_path / "main.js").write_text("load(window.MINIEXP_MANIFEST || [])")
    assert is_host(tmp_path)
    assert find_manifests(tmp_path) == []
    games_folder = tmp_path / "games"
    games_folder.mkdir()
    for path in (games_folder / "list.js", tmp_path / "manifest.js"):
        path.write_text("window.MINIEXP_MANIFEST = []")
    assert find_manifests(tmp_path) == [tmp_path / "manifest.js"]
    (tmp_path / "manifest.js").unlink()
    assert find_manifests(tmp_path) == [games_folder / "list.js"]
