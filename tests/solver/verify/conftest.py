"""Tables that tests damage."""

from damage import folder, small_blocks  # noqa: F401 - fixtures
