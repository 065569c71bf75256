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

from merels import _jit
from merels._system import BLOCK
from merels.board.board import FULL, points_of


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


@pytest.mark.soak
def test_the_portable_path_writes_the_same_bytes(tmp_path):
    """`test_bounds` takes the portable path too, to read tables."""
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


def test_importing_kernels_does_not_load_the_compiler():
    code = (
        "import sys, merels.engine.search.threads, merels.values.tablebase, merels.solver.run\n"
        "assert not {'numba', 'llvmlite'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
