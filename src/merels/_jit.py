"""Compilation of kernels: the one place where Numba is imported and configured.

Import this module only from modules of kernels, and those only where they are needed: Numba takes
half a second to load, and `import merels` must not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

from merels.errors import MissingExtraError

try:
    import numba
    import numba.extending
    from llvmlite import binding as llvm
    from llvmlite import ir
except ImportError as error:  # pragma: no cover - the development environment has it
    raise MissingExtraError(
        "compiled code needs Numba, which is not installed; add it with: "
        "pip install 'merels[engine]'"
    ) from error

# Typed loosely because Numba's own types do not know all of its options.
_compile: Any = partial(numba.njit, cache=True, nogil=True, error_model="numpy")

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def kernel(function: Kernel) -> Kernel:
    """Compile a function to machine code that runs without the interpreter lock.

    The result is cached on disk beside the module, or in the user's cache folder.
    """
    return cast(Kernel, _compile(function))


def bare_kernel(function: Kernel) -> Kernel:
    """Compile a function that allocates nothing, without counting references to its arrays.

    Where Numba cannot see that a count is not needed, it is taken for every position, by an
    operation that locks memory: a fifth of the samples of a profile were in it.
    """
    return cast(Kernel, _compile(_nrt=False)(function))


def inlined(function: Kernel) -> Kernel:
    """Compile a small function that allocates nothing into each kernel that calls it.

    A call hands over every array of its arguments as seven numbers; with the board among them that
    has taken three times as long as the function itself.
    """
    return cast(Kernel, _compile(_nrt=False, forceinline=True)(function))


def _popcount(_context: Any, mask: Any) -> Any:
    return mask(mask), lambda _target, builder, _signature, values: builder.ctpop(values[0])


def _lowest_bit(_context: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return mask(mask), generate


def _prefetch(_context: Any, array: Any, index: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = target.make_array(signature.args[0])(target, builder, values[0]).data
        address = builder.bitcast(builder.gep(data, [values[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        to_write, keep_close, data_cache = (ir.Constant(number, n) for n in (1, 3, 1))
        builder.call(function, [address, to_write, keep_close, data_cache])
        return target.get_dummy_value()

    return numba.void(array, numba.int64), generate


# For kernels only: one machine instruction each where the processor has it.
popcount = cast(Callable[[int], int], numba.extending.intrinsic(_popcount))
lowest_bit = cast(Callable[[int], int], numba.extending.intrinsic(_lowest_bit))
prefetch = cast(Callable[[Any, int], None], numba.extending.intrinsic(_prefetch))


def _has_fast_pext() -> bool:
    """Whether the processor that kernels are compiled for extracts and deposits bits quickly.

    Numba's own settings are obeyed, so ``NUMBA_CPU_NAME=generic`` compiles the portable path. The
    first two generations of AMD's Zen have the instructions, but slower than the portable loop.
    """
    name: str | None = getattr(numba.config, "CPU_NAME", None)
    features: str | None = getattr(numba.config, "CPU_FEATURES", None)
    if features is not None:
        return "+bmi2" in features.split(",")
    if name or llvm.get_host_cpu_name() in ("znver1", "znver2"):
        return False
    return bool(llvm.get_host_cpu_features().get("bmi2", False))


HAS_FAST_PEXT = _has_fast_pext()


def _call_bmi2(name: str) -> Any:
    def intrinsic(_context: Any, source: Any, mask: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, values: Any) -> Any:
            word = ir.IntType(64)
            full_name, kind = f"llvm.x86.bmi.{name}", ir.FunctionType(word, [word, word])
            function = builder.module.globals.get(full_name)
            if function is None:
                function = ir.Function(builder.module, kind, full_name)
            return builder.call(function, values)

        return numba.int64(numba.int64, numba.int64), generate

    return numba.extending.intrinsic(intrinsic)


@kernel
def extract_bits_portably(source: int, mask: int) -> int:
    """Return the bits of ``source`` at the places of ``mask``, pushed together."""
    result, place = 0, 0
    while mask:
        if source >> lowest_bit(mask) & 1:
            result |= 1 << place
        mask &= mask - 1
        place += 1
    return result


@kernel
def deposit_bits_portably(source: int, mask: int) -> int:
    """Return the low bits of ``source`` spread over the places of ``mask``."""
    result = 0
    while mask and source:
        if source & 1:
            result |= mask & -mask
        mask &= mask - 1
        source >>= 1
    return result


if HAS_FAST_PEXT:
    extract_bits = cast(Callable[[int, int], int], _call_bmi2("pext.64"))
    deposit_bits = cast(Callable[[int, int], int], _call_bmi2("pdep.64"))
else:
    extract_bits, deposit_bits = extract_bits_portably, deposit_bits_portably
