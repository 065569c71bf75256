"""What a build adds to the wheel: the guides, so that ``merels help`` can show them.

Hatchling calls it; nothing of it is installed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TARGET: Final = "merels/cli/guides"


def list_guides(docs: Path) -> dict[str, str]:
    """Return where each page of the documentation goes in the wheel, without its pictures."""
    return {
        str(path): f"{TARGET}/{path.relative_to(docs).as_posix()}"
        for path in sorted(docs.rglob("*.md"))
    }


class Guides(BuildHookInterface[Any]):
    """Adds the guides to a wheel; an editable installation reads them where they are."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files to add."""
        if version == "standard":
            build_data["force_include"].update(list_guides(Path(self.root, "docs")))
