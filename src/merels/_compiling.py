"""Tell whoever waits that code is being compiled: once after an installation, for half a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

Listener: TypeAlias = Callable[[str], None]
"""Called with a line of text before each function is compiled, with an empty one at the end."""

_listeners: Final[list[Listener]] = []
_needed: Final[set[Any]] = set()
_begun: Final[set[Any]] = set()
_active: Final[list[Any]] = []


@contextmanager
def watching(listener: Listener) -> Iterator[None]:
    """Call a listener whenever a function is compiled."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def begin(function: Any) -> None:
    """Tell all listeners that a function is about to be compiled."""
    _active.append(function)
    _begun.add(function)
    _needed.update(_calls_of(function))
    _tell(f"compiling for this computer, only once: function {len(_begun)} of {len(_needed)}")


def end(function: Any) -> None:
    """Note that a function is compiled."""
    del _active[_active.index(function) :]  # with those that failed
    if not _active:
        _tell("")


def _tell(text: str) -> None:
    for listener in tuple(_listeners):
        listener(text)


def _calls_of(function: Any) -> set[Any]:
    """Return a kernel and all kernels that it calls, directly or not."""
    found: set[Any] = set()
    queue = [function]
    while queue:
        found.add(called := queue.pop())
        names = (called.__globals__.get(name) for name in called.__code__.co_names)
        kernels = (getattr(value, "__wrapped__", None) for value in names)
        queue += [each for each in kernels if each is not None and each not in found]
    return found
