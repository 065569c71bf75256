"""merels probe: the JSON contract, the text, the colours, and what it refuses."""

import json
import re
import shutil
import sys
from pathlib import Path

import pexpect
import pytest
from arrange import moving
from random_games import WALKING
from small_opening import THREE_MEN, small_book
from solved import solved_folder

import merels
from merels import BLACK, Position
from merels.cli import main
from merels.solver.convert import Form, convert_tables
from merels.values.folder import TableFolder
from merels.values.format.header import Kind

WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
DRAWN = "********/@******@/OO***@@O w m s 3 0 4 0 0 0 0 0 0 0 0 0 1"
# A draw in the book, as are the values after every reply.
BOOK = "O**@****/**@*O*@O/******** w p p 3 6 3 6 0 0 0 0 0 0 0 0 1"
# The book has the moves of this position, and not the replies to them.
EDGE = "********/O@@OO@O*/******** b p p 4 5 3 6 0 0 0 0 0 0 0 0 1"
MISSING = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
FINISHED = "***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1"
MID_TURN = moving("a7 d7 g7", "a1 d2 f4 c3").fen().replace(" w m s ", " w m r ").split()
MID_TURN[8] = "1"
MID_TURN = " ".join(MID_TURN)
FIRST_RELEASE = """\
{
  "fen": "@FEN@",
  "result": "win",
  "plies": 25,
  "source": "table",
  "moves": [
    {
      "move": "xd2",
      "result": "win",
      "plies": 25
    },
    {
      "move": "xa1",
      "result": "loss",
      "plies": 4
    },
    {
      "move": "xf4",
      "result": "loss",
      "plies": 4
    },
    {
      "move": "xc3",
      "result": "loss",
      "plies": 4
    }
  ]
}
""".replace("@FEN@", MID_TURN)
"""What the first release prints for it, byte for byte."""

# Black can close a mill on d7 with the last of three men each.
LAST = Position(0b111 << 18, 0b101, 0, 1, BLACK, variant=THREE_MEN)


@pytest.fixture(autouse=True)
def tables(monkeypatch):
    monkeypatch.setenv("MERELS_TABLES", str(solved_folder()))


def probe_json(capsys, *arguments):
    assert main(["probe", *arguments, "--json"]) == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    return json.loads(output)


def test_json(capsys):
    report = probe_json(capsys, WON)
    assert report.keys() == {"fen", "result", "plies", "source", "moves"}
    assert report["source"] == "table"
    assert (report["fen"], report["result"], report["plies"]) == (WON, "win", 13)
    assert report["moves"][:3] == [
        {"move": "f4-d3", "result": "win", "plies": 13},
        {"move": "a7-d3", "result": "win", "plies": 23},
        {"move": "d2-d3", "result": "loss", "plies": 6},
    ]
    legal = {str(move) for move in Position.from_fen(WON).legal_moves}
    assert {rated["move"] for rated in report["moves"]} == legal
    assert len(report["moves"]) == len(legal)


def test_json_of_a_draw(capsys):
    with merels.open_tablebase() as tablebase:
        key = tablebase.tables()[1]
        fen = next(
            position.fen()
            for position in (key.position(*key.index.masks_of(slot)) for slot in range(100))
            if tablebase.probe(position) == merels.DRAW
        )
    report = probe_json(capsys, fen)
    assert (report["result"], report["plies"]) == ("draw", None)
    assert report["moves"][0]["result"] == "draw"
    assert report["moves"][0]["plies"] is None


def test_json_of_a_finished_game(capsys):
    report = probe_json(capsys, FINISHED)
    assert (report["result"], report["plies"], report["moves"]) == ("loss", 0, [])
    assert report["source"] is None, "the rules decide"


def test_json_in_mid_turn(capsys):
    report = probe_json(capsys, MID_TURN)
    assert sorted(rated["move"] for rated in report["moves"]) == ["xa1", "xc3", "xd2", "xf4"]
    assert (report["result"], report["plies"]) == (
        report["moves"][0]["result"],
        report["moves"][0]["plies"],
    )


@pytest.mark.parametrize("person", ["beginner", "club", "master"])
def test_json_with_chances(capsys, person):
    report = probe_json(capsys, DRAWN, "--chances", person)
    with merels.open_tablebase() as tablebase:
        expected = merels.chances(tablebase, Position.from_fen(DRAWN), person)
    assert report.keys() == {"fen", "result", "plies", "source", "moves"}
    assert report["moves"] == [
        {"move": str(move), **value.document(), "chance": round(chance, 4)}
        for move, value, chance in expected
    ]
    chances = [rated["chance"] for rated in report["moves"] if rated["result"] == "draw"]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) > 5


def test_json_without_chances_is_that_of_the_first_release(capsys):
    main(["probe", MID_TURN, "--json"])
    assert capsys.readouterr().out == FIRST_RELEASE


