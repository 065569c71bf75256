"""Data flows one way: no module imports against the arrows of the design."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import merels

ROOT = Path(merels.__file__).parent

# What the packages may import of each other.
#
#   board  ->  svg  ->  rules  ->  values  ->  solver  ->  reports  ->  uci  web  mod  ->  cli
#                              ->  engine  ->  prospects  ->  matches  ->  lab  ------^
#                              ->  online  -------------------------------------------^
FLOW = {
    "board": set(),
    "svg": {"board", "rules"},
    "rules": {"board"},
    "values": {"board", "rules", "prospects", "engine"},
    "solver": {"board", "rules", "values"},
    "engine": {"board", "rules"},
    "prospects": {"board", "rules", "values", "engine"},
    "reports": {"board", "rules", "engine", "values", "prospects"},
    "matches": {"board", "rules", "engine", "values", "prospects"},
    "env": {"board", "rules", "engine"},
    "datasets": {"board", "rules", "engine", "values", "prospects", "regret"},
    "regret": {"board", "rules", "engine", "values", "prospects", "matches"},
    "online": {"board", "rules", "engine"},
}
INNER = set(FLOW)
FLOW |= dict.fromkeys(("uci", "web", "mod", "notebook"), INNER)
FLOW |= {"cli": INNER | {"uci", "web", "mod"}}

FOR_ALL = {
    "errors",
    "_code_cache",
    "_compiler",
    "_compiling",
    "_files",
    "_folders",
    "_jit",
    "_machine",
    "_system",
    "_version",
}
"""Modules at the root that everybody may import."""

NOTEBOOK_HOOKS = {"merels.rules.game", "merels.rules.position"}
"""They import `svg` where a notebook asks for a picture, the one arrow against the flow."""

THE_DOOR = ""
"""The package itself: it shows the inner packages to the outside, so these must not import it."""


def find_imports(source, module):
    """Yield the full names of all modules that ``module`` imports, wherever in its text."""
    package = module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parts, base]).rstrip(".")
            # `from merels import rules` imports a package, `from merels import Game` a name.
            for alias in node.names:
                is_package = base == "merels" and (alias.name in FLOW or alias.name in FOR_ALL)
                yield f"merels.{alias.name}" if is_package else base


def part_of(module):
    """Return the package of Merels that a module belongs to, or its name at the root."""
    return module.split(".")[1] if "." in module else THE_DOOR


def find_backward_imports(source, module):
    """Yield what ``module`` imports against the flow."""
    here = part_of(module)
    for name in find_imports(source, module):
        if name.split(".")[0] != "merels":
            continue
        there = part_of(name)
        if there == "svg" and module in NOTEBOOK_HOOKS:
            continue
        if here in (THE_DOOR, "__main__") or there == here or there in FOR_ALL:
            continue
        if here in FOR_ALL or there not in FLOW[here] | ({THE_DOOR} if here == "cli" else set()):
            yield f"{module} imports {name}"


def modules():
    for path in sorted(ROOT.rglob("*.py")):
        parts = ["merels", *path.relative_to(ROOT).with_suffix("").parts]
        name = ".".join(parts)
        # A package's own file keeps its last part: it stands for the folder's modules.
        yield path, "merels" if name == "merels.__init__" else name


def test_imports_follow_the_flow():
    in_the_design = FLOW.keys() | FOR_ALL | {THE_DOOR, "__main__"}
    wrong = []
    for path, module in modules():
        assert part_of(module) in in_the_design, f"{module} is not in the design"
        wrong += find_backward_imports(path.read_text(encoding="utf-8"), module)
    assert wrong == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("merels.board.boards", "import merels.rules"),
        ("merels.board.boards", "from merels.rules import position"),
        ("merels.board.boards", "from merels import rules"),
        ("merels.board.boards", "from merels import Game"),
        ("merels.board.boards", "import merels"),
        ("merels.board.boards", "from ..rules.position import Position"),
        ("merels.board.boards", "from .. import rules"),
        ("merels.board.__init__", "from ..rules import position"),
        ("merels.rules.position", "def f():\n    from merels.engine import search"),
        ("merels.rules.position", "if TYPE_CHECKING:\n    import merels.solver.run"),
        ("merels.engine.search", "from merels.values import open_tablebase"),
        ("merels.engine.search", "import merels.solver"),
        ("merels.solver.run", "from merels.engine import search"),
        ("merels.values.folder", "import merels.solver.run"),
        ("merels.values.format.reader", "import merels.cli.main"),
        ("merels.values.format.reader", "import merels.matches.match"),
        ("merels.web.app", "import merels.cli"),
        ("merels.web.app", "import merels.uci"),
        ("merels.errors", "import merels.rules.move"),
        ("merels.online.deciding", "import merels.web.online.store"),
        ("merels.rules.move", "import merels.elsewhere"),
        ("merels.rules.move", "def f():\n    from merels.svg import board"),
    ],
)
def test_the_checker_finds_an_arrow_against_the_flow(module, source):
    assert len(list(find_backward_imports(source, module))) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("merels.board.boards", "import os, re\nfrom typing import Final"),
        ("merels.board.symmetry", "from merels.board.boards import POINTS"),
        ("merels.board.symmetry", "from .geometry import POINTS"),
        ("merels.rules.move", "from merels import errors\nfrom merels.errors import NotationError"),
        ("merels.rules.kernels", "from merels._jit import kernel"),
        ("merels.engine.search", "from ..rules import position"),
        ("merels.solver.run", "from merels.values import plan"),
        ("merels.cli.commands.serve", "import merels, merels.web.app, merels.engine.search"),
        ("merels", "from merels.values import open_tablebase"),
        ("merels.__main__", "from merels.cli import main"),
    ],
)
def test_the_checker_accepts_the_flow(module, source):
    assert list(find_backward_imports(source, module)) == []


def run_python(code, **environment):
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env=clean | environment,
    )
    return result.stdout.strip()


def test_import_loads_nothing_heavy():
    heavy = "{'numba', 'numpy', 'llvmlite', 'rich', 'asyncio', 'argparse'}"
    for module in ("merels", "merels.cli.main"):
        allowed = "{'argparse'}" if module == "merels.cli.main" else "set()"
        code = f"import sys, {module}; print(sorted(sys.modules.keys() & {heavy} - {allowed}))"
        assert run_python(code) == "[]"


def test_rules_need_no_other_package():
    code = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = sys.modules["llvmlite"] = None
import merels
game = merels.Game()
while game.outcome() is None:
    game.push(next(iter(game.legal_moves)))
print(game.outcome().reason.name)
"""
    assert run_python(code) in merels.Reason.__members__


def test_without_numba_perft_says_what_to_install():
    code = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = sys.modules["llvmlite"] = None
from merels.cli import main
sys.stderr = sys.stdout
print(main(["perft", "3"]))
"""
    message, status = run_python(code).splitlines()
    assert "pip install 'merels[engine]'" in message
    assert status == "2"


def test_import_loads_few_modules():
    """What start-up depends on; `benchmarks/start_up.py` measures it in seconds."""
    code = """
import sys
before = set(sys.modules)
import merels
loaded = {name.partition(".")[0] for name in set(sys.modules) - before} - {"merels"}
print(len(set(sys.modules) - before), *sorted(loaded - sys.stdlib_module_names))
"""
    count, *others = run_python(code).split()
    assert others == []
    assert int(count) < 120
