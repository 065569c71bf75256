"""Docstrings as the reference shows them: their examples become blocks of code."""

from __future__ import annotations

import re
from typing import Any, Final

import griffe

_EXAMPLE: Final = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


def fence_examples(text: str) -> str:
    r"""Put a fence around each example.

    >>> fence_examples("Add.\n\n>>> 1 + 1\n2\n\nMore.")
    'Add.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore.'
    """
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```", text)


class Examples(griffe.Extension):
    """Fences the examples of everything that is read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fence_examples(obj.docstring.value)