def test_chances_in_text(capsys):
    main(["probe", DRAWN, "--chances", "club"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].endswith("    move      result  plies  chance  replies that hold")
    assert re.search(r"    d7-g4     draw +\d\d\.\d %  \d+ of \d+$", lines[3])


def test_the_example_of_chances_in_the_documentation(capsys):
    page = Path(__file__).parents[3] / "docs" / "tablebase.md"
    _, example = page.read_text(encoding="utf-8").split(f'$ merels probe --chances club "{BOOK}"\n')
    main(["probe", "--chances", "club", BOOK])
    assert capsys.readouterr().out.startswith(example.split("\n...")[0])


def test_chances_need_the_replies(capsys):
    assert main(["probe", EDGE]) == 0
    capsys.readouterr()
    assert main(["probe", EDGE, "--chances", "club"]) == 1
    assert "merels solve --all --tables" in capsys.readouterr().err


def test_chances_against_nobody(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["probe", DRAWN, "--chances", "nobody"])
    assert "invalid choice: 'nobody'" in capsys.readouterr().err


def test_another_folder_and_variant(capsys):
    blocked = moving("a7 d7 g7", "a4 g4 d6").fen()
    report = probe_json(
        capsys, blocked, "--no-flying", "--tables", str(solved_folder(variant=WALKING))
    )
    assert (report["result"], report["plies"], report["moves"]) == ("loss", 0, [])


def test_json_without_distances(capsys):
    report = probe_json(capsys, WON, "--tables", str(solved_folder(kind=Kind.WDL)))
    assert (report["result"], report["plies"]) == ("win", None)
    assert report["moves"][0]["plies"] is None


def test_text(capsys):
    assert main(["probe", WON]) == 0
    output = capsys.readouterr().out
    assert "\x1b" not in output
    lines = output.splitlines()
    assert lines[0] == "White to move (flying): win in 13 plies (from the tables)"
    assert lines[2] == "7   ○-----------·-----------·    move      result  plies"
    assert lines[3] == "    |           |           |    f4-d3     win        13"
    assert lines[16].startswith("    a   b   c   d   e   f   g    ")
    assert len(lines) == 3 + len(Position.from_fen(WON).legal_moves)
    assert all(line == line.rstrip() for line in lines)


def test_the_example_in_the_documentation(capsys):
    page = Path(__file__).parents[3] / "docs" / "tablebase.md"
    _, example = page.read_text(encoding="utf-8").split(f'$ merels probe "{WON}"\n')
    main(["probe", WON])
    assert capsys.readouterr().out.startswith(example.split("\n...")[0])


def test_text_of_one_ply_a_draw_and_the_end(capsys):
    main(["probe", moving("a7 d7 g4", "b6 d2 f4").fen()])
    assert "White to move (flying): win in 1 ply (from the tables)\n" in capsys.readouterr().out
    main(["probe", FINISHED])
    output = capsys.readouterr().out
    assert "loss in 0 plies" in output
    assert "the game is over" in output


@pytest.mark.parametrize(("no_color", "in_colour"), [("", True), ("1", False)])
def test_colour_in_a_terminal_unless_turned_off(no_color, in_colour):
    output, status = pexpect.run(
        f"{sys.executable} -m merels probe '{WON}' --tables {solved_folder()}",
        withexitstatus=True,
        encoding="utf-8",
        timeout=300,
        env={"TERM": "xterm", "NO_COLOR": no_color, "PYTHONIOENCODING": "utf-8"},
    )
    assert status == 0
    assert ("\x1b[32mwin in 13 plies\x1b[0m" in output) is in_colour
    assert ("\x1b" in output) is in_colour


def test_one_look_ahead(capsys, tmp_path):
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    list(convert_tables(TableFolder(tmp_path), Form.SMALL))
    fen = moving("a7 d7 g4 b2", "a1 d2 f4").fen()
    assert probe_json(capsys, fen, "--tables", str(tmp_path))["source"] == "ahead"
    main(["probe", fen, "--tables", str(tmp_path)])
    assert "(from the tables, by a one-move look-ahead)\n" in capsys.readouterr().out


def test_the_shipped_results(capsys):
    fen = merels.results()["longest_game"]["fen"]
    report = probe_json(capsys, fen)
    assert (report["result"], report["plies"], report["source"]) == ("loss", 206, "results")
    assert report["moves"][0] == {"move": "f2", "result": "loss", "plies": 206}
    main(["probe", fen])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "White to move (placing): loss in 206 plies (from the shipped results)"


def test_a_missing_table(capsys):
    assert main(["probe", MISSING, "--json"]) == 1
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages.startswith("merels: table 5-5 is not in ")
    assert "merels solve --table 5,5 --tables" in messages


@pytest.fixture
def last_of_the_book(monkeypatch, tmp_path):
    """The last positions of a book: no table has the values of their moves."""
    monkeypatch.setattr("merels.values.book.FOLDER", small_book().parent)
    monkeypatch.setattr("merels.cli.shared.options.parse_position", lambda _: LAST)
    monkeypatch.setenv("MERELS_TABLES", str(tmp_path))


@pytest.mark.usefixtures("last_of_the_book")
def test_moves_out_of_the_book_are_not_known(capsys):
    report = probe_json(capsys)
    assert report["source"] == "book"
    assert report["result"] == "win"
    assert {"move": "a1", "result": None, "plies": None} in report["moves"]
    assert report["moves"][0] == {"move": "d7xe5", "result": "win", "plies": 1}
    main(["probe"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Black to move (placing): win in 1 ply (from the book)"
    assert lines[3].endswith("    d7xe5     win         1")
    assert lines[7].endswith("    not known")


def test_a_missing_placing_table(capsys):
    assert main(["probe", "@@@O*OOO/O*******/@@O**@** w p p 6 3 6 3 0 0 0 0 0 0 0 0 1"]) == 1
    assert "merels solve --all --tables" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "'' is not a FEN"),
        (WON.replace(" 3 0 3 0", " 4 0 3 0"), "white on board: says 4, but the board has 3"),
    ],
)
def test_a_bad_fen(capsys, fen, message):
    assert main(["probe", fen, "--json"]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages.startswith(f"merels: {message}")


def test_a_damaged_table(capsys, tmp_path):
    (tmp_path / "3-3.mtb").write_bytes(b"no table")
    assert main(["probe", WON, "--tables", str(tmp_path)]) == 2
    assert "3-3.mtb: header: " in capsys.readouterr().err
