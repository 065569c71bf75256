"""Install a wheel into empty environments, one for each extra, and use it there as a user would."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.request
import venv
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

SLOWEST_IMPORT: Final = 0.3
"""Seconds of processor time that ``import merels`` may take."""

PATIENCE: Final = 900
FEN: Final = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"


class Environment:
    """An empty environment with a wheel and one of its extras in it."""

    def __init__(self, folder: Path, wheel: Path, extra: str) -> None:
        self.folder = folder
        self.tables = folder / "tables"
        venv.create(folder / "venv", with_pip=True)
        self._bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        target = f"merels[{extra}] @ {wheel.as_uri()}" if extra else str(wheel)
        self.run("python", "-m", "pip", "install", "--quiet", target)

    def run(self, program: str, *arguments: str, status: int = 0, text: str = "") -> str:
        """Run a program of the environment; return its output, raise if it ends otherwise."""
        done = subprocess.run(
            [self._bin / program, *arguments],
            env=self._variables(),
            input=text,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode != status:
            command = " ".join((program, *arguments))
            raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the console script."""
        command = [str(self._bin / "merels"), *arguments]
        return subprocess.Popen(
            command, env=self._variables(), stdout=subprocess.PIPE, text=True, cwd=self.folder
        )

    def _variables(self) -> dict[str, str]:
        clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        return clean | {
            "MERELS_TABLES": str(self.tables),
            "NUMBA_CACHE_DIR": str(self.folder / "cache"),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def import_seconds(self) -> float:
        """Return the processor time of ``import merels``, the median of five processes."""
        code = "import time; t = time.process_time(); import merels; print(time.process_time() - t)"
        return statistics.median(float(self.run("python", "-c", code)) for _ in range(5))


def try_plain(environment: Environment) -> None:
    """Use what needs no extra: the console game, guides; and get good advice."""
    game = environment.run("merels", "play", "--black", "easy", "--seed", "1", text="d6\nquit\n")
    assert "White" in game
    assert "# The rules" in environment.run("merels", "help", "rules")
    advice = environment.run("merels", "completion", "bash", status=2)
    assert "pip install 'merels[shell]'" in advice
    advice = environment.run("merels", "perft", "3", status=2)
    assert "pip install 'merels[engine]'" in advice
    code = "import merels; print(merels.play('easy', 'normal').outcome())"
    assert "Outcome" in environment.run("python", "-c", code)


def try_shell(environment: Environment) -> None:
    """Show a guide, and write a script for every shell."""
    assert "The rules" in environment.run("merels", "help", "rules")
    for shell in ("bash", "zsh", "fish"):
        assert "_merels" in environment.run("merels", "completion", shell)


def try_engine(environment: Environment) -> None:
    """Ask the book and the search."""
    assert json.loads(environment.run("merels", "probe", "--json"))["result"] == "draw"
    assert "24" in environment.run("merels", "perft", "1")
    environment.run("merels", "analyse", FEN, "--depth", "2")


def try_solve(environment: Environment) -> None:
    """Solve a table and verify it."""
    environment.run("merels", "solve", "--table", "3,3")
    environment.run("merels", "verify")
    assert json.loads(environment.run("merels", "probe", FEN, "--json"))["source"] == "table"


def try_web(environment: Environment) -> None:
    """Start the server, and ask it for its health and its page."""
    server = environment.start("serve", "--port", "0", "--no-solve", "--log-level", "error")
    try:
        assert server.stdout is not None
        [address] = re.findall(r"http://\S+", server.stdout.readline())
        with urllib.request.urlopen(f"{address}/api/v1/health", timeout=60) as answer:
            assert json.load(answer)["version"]
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert b"<title>" in answer.read()
    finally:
        server.terminate()
        server.wait(60)


def try_cluster(environment: Environment) -> None:
    """Let a worker solve a table."""
    environment.run("merels", "solve", "--table", "3,3", "--cluster", "local:1")


def try_plot(environment: Environment) -> None:
    """Load what reads tables and draws charts; without tables there are none."""
    environment.run("python", "-c", "import matplotlib.figure; import merels.reports.plots")
    environment.run("merels", "tables", "--plot", str(environment.folder / "charts.svg"), status=1)


def try_env(environment: Environment) -> None:
    """Place a man for two agents, against a level, and in many games at once."""
    code = (
        "import merels.env as e; a = e.env(); a.reset(seed=1); a.step(4); print(a.agent_selection);"
        "b = e.single('easy'); b.reset(seed=1); v = e.Vector(8, seed=1); v.step(v.sample())"
    )
    assert "player_1" in environment.run("python", "-c", code)


def try_all(environment: Environment) -> None:
    """Solve a table, and export it as Parquet; solving is no part of the extra for data."""
    try_solve(environment)
    target = str(environment.folder / "3-3.parquet")
    environment.run("merels", "export", "--table", "3-3", "--out", target)
    code = "import sys, pyarrow.parquet as p; print(p.read_metadata(sys.argv[1]).num_rows)"
    assert int(environment.run("python", "-c", code, target)) > 0


def try_notebook(environment: Environment) -> None:
    """Play a move on the widget."""
    code = "from merels.notebook import BoardWidget as B; b = B(); b.push('d6'); print(b.moves)"
    assert "['d6']" in environment.run("python", "-c", code)


TRIALS: Final[dict[str, Callable[[Environment], None]]] = {
    "": try_plain,
    "shell": try_shell,
    "engine": try_engine,
    "solve": try_solve,
    "web": try_web,
    "cluster": try_cluster,
    "plot": try_plot,
    "env": try_env,
    "notebook": try_notebook,
    "all": try_all,
}
"""What is tried with each extra; others are installed and examined by the doctor alone."""


def try_extra(wheel: Path, extra: str) -> str:
    """Install a wheel with an extra, use it, and return a line of the report."""
    begin = time.monotonic()
    with TemporaryDirectory(prefix="merels-release-", ignore_cleanup_errors=True) as folder:
        environment = Environment(Path(folder), wheel, extra)
        environment.run("python", "-m", "pip", "check")
        version = environment.run("merels", "--version").split()[-1]
        assert f"-{version}-" in wheel.name, version
        doctor = json.loads(environment.run("merels", "doctor", "--json"))
        assert doctor["ok"], doctor
        if extra in TRIALS:
            TRIALS[extra](environment)
        seconds = environment.import_seconds()
        assert seconds < SLOWEST_IMPORT, f"import merels takes {seconds:.2f} s"
    name = f"merels[{extra}]" if extra else "merels"
    return f"{name:18} works; import {seconds:.3f} s, all in {time.monotonic() - begin:.0f} s"


if __name__ == "__main__":
    for chosen in sys.argv[2:] or TRIALS:
        print(try_extra(Path(sys.argv[1]).resolve(), chosen), flush=True)
