"""The version number; the only place it is written."""

__version__ = "0.3.0"
