"""Bit tricks: with the processor's instructions, and without them."""

import hashlib
import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st
from solved import solved_folder

from merels import _jit
from merels.board.geometry import FULL, points_of


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


SOLVE_3_3 = """
import sys
from pathlib import Path
from merels import _jit
from merels.cli import main
assert not _jit.HAS_FAST_PEXT
sys.exit(main(["solve", "--men", "6", "--tables", sys.argv[1]]))
"""


def test_the_portable_path_writes_the_same_bytes(tmp_path):
    environment = os.environ | {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    folder = tmp_path / "tables"
    subprocess.run([sys.executable, "-c", SOLVE_3_3, folder], check=True, env=environment)
    digests = {
        hashlib.sha256((path / "3-3.mtb").read_bytes()).hexdigest()
        for path in (folder, solved_folder())
    }
    assert len(digests) == 1
