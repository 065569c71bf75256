"""Optional packages: asked for by name before they are imported."""

from __future__ import annotations

from importlib.util import find_spec

from merels.errors import MissingExtraError


def require(extra: str, *modules: str) -> None:
    """Raise `MissingExtraError`, which names the ``pip install``, unless all modules are there."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtraError(
            f"this needs {', '.join(missing)}, which is not installed; add it with: "
            f"pip install 'merels[{extra}]'"
        )
