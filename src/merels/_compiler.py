"""Compile kernels with Numba: the one place that imports and configures it.

Only `merels._jit` imports this module, when the first kernel is called: Numba takes most of a
second to load.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import sys
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from merels import _code_cache
from merels._system import BLOCK, HIDDEN
from merels._version import __version__
from merels.errors import MissingExtraError

# Where colorama is installed, Numba would take over standard output, and write to it at the end.
_HIGHLIGHTING: Final = "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"
_highlighting_before = os.environ.get(_HIGHLIGHTING)
os.environ[_HIGHLIGHTING] = "1"

try:
    import llvmlite
    import numba
    import numba.extending
    import numpy as np
    from llvmlite import binding as llvm
    from llvmlite import ir
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps

    from merels._code_cache import CodeCache, hash_neighbours
except ImportError as error:  # pragma: no cover - the development environment has it
    raise MissingExtraError(
        f"compiled code needs {error.name}, which is not installed; add it with: "
        "pip install 'merels[engine]'"
    ) from error
finally:
    del os.environ[_HIGHLIGHTING]
    if _highlighting_before is not None:
        os.environ[_HIGHLIGHTING] = _highlighting_before

PACKAGE: Final = Path(__file__).parent

HARMLESS_SETTINGS: Final = {
    "CACHE_DIR",
    "CACHE_LOCATOR_CLASSES",
    "NUMBA_DEFAULT_NUM_THREADS",
    "NUMBA_NUM_THREADS",
}
"""Numba settings that do not affect the code; any other setting gets a cache of its own."""


def _describe_compiler() -> str:
    """Return everything except the sources that determines a kernel's machine code."""
    settings = {
        name: getattr(numba.config, name)
        for name in dir(numba.config)
        if name.isupper() and name not in HARMLESS_SETTINGS
    }
    features = llvm.get_host_cpu_features().flatten()
    return repr(
        (
            *("merels", __version__, "numba", numba.__version__, "llvmlite", llvmlite.__version__),
            *("numpy", np.__version__, sys.implementation.cache_tag, sys.flags.optimize),
            *(sys.platform, platform.machine(), llvm.get_host_cpu_name(), features, settings),
        )
    )


_code: Final = CodeCache(PACKAGE, _describe_compiler())


