"""The comparison of two versions, with commands that answer at once."""

import json
import stat

import side_by_side


def pretend(folder, name, document):
    """Write a command that prints a document; return its path."""
    file = folder / name
    file.write_text(f"#!/bin/sh\necho '{json.dumps(document)}'\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


def report(leaves, speed):
    return {"perft": {"leaves": leaves, "seconds": 1.0, "leaves_per_second": speed}}


def test_speeds_are_compared(tmp_path, capsys):
    old, new = (pretend(tmp_path, n, report(7, s)) for n, s in (("old", 100), ("new", 98)))
    side_by_side.main([old, new, "--runs", "2"])
    expected = "perft: 0.980 of the old speed (0.980 to 0.980, 2 pairs)\n"
    assert capsys.readouterr().out == expected


def test_other_work_is_noticed(tmp_path, capsys):
    old, new = (pretend(tmp_path, n, report(c, 100)) for n, c in (("old", 7), ("new", 8)))
    side_by_side.main([old, new, "--runs", "1"])
    assert "perft: the signatures differ: 7, 8" in capsys.readouterr().out
