"""The pages for people who read the code name only what exists; the index names every page."""

import importlib
import re
import shlex
import tomllib
from pathlib import Path

import pytest

import merels
from merels.cli.main import build_parser
from merels.rules.variant import _FIELDS, _LISTS, describe

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
NAMES = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
PYTHON = [name for name in NAMES if re.fullmatch(r"merels(\.\w+)+", name)]
PATHS = [name for name in NAMES if "/" in name or name in ("tools", "benchmarks")]
WALK = PAGE.partition("## A click on the Play page")[2].partition("\n## ")[0]
SCRIPT = [name for name in re.findall(r"`([\w.]+)`", WALK) if not name.startswith("merels.")]


def resolve(name):
    """Return the module, class, function or method with a dotted name."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(name)


def test_python_names_exist():
    for name in PYTHON:
        assert resolve(name) is not None, name


def test_a_name_that_no_longer_exists_is_found():
    assert resolve("merels.rules.game.Game.push") is merels.Game.push
    for name in ("merels.rules.game.Game.shove", "merels.rules.games", "merels.rules.game.Match"):
        with pytest.raises((ModuleNotFoundError, AttributeError)):
            resolve(name)


def test_folders_and_files_that_it_names_exist():
    assert [path for path in PATHS if not (ROOT / path).exists()] == []


@pytest.fixture(scope="module")
def scripts():
    return [path.read_text(encoding="utf-8") for path in (ROOT / "frontend" / "src").rglob("*.ts*")]


@pytest.mark.parametrize("name", sorted(set(SCRIPT)))
def test_front_end_names_exist(scripts, name):
    kind, _, method = name.partition(".")
    defined = re.compile(
        rf"^export (?:abstract )?(?:async )?(?:class|function|const) {kind}\b", re.MULTILINE
    )
    [script] = [text for text in scripts if defined.search(text)]
    assert not method or re.search(
        rf"^  (?:private |protected )?(?:async )?{method}\(", script, re.MULTILINE
    )


def test_every_walk_has_steps_and_every_package_a_sentence():
    titles = PAGE.split("\n## ")[2:]
    assert len(titles) == 5
    assert all(len(re.findall(r"^\d\. ", text, re.MULTILINE)) > 3 for text in titles)
    assert len(SCRIPT) > 5
    packages = {path.parent.name for path in Path(merels.__file__).parent.glob("*/__init__.py")}
    assert {name for name in packages if f"| `merels.{name}` |" in PAGE} == packages


def test_the_index_names_every_page_once():
    links = re.findall(r"\]\((\S+?)\)", (DOCS / "README.md").read_text(encoding="utf-8"))
    links.remove("notation.md#fen")
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"README.md"}
    pages -= {f"results/{path.name}" for path in DOCS.glob("results/[a-z]*.md")}  # it has an index
    pages |= {path.relative_to(DOCS).as_posix() for path in DOCS.glob("notebooks/*.ipynb")}
    pages -= {f"results/{name}.md" for name in merels.VARIANTS}  # their own index names them
    assert sorted(links) == sorted(pages | {"../CONTRIBUTING.md"})


VARIANTS_PAGE = (DOCS / "variants.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", VARIANTS_PAGE, re.DOTALL | re.MULTILINE)


def test_the_page_of_variants_lists_those_that_ship():
    rows = re.findall(r"^\| `(\w+)` \| .*: (\d+ points, .*) \|$", VARIANTS_PAGE, re.MULTILINE)
    assert dict(rows) == {
        name: f"{len(each.board.names)} points, {len(each.board.steps)} edges, "
        f"{len(each.board.lines)} lines | {each.men} | {each.flying} | {each.placing} | "
        f"{each.full_board}"
        for name, each in merels.VARIANTS.items()
    }


def test_the_file_on_the_page_of_variants_is_six_with_every_field():
    [text] = blocks("toml")
    fields = tomllib.loads(text)
    assert describe(fields) == merels.VARIANTS["six"]
    assert fields.keys() == {*_FIELDS, *_LISTS}
    table = VARIANTS_PAGE.partition("| field | |")[2].partition("\n\n")[0]
    assert {
        name
        for row in re.findall(r"^\| (.*?) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    } == fields.keys()


def test_the_commands_on_the_page_of_variants_are_accepted():
    commands = [line for block in blocks("text") for line in block.splitlines()]
    accepted = [line for line in commands if line.startswith("merels ")]
    assert len(accepted) == 8
    for line in accepted:
        arguments = build_parser().parse_args(shlex.split(line)[1:])
        assert merels.variant(arguments.variant)
