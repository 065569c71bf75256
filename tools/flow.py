"""The flow of imports: which package may import which. A test holds every module to it.

python tools/flow.py writes the flow into ``docs/architecture.md``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "merels"
PAGE: Final = ROOT / "docs" / "architecture.md"
BEGIN: Final = "<!-- the flow, written by tools/flow.py -->"
END: Final = "<!-- the end of the flow -->"

FOR_ALL: Final = frozenset(
    {
        "errors",
        *("_code_cache", "_compiler", "_files", "_jit", "_system", "_version"),
    }
)
"""Modules at the root that everybody may import."""

THE_DOOR: Final = ""
"""The package itself: it shows the inner packages to the outside, so these must not import it."""

FLOW: Final[dict[str, str]] = {
    "board": "",
    "board.index": "board",
    "svg": "board",
    "rules": "svg",
    "rules.pgn": "rules",
    "values.layout": "board.index rules",
    "values.format": "values.layout",
    "values": "values.format",
    "engine": "rules",
    "engine.evaluation": "board.index rules",
    "engine.fallible": "engine.evaluation",
    "engine.search": "engine engine.evaluation",
    "engine.players": "engine.fallible engine.search",
    "prospects": "values engine.players",
    "matches": "rules.pgn prospects",
    "online": "engine.players",
    "env": "prospects",
    "regret": "matches",
    "datasets": "regret",
    "notebook": "engine.players",
    "solver.kernels": "values.layout",
    "solver": "values solver.kernels",
    "solver.verify": "values",
    "solver.cluster": "solver",
    "reports": "values",
    "mod": "",
    "uci.client": "matches",
    "uci.server": "prospects",
    "uci": "",
    "web.http": "",
    "web.api": "values engine.search web.http",
    "cli.shared": "solver.cluster reports uci.client web.api",
    "cli.console": "cli.shared",
    "web.jobs": "matches solver web.api",
    "web.online": "online web.jobs",
    "web.routes": "reports web.online",
    "web": "web.routes",
    "site": "solver web.http",
    "cli.commands": "datasets solver.verify mod uci.server cli.console site web",
    "cli": "cli.commands",
}
"""The packages, two levels deep, each with those directly below it.

A package may import whatever is below, directly or not; each stands after the packages it names.
"""


@cache
def below(unit: str) -> frozenset[str]:
    """Return the packages that a package may import."""
    found = set(FLOW[unit].split())
    return frozenset(found.union(*(below(each) for each in found)))


def unit_of(module: str) -> str:
    """Return the package of a module, at most two levels deep, or the module's name at the root.

    >>> unit_of("merels.rules.pgn.reader"), unit_of("merels.rules.game"), unit_of("merels.errors")
    ('rules.pgn', 'rules', 'errors')
    """
    parts = module.split(".")[1:]
    for length in (2, 1):
        unit = ".".join(parts[:length])
        if len(parts) >= length and unit in FLOW:
            return unit
    return parts[0] if parts else THE_DOOR


def find_imports(source: str, module: str) -> Iterator[str]:
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
                whole = f"{base}.{alias.name}"
                yield whole if _is_package(whole) else base


def _is_package(name: str) -> bool:
    within = name.removeprefix("merels.")
    return name != within and (within in FLOW or within in FOR_ALL)


def find_backward_imports(source: str, module: str) -> Iterator[str]:
    """Yield what ``module`` imports against the flow."""
    here = unit_of(module)
    for name in find_imports(source, module):
        if name.split(".")[0] != "merels" or here in (THE_DOOR, "__main__"):
            continue
        there = unit_of(name)
        if there == here or there in FOR_ALL:
            continue
        allowed = below(here) if here in FLOW else frozenset()
        if here.split(".")[0] == "cli":
            allowed |= {THE_DOOR}
        if there not in allowed:
            yield f"{module} imports {name}"


def modules() -> Iterator[tuple[Path, str]]:
    """Yield the files of the package with the names of their modules."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(["merels", *path.relative_to(PACKAGE).with_suffix("").parts])
        # A package's own file keeps its last part: it stands for the folder's modules.
        yield path, "merels" if name == "merels.__init__" else name


def describe() -> str:
    """Return the flow as the page shows it."""
    widest = max(map(len, FLOW))
    lines = [f"{unit:<{widest}}  {lower}".rstrip() for unit, lower in FLOW.items()]
    return "\n".join(("```", f"{'package':<{widest}}  stands on", *lines, "```"))


def set_into(page: str) -> str:
    """Return a page with the flow between its marks."""
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    assert pattern.search(page), f"the page lacks {BEGIN}"
    return pattern.sub(lambda _: f"{BEGIN}\n{describe()}\n{END}", page)


if __name__ == "__main__":
    PAGE.write_text(set_into(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
