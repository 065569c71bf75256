"""Compilation of kernels: the one place where Numba is imported and configured.

Import this module only from modules of kernels, and those only where they are needed: Numba takes
half a second to load, and `import merels` must not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from merels.errors import MissingExtraError

try:
    import numba
    import numba.extending
    from llvmlite import ir
except ImportError as error:  # pragma: no cover - the development environment has it
    raise MissingExtraError(
        "compiled code needs Numba, which is not installed; add it with: "
        "pip install 'merels[engine]'"
    ) from error

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def kernel(function: Kernel) -> Kernel:
    """Compile a function to machine code that runs without the interpreter lock.

    The result is cached on disk beside the module, or in the user's cache folder.
    """
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast(Kernel, compiled)


def _popcount(_context: Any, mask: Any) -> Any:
    return mask(mask), lambda _target, builder, _signature, values: builder.ctpop(values[0])


def _lowest_bit(_context: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return mask(mask), generate


# For kernels only: one machine instruction each where the processor has it.
popcount = cast(Callable[[int], int], numba.extending.intrinsic(_popcount))
lowest_bit = cast(Callable[[int], int], numba.extending.intrinsic(_lowest_bit))
