"""The match of the page's engine: which players, with which times."""

import os

import browser_match


def test_the_page_has_more_time_than_expert(monkeypatch):
    commands, matches = [], []
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(
        browser_match.subprocess, "run", lambda command, check: commands.append(command)
    )
    monkeypatch.setattr(browser_match, "merels", lambda arguments: matches.append(arguments) or 0)
    assert browser_match.main(["--games", "4", "--movetime", "50", "--times", "8"]) == 0
    assert commands == [["make", "--silent", "-C", browser_match.FRONTEND, "engine"]]
    [(command, page, opponent, *options)] = matches
    assert (command, opponent) == ("match", "expert")
    assert page.startswith("uci:node ")
    assert page.endswith("engine-uci.js --times 8")
    pairs = dict(zip(options[::2], options[1::2], strict=True))
    assert pairs == {"--movetime": "50", "--margin": "10400", "--games": "4", "--seed": "0"}