class KernelCache:
    """Loads and saves the compiled code of one kernel for Numba.

    It replaces Numba's own cache: see ``docs/architecture.md`` for the reason. It uses these
    internals of Numba: ``dispatcher._cache``, and the conversion of a result to bytes and back.
    """

    def __init__(self, function: Any) -> None:
        file = Path(function.__code__.co_filename)
        self._py_func = function
        self._identity = (
            *(function.__module__, function.__qualname__, function.__code__.co_firstlineno),
            # The folder's name already covers the sources in the package.
            "" if file.is_relative_to(PACKAGE) else f"{file} {hash_neighbours(file.parent)}",
        )

    @property
    def cache_path(self) -> str | None:
        """The cache folder, for Numba's statistics."""
        return None if _code.folder is None else str(_code.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for a signature, None if it has to be compiled."""
        target_context.refresh()
        key = sig, target_context.codegen().magic_tuple()
        data = _code.load(self._name_of(key))
        saved_key, result = (None, ()) if data is None else pickle.loads(data)
        if saved_key != key:
            _code_cache.begin(self._py_func)
            return None
        return CompileResult._rebuild(target_context, *result)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the code for a signature, unless it contains addresses of this process."""
        if not data.library.has_dynamic_globals:
            key = sig, data.codegen.magic_tuple()
            _code.save(self._name_of(key), dumps((key, data._reduce())))
        _code_cache.end(self._py_func)

    def _name_of(self, key: Any) -> str:
        """Return a file name; signatures with the same text share it and differ in their key."""
        digest = hashlib.sha256(repr((self._identity, key)).encode()).hexdigest()
        return f"{self._py_func.__name__}-{digest[:32]}.bin"

    def flush(self) -> None:
        """Do nothing: saved code never goes stale."""

    enable = disable = flush


# Loosely typed because Numba's own type hints lack some of its options.
_njit: Any = partial(numba.njit, nogil=True, error_model="numpy")


def compile_kernel(function: Any, **options: bool) -> Any:
    """Return a function that Numba compiles when it is called, and that is saved for later runs."""
    dispatcher = _njit(**options)(function)
    is_in_file = Path(function.__code__.co_filename).is_file()
    if is_in_file and function.__closure__ is None:  # else changes go unseen
        dispatcher._cache = KernelCache(function)
    return dispatcher


def _declare(builder: Any, name: str, returned: Any, taken: list[Any]) -> Any:
    """Return a function of LLVM, declared once in a module."""
    kind = ir.FunctionType(returned, taken)
    return builder.module.globals.get(name) or ir.Function(builder.module, kind, name)


def _popcount(_context: Any, mask: Any) -> Any:
    return mask(mask), lambda _target, builder, _signature, values: builder.ctpop(values[0])


def _lowest_bit(_context: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return mask(mask), generate


def _highest_bit(_context: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, values: Any) -> Any:
        zeros = builder.ctlz(values[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(zeros.type, mask.bitwidth - 1), zeros)

    return mask(mask), generate


def _prefetch(_context: Any, array: Any, index: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = target.make_array(signature.args[0])(target, builder, values[0]).data
        address = builder.bitcast(builder.gep(data, [values[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        taken = [address.type, number, number, number]
        function = _declare(builder, "llvm.prefetch.p0", ir.VoidType(), taken)
        to_write, keep_close, data_cache = (ir.Constant(number, n) for n in (1, 3, 1))
        builder.call(function, [address, to_write, keep_close, data_cache])
        return target.get_dummy_value()

    return numba.void(array, numba.int64), generate


def _block_at(target: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Return the address of ``BLOCK`` numbers of an array."""
    data = target.make_array(kind)(target, builder, array).data
    block = ir.VectorType(ir.IntType(kind.dtype.bitwidth), BLOCK).as_pointer()
    return builder.bitcast(builder.gep(data, [index]), block)


def _repeat(builder: Any, number: Any, bits: int = 8) -> Any:
    """Return a block of equal numbers."""
    block = ir.VectorType(ir.IntType(bits), BLOCK)
    narrow = builder.trunc(number, ir.IntType(bits))
    first = builder.insert_element(ir.Constant(block, ir.Undefined), narrow, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), BLOCK), [0] * BLOCK)
    return builder.shuffle_vector(first, ir.Constant(block, ir.Undefined), zeros)


def _equal_bytes(_context: Any, array: Any, _begin: Any, _value: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
        words = []
        for half in range(0, 64, BLOCK):
            begin = builder.add(values[1], ir.IntType(64)(half))
            block = _block_at(target, builder, signature.args[0], values[0], begin)
            wanted = _repeat(builder, values[2], signature.args[0].dtype.bitwidth)
            equal = builder.icmp_unsigned("==", builder.load(block, align=1), wanted)
            word = builder.zext(builder.bitcast(equal, ir.IntType(BLOCK)), ir.IntType(64))
            words.append(builder.shl(word, ir.IntType(64)(half)))
        return builder.or_(*words)

    return numba.int64(array, numba.int64, numba.int64), generate


def _keep_smaller(_context: Any, least: Any, _at: Any, bytes_: Any, _begin: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
        out = _block_at(target, builder, signature.args[0], *values[:2])
        other = _block_at(target, builder, signature.args[2], *values[2:])
        ours, theirs = (builder.load(address, align=1) for address in (out, other))
        smaller = builder.select(builder.icmp_unsigned("<", theirs, ours), theirs, ours)
        builder.store(smaller, out, align=1)
        return target.get_dummy_value()

    return numba.void(least, numba.int64, bytes_, numba.int64), generate


def _choose_bytes(
    _context: Any,
    out: Any,
    _at: Any,
    yes: Any,
    no: Any,
    _begin: Any,
    sets: Any,
    _first: Any,
    _mask_a: Any,
    _set_a: Any,
    _mask_b: Any,
    _set_b: Any,
) -> Any:
    return _choose_from((out, yes, no), sets)


def _replace_bytes(
    _context: Any,
    out: Any,
    _at: Any,
    yes: Any,
    _begin: Any,
    sets: Any,
    _first: Any,
    _mask_a: Any,
    _set_a: Any,
    _mask_b: Any,
    _set_b: Any,
) -> Any:
    return _choose_from((out, yes), sets)


def _choose_from(arrays: tuple[Any, ...], sets: Any) -> Any:
    """Choose from two arrays or, without the second, from one and the bytes already in place."""
    place = 2 + len(arrays)  # of the sets among the arguments

    def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
        def block_of(array: int, index: int) -> Any:
            kind = signature.args[array]
            return _block_at(target, builder, kind, values[array], values[index])

        out = block_of(0, 1)
        no = out if len(arrays) == 2 else block_of(3, 4)
        blocks = block_of(place, place + 1), block_of(2, place - 1), no
        members, *chosen = (builder.load(block, align=1) for block in blocks)
        holds = _either_set(builder, members, values[place + 2 :])
        builder.store(builder.select(holds, *chosen), out, align=1)
        return target.get_dummy_value()

    number = numba.int64
    return numba.void(arrays[0], number, *arrays[1:], number, sets, *(number,) * 5), generate


def _either_set(builder: Any, members: Any, masks_and_sets: Any) -> Any:
    """Return for each set of a block whether one of two masks leaves a certain part of it."""
    holds = []
    for looked_at, found in (masks_and_sets[:2], masks_and_sets[2:]):
        points = builder.and_(members, _repeat(builder, looked_at))
        holds.append(builder.icmp_unsigned("==", points, _repeat(builder, found)))
    return builder.or_(*holds)


def _weigh_hidden(_context: Any, array: Any, _bias: Any, _out: Any, rows: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
        narrow, wide = (ir.VectorType(ir.IntType(bits), HIDDEN) for bits in (16, 32))
        data = target.make_array(signature.args[0])(target, builder, values[0]).data

        def row_at(place: Any) -> Any:
            address = builder.bitcast(builder.gep(data, [place]), narrow.as_pointer())
            return builder.load(address, align=2)

        sums = row_at(values[1])
        for number in range(len(rows)):
            sums = builder.add(sums, row_at(builder.extract_value(values[3], number)))
        zeros = ir.Constant(narrow, [0] * HIDDEN)
        positive = builder.select(builder.icmp_signed(">", sums, zeros), sums, zeros)
        product = builder.mul(builder.sext(positive, wide), builder.sext(row_at(values[2]), wide))
        name = f"llvm.vector.reduce.add.v{HIDDEN}i32"
        function = _declare(builder, name, ir.IntType(32), [wide])
        return builder.sext(builder.call(function, [product]), ir.IntType(64))

    return numba.int64(array, numba.int64, numba.int64, rows), generate


def has_fast_pext() -> bool:
    """Whether the target processor has fast instructions to extract and deposit bits.

    This follows Numba's own settings, so ``NUMBA_CPU_NAME=generic`` compiles the portable path. The
    first two generations of AMD's Zen have the instructions, but they are slower than the portable
    loop.
    """
    name: str | None = getattr(numba.config, "CPU_NAME", None)
    features: str | None = getattr(numba.config, "CPU_FEATURES", None)
    if features is not None:
        return "+bmi2" in features.split(",")
    if name or llvm.get_host_cpu_name() in ("znver1", "znver2"):
        return False
    return bool(llvm.get_host_cpu_features().get("bmi2", False))


def describe_processor() -> str:
    """Return the processor that kernels are compiled for, as LLVM calls it."""
    name: str | None = getattr(numba.config, "CPU_NAME", None)
    return f"{name or llvm.get_host_cpu_name()}, by Numba {numba.__version__}"


def _call_bmi2(name: str) -> Any:
    def intrinsic(_context: Any, source: Any, mask: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, values: Any) -> Any:
            word = ir.IntType(64)
            function = _declare(builder, f"llvm.x86.bmi.{name}", word, [word, word])
            return builder.call(function, values)

        return numba.int64(numba.int64, numba.int64), generate

    return intrinsic


INTRINSICS: Final = {
    "popcount": _popcount,
    "highest_bit": _highest_bit,
    "lowest_bit": _lowest_bit,
    "prefetch": _prefetch,
    "equal_bytes": _equal_bytes,
    "keep_smaller": _keep_smaller,
    "choose_bytes": _choose_bytes,
    "replace_bytes": _replace_bytes,
    "weigh_hidden": _weigh_hidden,
    "extract_bits": _call_bmi2("pext.64"),
    "deposit_bits": _call_bmi2("pdep.64"),
}


@cache
def type_of_intrinsic(name: str) -> Any:
    """Return the type by which kernels call an intrinsic of `merels._jit`."""
    context = numba.core.registry.cpu_target.typing_context
    intrinsic = numba.extending.intrinsic(INTRINSICS[name])
    context.refresh()  # where Numba has registered it
    return context.resolve_value_type(intrinsic)
