"""The command line: `merels COMMAND`. It parses, calls and prints."""

from merels.cli.main import main

__all__ = ["main"]
