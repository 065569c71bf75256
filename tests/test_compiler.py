"""Numba: its settings stay as they were, and what the cache takes of its inside is there."""

import os
import subprocess
import sys

import pytest

from merels import _compiler


def triple(number):
    return 3 * number


def test_code_is_saved_and_loaded_with_the_installed_version(monkeypatch):
    saved = {}
    monkeypatch.setattr(_compiler._code, "load", saved.get)
    monkeypatch.setattr(_compiler._code, "save", saved.__setitem__)
    for hits, values in ((0, (2, 0.5)), (1, (2, 0.5))):
        kernel = _compiler.compile_kernel(triple)
        assert [kernel(value) for value in values] == [6, 1.5]
        assert set(kernel.stats.cache_hits.values()) <= {hits}
        assert sum(kernel.stats.cache_hits.values()) == 2 * hits
    assert len(saved) == 2, "one for each signature"


def test_a_function_with_variables_of_another_is_not_saved(monkeypatch):
    """Its source is the same, whatever their values."""
    monkeypatch.setattr(_compiler._code, "save", lambda *_: pytest.fail("it was saved"))

    def times(factor):
        return _compiler.compile_kernel(lambda number: factor * number)

    assert [times(factor)(2) for factor in (3, 4)] == [6, 8]


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
