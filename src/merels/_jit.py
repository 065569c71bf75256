"""Kernels: functions over integers and arrays, compiled to machine code when they are first called.

Importing a module with kernels loads neither Numba nor compiled code: an answer from a book or a
table needs neither, and Numba takes most of a second to load. `merels._compiler` does the work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import update_wrapper
from importlib.util import find_spec
from typing import Any, Final, TypeVar, cast

from merels._code_cache import prepare_folder
from merels.errors import MissingExtraError

for _package in ("numpy", "numba", "llvmlite"):
    if find_spec(_package) is None:
        raise MissingExtraError(
            f"compiled code needs {_package}, which is not installed; add it with: "
            "pip install 'merels[engine]'"
        )

prepare_folder()

_making: Final = threading.Lock()


class LazyKernel:
    """A kernel that is given to Numba on its first call, from Python or from another kernel.

    Everything else about it comes from Numba's own object.
    """

    def __init__(self, function: Callable[..., object], options: dict[str, bool]) -> None:
        update_wrapper(self, function)
        self._options = options
        self._made: Any = None

    def __call__(self, *arguments: Any) -> Any:
        return (self._made or self._make())(*arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made or self._make(), name)

    def _make(self) -> Any:
        from merels._compiler import compile_kernel

        with _making:
            if self._made is None:
                self._made = compile_kernel(self.__wrapped__, **self._options)
        return self._made


class LazyIntrinsic:
    """A few machine instructions, for kernels only."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def _numba_type_(self) -> Any:
        from merels import _compiler

        portable = PORTABLE.get(self._name)
        if portable is not None and not _compiler.has_fast_pext():
            return cast(Any, portable)._numba_type_
        return _compiler.type_of_intrinsic(self._name)


Kernel = TypeVar("Kernel", bound=Callable[..., object])


def _compile(function: Kernel, **options: bool) -> Kernel:
    return cast(Kernel, LazyKernel(function, options))


def kernel(function: Kernel) -> Kernel:
    """Compile a function to machine code that runs without the interpreter lock.

    It is compiled on its first call; the machine code is saved for later runs.
    """
    return _compile(function)


def bare_kernel(function: Kernel) -> Kernel:
    """Compile a function that allocates nothing, without counting references to its arrays.

    Where Numba cannot prove a count unnecessary, every position pays for an atomic operation: a
    fifth of the samples in a profile.
    """
    return _compile(function, _nrt=False)


def inlined(function: Kernel) -> Kernel:
    """Compile a small function that allocates nothing into each kernel that calls it.

    A call passes each array argument as seven numbers; with the board among them, passing them took
    three times as long as the function itself.
    """
    return _compile(function, _nrt=False, forceinline=True)


# For kernels only: `weigh_hidden(weights, bias, out, rows)` adds `HIDDEN` numbers from each of the
# ``rows`` to the numbers at ``bias``, multiplies each positive result by its number at ``out``, and
# returns the sum of the products.
weigh_hidden = cast(Callable[[Any, int, int, tuple[int, ...]], int], LazyIntrinsic("weigh_hidden"))

# For kernels only: one machine instruction each if the processor has it.
popcount = cast(Callable[[int], int], LazyIntrinsic("popcount"))
highest_bit = cast(Callable[[int], int], LazyIntrinsic("highest_bit"))
lowest_bit = cast(Callable[[int], int], LazyIntrinsic("lowest_bit"))
prefetch = cast(Callable[[Any, int], None], LazyIntrinsic("prefetch"))
extract_bits = cast(Callable[[int, int], int], LazyIntrinsic("extract_bits"))
deposit_bits = cast(Callable[[int, int], int], LazyIntrinsic("deposit_bits"))

# For kernels only: a few instructions for `BLOCK` bytes, or numbers of two bytes; they may exceed
# an array's logical end but not its padding. `keep_smaller(least, at, bytes, begin)` keeps the
# smaller of each pair of bytes. `choose_bytes(out, at, yes, no, begin, sets, first, mask_a, a,
# mask_b, b)` takes each byte from ``yes`` if, of its set, ``mask_a`` leaves ``a`` or ``mask_b``
# leaves ``b``, else from ``no``. `replace_bytes(out, at, yes, begin, sets, first, mask_a, a,
# mask_b, b)` leaves all other bytes as they are. `equal_bytes(bytes, begin, value)` returns which
# of 64 bytes have a value, as bits.
equal_bytes = cast(Callable[[Any, int, int], int], LazyIntrinsic("equal_bytes"))
keep_smaller = cast(Callable[[Any, int, Any, int], None], LazyIntrinsic("keep_smaller"))
choose_bytes = cast(Callable[..., None], LazyIntrinsic("choose_bytes"))
replace_bytes = cast(Callable[..., None], LazyIntrinsic("replace_bytes"))


@kernel
def extract_bits_portably(source: int, mask: int) -> int:
    """Return the bits of ``source`` selected by ``mask``, packed together."""
    result, place = 0, 0
    while mask:
        if source >> lowest_bit(mask) & 1:
            result |= 1 << place
        mask &= mask - 1
        place += 1
    return result


@kernel
def deposit_bits_portably(source: int, mask: int) -> int:
    """Return the low bits of ``source`` spread over the set bits of ``mask``."""
    result = 0
    while mask and source:
        if source & 1:
            result |= mask & -mask
        mask &= mask - 1
        source >>= 1
    return result


PORTABLE: Final = {"extract_bits": extract_bits_portably, "deposit_bits": deposit_bits_portably}
"""Replacements for instructions that the processor lacks."""
