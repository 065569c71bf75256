"""Numba: its settings stay as they were."""

import os
import subprocess
import sys

import pytest


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
