"""All checks of ``merels doctor``, in order."""

from __future__ import annotations

from merels.cli.about.checks import (
    Finding,
    check_extras,
    check_fast_path,
    check_machine,
    check_python,
)
from merels.cli.about.places import check_cache, check_shipped, check_tables

CHECKS = (
    check_python,
    check_extras,
    check_machine,
    check_fast_path,
    check_tables,
    check_cache,
    check_shipped,
)


def examine() -> list[Finding]:
    """Run all checks."""
    return [finding for check in CHECKS for finding in check()]
