"""A few connections that only take up space."""

import hostile_clients


def test_the_friendly_client_is_answered_despite_every_kind(capsys):
    hostile_clients.main(["--connections", "2", "--seconds", "0.3"])
    lines = capsys.readouterr().out.splitlines()
    for kind, (head, answers, _, held) in zip(
        hostile_clients.KINDS, (lines[:4], lines[4:]), strict=True
    ):
        assert head == f"2 {kind} connections, 0.3 seconds:"
        assert "'200'" in answers
        assert held.startswith("  connections held at the end: ")
