"""merels perft: the JSON contract, the text, and what it refuses."""

import json
import signal
import subprocess
import sys

import pytest
from busy import let_work

from merels import Position
from merels.cli import main
from merels.rules.legal import DEEPEST

START = Position.start().fen()
EXAMPLE = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
MID_TURN = "***@@@**/**@*****/OO*****O w p r 3 4 4 5 1 0 0 0 0 0 0 0 1"
FLYING = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
FINISHED = "***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1"


def perft_json(capsys, *arguments):
    assert main(["perft", *arguments, "--json"]) == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    return json.loads(output)


@pytest.mark.parametrize(
    ("arguments", "fen", "leaves"),
    [
        (["0"], START, 1),
        (["1"], START, 24),
        (["4"], START, 255024),
        (["6"], START, 99274176),
        (["3", EXAMPLE], EXAMPLE, 878),
        (["3", *EXAMPLE.split()], EXAMPLE, 878),
        (["4", MID_TURN], MID_TURN, 4896),
        (["2", FLYING], FLYING, 3018),
        (["2", FLYING, "--no-flying"], FLYING, 45),
        (["2", "--no-flying", FLYING], FLYING, 45),
        (["0", FINISHED], FINISHED, 1),
        (["1", FINISHED], FINISHED, 0),
    ],
)
def test_json(capsys, arguments, fen, leaves):
    report = perft_json(capsys, *arguments)
    assert report.keys() == {"depth", "fen", "leaves", "seconds"}
    assert (report["depth"], report["fen"], report["leaves"]) == (int(arguments[0]), fen, leaves)
    assert isinstance(report["seconds"], float)
    assert 0 <= report["seconds"] < 60


def test_json_with_split(capsys):
    report = perft_json(capsys, "3", "--split")
    assert report.keys() == {"depth", "fen", "leaves", "seconds", "moves"}
    assert len(report["moves"]) == 24
    assert report["moves"]["d6"] == 506
    assert sum(report["moves"].values()) == report["leaves"] == 12144


@pytest.mark.parametrize("fen", [EXAMPLE, MID_TURN, FLYING])
def test_split_names_every_legal_move(capsys, fen):
    report = perft_json(capsys, "2", fen, "--split")
    assert list(report["moves"]) == [str(move) for move in Position.from_fen(fen).legal_moves]
    assert sum(report["moves"].values()) == report["leaves"]


@pytest.mark.parametrize(("depth", "fen"), [("0", START), ("3", FINISHED)])
def test_nothing_to_split(capsys, depth, fen):
    assert perft_json(capsys, depth, fen, "--split")["moves"] == {}


def test_text(capsys):
    assert main(["perft", "3"]) == 0
    assert capsys.readouterr().out.startswith("depth 3: 12,144 leaves in 0.")
    assert main(["perft", "2", MID_TURN, "--split"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["xf4", "18"]


@pytest.mark.parametrize(
    ("depth", "message"),
    [
        ("-1", "'-1' is not a whole number from 0 to"),
        ("three", "'three' is not a whole number from 0 to"),
        ("", "'' is not a whole number from 0 to"),
        ("1.5", "'1.5' is not a whole number"),
        ("٣", "'٣' is not a whole number"),
        ("1000000", f"'1000000' is not a whole number from 0 to {DEEPEST}"),
        (str(DEEPEST + 1), f"'{DEEPEST + 1}' is not a whole number"),
        (str(10**30), f"'{10**30}' is not a whole number"),
    ],
)
def test_a_bad_depth_is_refused(capsys, depth, message):
    with pytest.raises(SystemExit) as caught:
        main(["perft", depth])
    assert caught.value.code == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert message in messages


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "'' is not a FEN: it has 0 of 17 fields"),
        (EXAMPLE.replace(" 5 0 5 0", " 4 0 5 0"), "white on board: says 4, but the board has 5"),
        (START.replace(" p p ", " m s "), "phase: 'm' (moving) with 18 men still in hand"),
    ],
)
def test_a_bad_fen_is_refused(capsys, fen, message):
    assert main(["perft", "1", fen, "--json"]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages.startswith(f"merels: {message}")


COUNT_FOR_YEARS = f"""
import sys
from merels.cli import main
main(["perft", "1"])
sys.stdout.flush()
sys.exit(main(["perft", "{DEEPEST}"]))
"""


def test_ctrl_c_stops_it_at_once():
    """Compiled code does not check for signals."""
    process = subprocess.Popen(
        [sys.executable, "-c", COUNT_FOR_YEARS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline().startswith("depth 1: 24 leaves")
        let_work(process.pid, 0.5)
        process.send_signal(signal.SIGINT)
        output, messages = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == -signal.SIGINT
    assert (output, messages) == ("", "")
