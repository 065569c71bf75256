"""The guides in a terminal."""

import io
from contextlib import suppress
from pathlib import Path

import pytest

import merels
from merels.cli import main
from merels.cli.about import guides
from merels.cli.commands import COMMANDS
from merels.cli.shared.terminal import Terminal

DOCS = Path(merels.__file__).parents[2] / "docs"


def set_plain(text, width=60):
    return guides.set_text(text, Terminal(plain=True, source=io.StringIO()), width)


def test_every_page_is_a_topic():
    pages = {path.stem for path in DOCS.rglob("*.md")} - {"README"}
    assert set(guides.list_topics()) == pages


def test_every_guide_fits_and_has_no_markup_left():
    for topic in guides.list_topics():
        lines = set_plain(guides.read_guide(topic), 80)
        assert lines[0].isupper()
        assert not [line for line in lines if "](" in line and not line.startswith("    ")]
        assert not [line for line in lines if line.startswith(("```", "<!--", "![", "|--"))]
        assert not [line for line in lines if len(line) > 80]


def test_what_becomes_of_markdown():
    text = """# A title

<!-- hidden
>>> 1 + 1
-->
Words that go on and on, with a [link](page.md#part) and **weight** and `code`, to the next line.

- one
- two, which is long enough to be continued below the first word of its own first line

![picture](a.svg)

| name | means |
|---|---:|
| `a` | first |
| longer | second, with a text that is too long for one line of this terminal |

```python
>>> x
```
"""
    assert set_plain(text) == [
        "A TITLE",
        "",
        "Words that go on and on, with a link and weight and",
        "`code`, to the next line.",
        "",
        "- one",
        "- two, which is long enough to be continued below the first",
        "  word of its own first line",
        "",
        "name    means",
        "a       first",
        "longer  second, with a text that is too long for one line of",
        "        this terminal",
        "",
        "    >>> x",
    ]


def test_a_table_that_is_too_wide_is_set_row_by_row():
    text = """| player | value kept | placing | moving | points lost |
|---|---:|---:|---:|---:|
| random | 34.3 ± 1.6 | 31.2 ± 2.6 |  | 4.87 ± 0.26 |
| `easy` | 46.2 ± 1.7 | 42.1 ± 2.8 | 49.9 ± 2.8 | 3.64 ± 0.23 |
"""
    assert set_plain(text, 50) == [
        "random",
        "    value kept 34.3 ± 1.6; placing 31.2 ± 2.6;",
        "    points lost 4.87 ± 0.26",
        "easy",
        "    value kept 46.2 ± 1.7; placing 42.1 ± 2.8;",
        "    moving 49.9 ± 2.8; points lost 3.64 ± 0.23",
    ]


def test_the_command(capsys):
    assert main(["help"]) == 0
    output = capsys.readouterr().out
    assert "\nrules " in output
    assert main(["help", "rules"]) == 0
    assert capsys.readouterr().out.startswith("THE RULES\n")
    assert main(["help", "chess"]) == 2
    message = (
        "there is no guide 'chess'; 'library' and 'game-files' mention it; 'merels help' lists"
    )
    assert message in capsys.readouterr().err
    assert main(["help", "xyzzy"]) == 2
    assert "there is no guide 'xyzzy'; 'merels help' lists all guides" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="0"):
        main(["help", "export"])
    assert capsys.readouterr().out.startswith("usage: merels export ")


def test_a_copy_without_guides(monkeypatch, tmp_path):
    monkeypatch.setattr(guides, "PLACES", (tmp_path,))
    with pytest.raises(merels.NotationError, match="has no guides"):
        guides.list_topics()


def test_everything_that_help_prints_fits(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for topic in (None, *guides.list_topics(), *COMMANDS):
        with suppress(SystemExit):
            main(["help"] if topic is None else ["help", topic])
        lines = capsys.readouterr().out.splitlines()
        assert lines
        assert not [line for line in lines if len(line) > 80]


def test_long_lines_of_code_are_continued_to_the_right():
    text = f"```console\n  $ merels {' '.join(['analyse'] * 10)}\n{'x' * 70}\n```"
    assert set_plain(text, 60) == [
        f"      $ merels {' '.join(['analyse'] * 5)}",
        f"          {' '.join(['analyse'] * 5)}",
        f"    {'x' * 56}",
        f"        {'x' * 14}",
    ]
