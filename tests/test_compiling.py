"""Compiling says so, with progress."""

from merels import _compiler, _compiling
from merels._jit import kernel


@kernel
def add_one(number):
    return number + 1


@kernel
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
