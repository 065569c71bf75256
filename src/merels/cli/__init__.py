"""The command line, `merels COMMAND`: parse the arguments, call the library, print the result."""

from merels.cli.main import main

__all__ = ["main"]
