"""Commands that start ``bad_engine.py``, and the terms it plays on."""

import shlex
import sys

import bad_engine

from merels.uci.client.client import SearchTerms

QUICK = SearchTerms(seconds=0.05, margin=0.4)


PATIENT = SearchTerms(seconds=0.05, margin=120.0)


def command(kind, *arguments):
    return shlex.join([sys.executable, bad_engine.__file__, kind, *map(str, arguments)])


def name(kind, *arguments):
    return f"uci:{command(kind, *arguments)}"
