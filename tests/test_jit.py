"""Bit tricks and blocks of bytes: with the processor's instructions, and without them."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solved import solved_folder

from merels import _compiler, _compiling, _jit
from merels.board.geometry import FULL
from merels.board.masks import points_of


@_jit.kernel
def extract(source, mask):
    return _jit.extract_bits(source, mask)


@_jit.kernel
def deposit(source, mask):
    return _jit.deposit_bits(source, mask)


masks_of_24 = st.integers(0, FULL)


def push_together(source, mask):
    return sum((source >> point & 1) << i for i, point in enumerate(points_of(mask)))


@given(masks_of_24, masks_of_24)
def test_extracting_bits(source, mask):
    expected = push_together(source, mask)
    assert extract(source, mask) == expected
    assert _jit.extract_bits_portably(source, mask) == expected


@given(masks_of_24, masks_of_24)
def test_depositing_bits(source, mask):
    low = source & (1 << mask.bit_count()) - 1
    for function in (deposit, _jit.deposit_bits_portably):
        spread = function(low, mask)
        assert spread & ~mask == 0
        assert push_together(spread, mask) == low


@_jit.kernel
def smaller(least, at, other, begin):
    _jit.keep_smaller(least, at, other, begin)


@_jit.kernel
def choose(out, yes, no, sets, mask_a, a, mask_b, b):
    _jit.choose_bytes(out, 1, yes, no, 2, sets, 3, mask_a, a, mask_b, b)


@_jit.kernel
def find(array, begin, value):
    return _jit.equal_bytes(array, begin, value)


BLOCK = _jit.BLOCK


def random_bytes(highest=255):
    return np.random.default_rng(0).integers(0, highest + 1, 100).astype(np.uint8)


def test_keeping_the_smaller_bytes():
    least, other = random_bytes(), random_bytes()[::-1].copy()
    expected = least.copy()
    expected[5 : 5 + BLOCK] = np.minimum(least[5 : 5 + BLOCK], other[9 : 9 + BLOCK])
    smaller(least, 5, other, 9)
    assert (least == expected).all()


@pytest.mark.parametrize(("mask_a", "a", "mask_b", "b"), [(5, 5, 0, 1), (3, 3, 130, 130)])
def test_choosing_bytes(mask_a, a, mask_b, b):
    yes, no, sets = random_bytes(), random_bytes()[::-1].copy(), random_bytes()
    out = np.zeros(100, np.uint8)
    choose(out, yes, no, sets, mask_a, a, mask_b, b)
    members = sets[3 : 3 + BLOCK]
    holds = (members & mask_a == a) | (members & mask_b == b)
    assert 0 < holds.sum() < BLOCK
    assert (out[1 : 1 + BLOCK] == np.where(holds, yes[2 : 2 + BLOCK], no[2 : 2 + BLOCK])).all()
    assert not out[0]
    assert not out[1 + BLOCK :].any()


def test_finding_equal_bytes():
    array = random_bytes(highest=3)
    bits = find(array, 7, 2) & (1 << 64) - 1
    assert [bits >> i & 1 for i in range(64)] == (array[7:71] == 2).tolist()


SOLVE_3_3 = """
import sys
from pathlib import Path
from merels import _compiler
from merels.cli import main
assert not _compiler.has_fast_pext()
sys.exit(main(["solve", "--men", "6", "--tables", sys.argv[1]]))
"""


def test_the_portable_path_writes_the_same_bytes(tmp_path):
    environment = os.environ | {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "NUMBA_OPT": "1",  # takes less time to compile
    }
    folder = tmp_path / "tables"
    subprocess.run([sys.executable, "-c", SOLVE_3_3, folder], check=True, env=environment)
    digests = {
        hashlib.sha256((path / "3-3.mtb").read_bytes()).hexdigest()
        for path in (folder, solved_folder())
    }
    assert len(digests) == 1


@pytest.mark.parametrize("before", [None, "", "1"])
def test_settings_of_numba_are_left_as_they_were(before):
    name = "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"
    code = f"import os, merels._compiler; print(repr(os.environ.get({name!r})))"
    others = {key: value for key, value in os.environ.items() if key != name}
    own = {} if before is None else {name: before}
    done = subprocess.run(
        [sys.executable, "-c", code], env=others | own, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{before!r}\n"


@_jit.kernel
def add_one(number):
    return number + 1


@_jit.kernel
def add_two(number):
    return add_one(add_one(number))


def test_compiling_is_reported_with_progress(monkeypatch):
    monkeypatch.setattr(_compiler._code, "load", lambda _: None)  # from an earlier run
    said = []
    with _compiling.watching(said.append):
        assert add_two(40) == 42
        assert add_two(40) == 42
    assert [line.partition(": function ")[0] for line in said] == [
        *["compiling for this computer, only once"] * 2,
        "",
    ]
    first, second = (line.rpartition("function ")[2].split(" of ") for line in said[:2])
    assert int(second[0]) == int(first[0]) + 1 <= int(second[1])
    add_two(1.5)
    assert len(said) == 3, "nobody is listening any more"


def test_importing_kernels_does_not_load_the_compiler():
    code = (
        "import sys, merels.engine.search.threads, merels.tables.tablebase, merels.solver.run\n"
        "assert not {'numba', 'llvmlite'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
