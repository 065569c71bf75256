"""A change to the sources takes effect, even if they were compiled before."""

import base64
import hashlib
import sys
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from package_copy import SITE_PACKAGES, copy_package, run, run_copy

from merels._compiler import KernelCache
from merels._jit import kernel

# A small kernel, and what is compiled into it from another file: the rank of a set of one point.
FIND_RANK = """
from merels.board.index.ranking import board_tables
from merels.board.index.slots import smallest_rank
rank = smallest_rank(0b10, 0b11, 1, board_tables())
"""
PRINT_RANK = FIND_RANK + "print(rank, sum(smallest_rank.stats.cache_hits.values()))"

HELPER = "board/index/ranking.py"
SOUND, BROKEN = "int(tables.low[low] +", "int(0 * tables.low[low] +"


def edit_helper(package, old, new):
    """Change the function that is compiled into the kernel."""
    path = package / HELPER
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def home(tmp_path):
    """A home for the processes of a test, where they keep compiled code."""
    (tmp_path / "home").mkdir()
    return {"HOME": str(tmp_path / "home")}


def test_an_edit_of_an_inlined_function_takes_effect(tmp_path, home):
    package = copy_package(tmp_path)
    assert run_copy(package, PRINT_RANK, **home) == "1 0"
    assert run_copy(package, PRINT_RANK, **home) == "1 1"  # from the cache
    edit_helper(package, SOUND, BROKEN)
    assert run_copy(package, PRINT_RANK, **home) == "0 0"
    edit_helper(package, BROKEN, SOUND)
    assert run_copy(package, PRINT_RANK, **home) == "1 1"


EDIT_WHILE_RUNNING = f"""
import os, sys
from merels import _compiler
path = sys.argv[1]
text = open(path).read()
open(path, "w").write(text.replace("{SOUND}", "{BROKEN}"))
"""


def test_code_compiled_after_an_edit_is_not_kept_for_the_sources_before_it(tmp_path, home):
    package = copy_package(tmp_path)
    code = EDIT_WHILE_RUNNING + FIND_RANK + "print(rank)"
    assert run_copy(package, code, package / HELPER, **home) == "0"
    edit_helper(package, BROKEN, SOUND)
    assert run_copy(package, PRINT_RANK, **home) == "1 0"


def test_processes_may_compile_at_the_same_time(tmp_path, home):
    package = copy_package(tmp_path)
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(run_copy, package, PRINT_RANK, **home) for _ in range(2)]
    assert {job.result().split()[0] for job in jobs} == {"1"}
    assert run_copy(package, PRINT_RANK, **home) == "1 1"


@kernel
def double(number):
    return number + number


def test_signatures_of_a_kernel_do_not_share_a_file():
    """Numba numbers them, so one process could overwrite what another reads."""
    double(1), double(1.0)
    kept = KernelCache(double.py_func)
    names = {
        kept._name_of((sig, double.targetctx.codegen().magic_tuple())) for sig in double.overloads
    }
    assert len(names) == 2


def write_wheel(folder, package, version):
    """Write a wheel of a package, as a build would."""
    info = f"merels-{version}.dist-info"
    files = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for path in package.rglob("*")
        if path.is_file()
    }
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: merels\nVersion: {version}\n".encode()
    )
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(
        f"{name},sha256={encode(hashlib.sha256(content).digest())},{len(content)}\n"
        for name, content in files.items()
    )
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    path = folder / f"merels-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def encode(digest):
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


@pytest.mark.soak
def test_an_upgrade_that_changes_an_inlined_function_takes_effect(tmp_path, home):
    """An edit does the same, without another installation."""
    venv.create(tmp_path / "venv", symlinks=True)
    python = tmp_path / "venv" / "bin" / "python"
    where = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    # The packages that Merels needs, without the installed Merels.
    Path(where, "others.pth").write_text(SITE_PACKAGES, encoding="utf-8")

    def upgrade(wheel):
        pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
        run(*pip, "install", "--quiet", "--no-index", "--no-deps", "--upgrade", wheel, **home)

    package = copy_package(tmp_path)
    upgrade(write_wheel(tmp_path, package, "1.0"))
    assert run(python, "-c", PRINT_RANK, cwd=tmp_path / "home", **home) == "1 0"
    assert run(python, "-c", PRINT_RANK, cwd=tmp_path / "home", **home) == "1 1"
    edit_helper(package, SOUND, BROKEN)
    upgrade(write_wheel(tmp_path, package, "1.1"))
    assert run(python, "-c", PRINT_RANK, cwd=tmp_path / "home", **home) == "0 0"
