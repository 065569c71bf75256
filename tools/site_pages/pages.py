"""Pages of the site that come from elsewhere: reference, notebooks, CONTRIBUTING, assets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent

SECTIONS: Final = {
    "game": (
        "Games and positions",
        "Game Position Move Color Phase Outcome Reason DrawRules Variant variant pgn",
    ),
    "engine": (
        "Engine and players",
        "Engine Limits Clock Analysis Line Info analyse create_player Level Player play Oracle "
        "expected_score result_odds Odds",
    ),
    "tables": ("Exact values", "open_tablebase open_book results chances Value Result"),
    "research": ("Research", "regret datasets env"),
    "drawing": ("Pictures and notebooks", "svg notebook"),
    "errors": ("Errors", "errors"),
}
"""The pages of the reference with their titles and names."""

HOMES: Final = {
    "open_tablebase": "merels.open_tablebase merels.values.tablebase.Tablebase",
    "pgn": "merels.rules.pgn",
    "svg": "merels.svg.board",
    "notebook": "merels.notebook.BoardWidget",
    "errors": "merels.errors",
    "regret": "merels.regret.suite.load_suite merels.regret.suite.Suite merels.regret.suite.Case "
    "merels.regret.measure.measure merels.regret.measure.Report merels.regret.games.find_cases",
    "datasets": "merels.datasets.files.draw_sample merels.datasets.files.read_table "
    "merels.datasets.files.Rows merels.datasets.files.write_rows",
    "env": "merels.env.environments.env merels.env.environments.single merels.env.vector.Vector "
    "merels.env.encoding.ActionTable",
}
"""What is shown for a name, if that is not the name in the package."""

ASSETS: Final = {
    "assets/widget.js": ROOT / "src/merels/notebook/widget.js",
    "assets/widget.css": ROOT / "src/merels/notebook/widget.css",
    "assets/boards.js": HERE / "assets/boards.js",
    "assets/site.css": HERE / "assets/site.css",
    "assets/icon.svg": ROOT / "src/merels/web/static/icon.svg",
}
OUTSIDE: Final = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}

_LINK: Final = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)\s]+)\)")
_INTO_DOCS: Final = re.compile(r"\]\(docs/")
_NOTEBOOK: Final = re.compile(r"\]\((notebooks/[\w-]+)\.ipynb\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and files from outside the folder of documents."""
    from mkdocs.structure.files import File

    for name, path in ASSETS.items():
        files.append(File.generated(config, name, content=path.read_bytes()))
    for name, source in OUTSIDE.items():
        text = _INTO_DOCS.sub("](", (ROOT / source).read_text(encoding="utf-8"))
        files.append(File.generated(config, name, content=text))
    for path in (ROOT / "docs/notebooks").glob("*.ipynb"):
        page = write_notebook(path.read_text(encoding="utf-8"), path.name)
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=page))
    for name, text in write_reference().items():
        files.append(File.generated(config, f"reference/{name}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Let links to notebooks, and those that leave the folder of documents, lead to pages."""
    depth = page.file.src_uri.count("/")

    def replace(match: re.Match[str]) -> str:
        text, address = match[1], match[2]
        if address.count("../") <= depth:
            return match[0]
        name = f"{Path(address).stem.lower()}.md"
        return f"[{text}]({'../' * depth}{name})" if name in OUTSIDE else text

    return _LINK.sub(replace, _NOTEBOOK.sub(r"](\1.md)", markdown))


def write_notebook(text: str, name: str) -> str:
    """Return a notebook as Markdown: its words, its code, and what that printed."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            printed = output.get("text") or output.get("data", {}).get("text/plain") or []
            parts.append(f"```text\n{''.join(printed).rstrip()}\n```")
    parts.append(f"[Download this notebook]({name})")
    return "\n\n".join(parts) + "\n"


def write_reference() -> dict[str, str]:
    """Return the Markdown of the reference by page: what docstrings say, in groups."""
    pages = {}
    rows = []
    for name, (title, members) in SECTIONS.items():
        homes = (HOMES.get(member, f"merels.{member}") for member in members.split())
        blocks = [f"::: {home}\n" for each in homes for home in each.split()]
        pages[name] = "\n".join((f"# {title}\n", *blocks))
        listed = ", ".join(f"`{member}`" for member in members.split())
        rows.append(f"- [{title}]({name}.md): {listed}\n")
    intro = (
        "# Reference\n\nEverything here is at `merels.`, and comes from the docstrings. Examples "
        "without an import assume `from merels import *`, those of `pgn` also "
        "`from merels.pgn import *`.\n\n"
    )
    return {"index": intro + "".join(rows), **pages}
