"""Data flows one way: no module imports against the arrows of the design."""

import os
import subprocess
import sys

import flow
import pytest

import merels


def test_imports_follow_the_flow():
    backward = []
    for path, module in flow.modules():
        known = flow.FLOW.keys() | flow.FOR_ALL | {flow.THE_DOOR, "__main__"}
        assert flow.unit_of(module) in known, f"{module} is not in the design"
        backward += flow.find_backward_imports(path.read_text(encoding="utf-8"), module)
    assert backward == []


def test_the_flow_has_no_circles():
    seen = set()
    for unit, lower in flow.FLOW.items():
        assert set(lower.split()) <= seen, f"{unit} stands on packages that come after it"
        seen.add(unit)


def test_every_package_is_in_the_flow():
    folders = {path.parent.relative_to(flow.PACKAGE) for path, _ in flow.modules()}
    packages = {".".join(folder.parts[:2]) for folder in folders}
    assert packages - {""} == set(flow.FLOW)


def test_the_page_shows_the_flow():
    page = flow.PAGE.read_text(encoding="utf-8")
    assert page == flow.set_into(page), "write it anew with: python tools/flow.py"


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("merels.board.board", "import merels.rules"),
        ("merels.board.board", "from merels.rules import position"),
        ("merels.board.board", "from merels import rules"),
        ("merels.board.board", "from merels import Game"),
        ("merels.board.board", "import merels"),
        ("merels.board.board", "from ..rules.position import Position"),
        ("merels.board.board", "from .. import rules"),
        ("merels.board.__init__", "from ..rules import position"),
        ("merels.rules.position", "def f():\n    from merels.engine import search"),
        ("merels.rules.position", "if TYPE_CHECKING:\n    import merels.solver.run"),
        ("merels.engine.search", "from merels.values import open_tablebase"),
        ("merels.engine.search", "import merels.solver"),
        ("merels.solver.run", "from merels.engine import search"),
        ("merels.values.folder", "import merels.solver.run"),
        ("merels.values.format.file", "import merels.cli.main"),
        ("merels.values.format.file", "import merels.matches.match"),
        ("merels.web.app", "import merels.cli"),
        ("merels.web.app", "import merels.uci"),
        ("merels.engine.evaluation.static", "import merels.engine.search.limits"),
        ("merels.web.jobs.pool", "from merels.web.routes import values"),
        ("merels.cli.shared.output", "from merels.cli import commands"),
        ("merels.errors", "import merels.rules.move"),
        ("merels.online.deciding", "import merels.web.online.store"),
        ("merels.rules.move", "import merels.elsewhere"),
        ("merels.svg.drawing", "def f():\n    from merels.rules.move import Move"),
        ("merels.values.tablebase", "import merels.prospects.chances"),
    ],
)
def test_the_checker_finds_an_arrow_against_the_flow(module, source):
    assert len(list(flow.find_backward_imports(source, module))) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("merels.board.board", "import os, re\nfrom typing import Final"),
        ("merels.board.board", "from merels.board.board import POINTS"),
        ("merels.board.board", "from .geometry import POINTS"),
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
    assert list(flow.find_backward_imports(source, module)) == []


def test_verification_imports_nothing_of_the_solver():
    """Tables are checked with code that has no part in computing them."""
    verify = [each for each in flow.modules() if ".solver.verify." in each[1]]
    assert len(verify) > 3
    for path, module in verify:
        imported = list(flow.find_imports(path.read_text(encoding="utf-8"), module))
        of_solver = {name for name in imported if name.startswith("merels.solver")}
        assert {name for name in of_solver if not name.startswith("merels.solver.verify")} == set()
    loaded = run_python(
        "import sys, merels.solver.verify.files;"
        "print(*(name for name in sys.modules if name.startswith('merels.solver')))"
    )
    assert {name for name in loaded.split() if ".verify" not in name} == {"merels.solver"}


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


@pytest.mark.parametrize(
    ("missing", "code"),
    [
        ("numpy numba", "merels.regret.measure(lambda game: 'd6', merels.regret.load_suite())"),
        ("gymnasium pettingzoo", "merels.env.Vector(1).step([0])"),
    ],
)
def test_packages_need_no_more_than_they_say(missing, code):
    hide = "; ".join(f"sys.modules[{name!r}] = None" for name in missing.split())
    assert run_python(f"import sys; {hide}; import merels; {code}; print('done')") == "done"


@pytest.mark.parametrize(
    "command",
    ["perft 3", "bench", "analyse", "probe", "export --sample 3 --out x.csv", "regret games.pgn"],
)
def test_without_other_packages_a_command_says_what_to_install(command):
    code = f"""
import sys
for name in ("numpy", "numba", "llvmlite", "platformdirs", "xxhash", "zstandard"):
    sys.modules[name] = None
from merels.cli import main
sys.stderr = sys.stdout
print(main({command.split()}))
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
