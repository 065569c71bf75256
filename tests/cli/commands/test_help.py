"""The guides in a terminal."""

import io
import re
import sys
from pathlib import Path

import pytest

import merels
from merels.cli import main
from merels.cli.commands import COMMANDS
from merels.cli.commands import help as guides

DOCS = Path(merels.__file__).parents[2] / "docs"


def test_every_page_is_a_topic():
    pages = {path.stem for path in DOCS.rglob("*.md")} - {"README"}
    assert set(guides.list_topics()) == pages


PAGE = """# A title

<!-- hidden
>>> 1 + 1
-->
Words that go on and on, with a [link](page.md#part) and **weight** and `code`, to
the next line.

- one
- two, which is long enough to be continued below the first
  word of its own first line

![picture](a.svg)

| name | means |
|---|---|
| longer | second |

```python
>>> [x](y)
```
"""


def test_in_type():
    lines = guides.set_in_type(guides.strip(PAGE), 50).splitlines()
    assert "A title" in "".join(lines[:3])
    words = [re.sub("  +", "  ", line.strip()) for line in lines if re.search(r"\w", line)][1:]
    assert words == [
        "Words that go on and on, with a link and weight",
        "and code, to the next line.",
        "• one",
        "• two, which is long enough to be continued below",
        "the first word of its own first line",
        "name  means",
        "longer  second",
        ">>> [x](y)",
    ]


def test_colour():
    text = guides.set_in_type("a **word** and `code`", 60, in_colour=True)
    assert "\x1b[1mword\x1b[0m" in text
    assert "\x1b" not in guides.set_in_type("a **word** and `code`", 60)


def test_without_rich():
    assert guides.wrap(guides.strip(PAGE), 50).splitlines() == [
        "# A title",
        "",
        "Words that go on and on, with a link and",
        "**weight** and `code`, to the next line.",
        "",
        "- one",
        "- two, which is long enough to be continued below",
        "  the first word of its own first line",
        "",
        "",
        "| name | means |",
        "|---|---|",
        "| longer | second |",
        "",
        "```python",
        ">>> [x](y)",
        "```",
    ]


def test_the_command(capsys):
    assert main(["help"]) == 0
    output = capsys.readouterr().out
    assert "\nrules " in output
    assert main(["help", "rules"]) == 0
    assert "The rules" in "".join(capsys.readouterr().out.splitlines()[:2])
    assert main(["help", "chess"]) == 2
    message = (
        "there is no guide 'chess'; 'library' and 'game-files' mention it; 'merels help' lists"
    )
    assert message in capsys.readouterr().err
    assert main(["help", "xyzzy"]) == 2
    assert "there is no guide 'xyzzy'; 'merels help' lists all guides" in capsys.readouterr().err
    assert main(["help", "export"]) == 0
    assert capsys.readouterr().out.startswith("usage: merels export ")


def test_a_copy_without_guides(monkeypatch, tmp_path):
    monkeypatch.setattr(guides, "PLACES", (tmp_path,))
    with pytest.raises(merels.NotationError, match="has no guides"):
        guides.list_topics()


@pytest.mark.parametrize("has_rich", [True, False])
def test_everything_that_help_prints_fits(capsys, monkeypatch, has_rich):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(guides, "find_spec", lambda _: has_rich or None)
    for topic in (None, *guides.list_topics(), *COMMANDS):
        assert main(["help"] if topic is None else ["help", topic]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines
        assert not [line for line in lines if len(line) > 80]
        assert not [line for line in lines if line.startswith(("<!--", "![", "<img"))]


def test_an_output_without_symbols_gets_no_lines_and_bullets(monkeypatch):
    target = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", target)
    assert main(["help", "rules"]) == 0
    assert target.buffer.getvalue().startswith(b"# The rules\n")
