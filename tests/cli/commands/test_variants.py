"""``--variant``: every command that means a position, a game or a match takes it."""

import json
import os
import shlex
import subprocess
import sys

import bad_engine
import pytest
from own_variant import CROSSES, FILE

from merels import VARIANTS, Game, pgn, variant
from merels.cli import main

START = None

# The counts below 60,000 are those of the reference generator too.
PERFT = [
    ("three", START, [9, 72, 504, 3024, 16560, 65376, 239616]),
    ("three", "*/O@*O@*@O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1", [6, 14, 64, 245, 761, 2924, 11089]),
    ("five", START, [16, 240, 3360, 43680, 531648]),
    ("five", "*@@@**O*/*OOO*@** w m s 4 0 4 0 0 0 0 0 0 0 0 0 1", [5, 18, 101, 622, 3853]),
    ("six", START, [16, 240, 3360, 43680, 531648]),
    ("six", "*@@@**O@/OOOO*@** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1", [5, 23, 135, 871, 4863]),
    ("nine", START, [24, 552, 12144, 255024]),
    ("nine", "***@@@O*/@@**O**@/*OOOOO*@ w m s 7 0 7 0 0 0 0 0 0 0 0 0 1", [7, 48, 401, 3975]),
    ("nine", "***@****/@@*****@/*OOO**** w m s 3 0 4 0 0 0 0 0 0 0 0 0 1", [51, 288, 15384]),
    ("ten", START, [24, 552, 12144, 255024]),
    ("ten", "***@@@O*/@@**O**@/OOOOOO@@ w m s 8 0 8 0 0 0 0 0 0 0 0 0 1", [5, 26, 159, 1551]),
    ("ten", "***@@@**/@@O****@/O**O**@@ w m s 3 0 8 0 0 0 0 0 0 0 0 0 1", [39, 291, 11639]),
    ("eleven", START, [24, 552, 12144, 255024]),
    ("eleven", "**@@@@*@/@@**O**@/OOOOOOO@ w m s 8 0 9 0 0 0 0 0 0 0 0 0 1", [6, 83, 783, 14596]),
    ("eleven", "@@@@@***/*******@/*OO***O@ w m s 3 0 7 0 0 0 0 0 0 0 0 0 1", [45, 632, 17394]),
    ("morabaraba", START, [24, 552, 12144, 255024]),
    ("twelve", "**@@@@@@/@@**O**@/OOOOOOO@ w m s 8 0 10 0 0 0 0 0 0 0 0 0 1", [6, 76, 680, 12599]),
    ("twelve", "*@*@*@@@/@@**@O*@/O***O**@ w m s 3 0 10 0 0 0 0 0 0 0 0 0 1", [33, 625, 14905]),
    ("lasker", START, [24, 552, 13552, 319176]),
    ("lasker", "**@*@***/*@O*****/*OOO**** w p p 4 6 3 5 0 0 0 0 0 0 0 0 1", [20, 439, 9487]),
    ("lasker", "O@@@****/O***@O**/OOOO***O b m s 8 0 4 0 0 0 0 0 0 0 0 0 1", [5, 36, 196, 2020]),
    ("lasker", "O**@****/O@*@O***/OOOO***O b m s 8 0 3 0 0 0 0 0 0 0 0 0 1", [39, 347, 13753]),
    (str(FILE), START, [25, 600, 16008, 411024]),
    (str(FILE), "**O*O****O@*@**O****@**** w p p 4 1 3 2 0 0 0 0 0 0 0 0 1", [30, 1017, 15318]),
    (str(FILE), "@*OO**@*OO@****O****@**** w m s 5 0 4 0 0 0 0 0 0 0 0 0 1", [16, 532, 4821]),
    (str(FILE), "@*OOO*@*O******O****@**** b m s 5 0 3 0 0 0 0 0 0 0 0 0 1", [52, 454, 23717]),
]
"""From the start, and from positions in which a side places or moves, moves, and flies."""


@pytest.mark.parametrize(("name", "fen", "counts"), PERFT)
def test_perft(capsys, name, fen, counts):
    for depth, leaves in enumerate(counts, start=1):
        arguments = [str(depth), *([fen] if fen else [])]
        assert main(["perft", *arguments, "--variant", name, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["leaves"] == leaves
        assert report["fen"] == (fen or Game(variant=variant(name)).fen())


def test_perft_with_changed_rules(capsys):
    fen = "*@@@**O*/*OO**@** w m s 3 0 4 0 0 0 0 0 0 0 0 0 1"
    counts = {}
    for name in ("five", "five:flying=three-on-board", "six:men=4"):
        main(["perft", "1", fen, "--variant", name, "--json"])
        counts[name] = json.loads(capsys.readouterr().out)["leaves"]
    main(["perft", "1", fen, "--variant", "five:flying=three-on-board", "--no-flying", "--json"])
    walking = json.loads(capsys.readouterr().out)["leaves"]
    assert counts["five:flying=three-on-board"] == 27 > counts["five"] == walking
    assert counts["six:men=4"] == counts["five"]


def test_moves_have_the_names_of_the_board(capsys):
    main(["perft", "1", "--variant", "three", "--split", "--json"])
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert list(moves) == ["a3", "b3", "c3", "c2", "c1", "b1", "a1", "a2", "b2"]


COMMANDS = [
    ["perft", "1"],
    ["play"],
    ["probe"],
    ["analyse"],
    ["match", "easy", "easy"],
    ["uci"],
    ["solve", "--all"],
    ["verify"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each[0])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "seven",
            "merels: 'seven' is not a variant; did you mean 'eleven'? the variants are",
        ),
        ("", "merels: '' is not a variant"),
        ("nine:men=2", "merels: men: a side has 3 to 12 men, not 2 (in 'nine:men=2')"),
        ("three:men=5", "merels: men: 5 men of each side do not fit on 9 points (in 'three:men=5'"),
        ("nine:speed=2", "merels: 'speed=2' in 'nine:speed=2' is not a change of a variant"),
        ("six:flying=often", "merels: flying: 'often' is not one of never, three-on-board"),
        ("nine:men=99999999999", "merels: men: '99999999999' is more than any board has points"),
        ("three:men=4,men=3", "merels: 'three:men=4,men=3' changes men twice"),
        ("nowhere.toml", "merels: No such file or directory: 'nowhere.toml'"),
    ],
)
def test_a_bad_variant_is_quoted_and_the_status_is_2(capsys, command, text, message):
    assert main([*command, "--variant", text]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages.startswith(message)


def test_a_bad_file_names_itself_and_the_field(capsys, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\nmen = 3\npoints = "a1 b1 c1 z9 a2 a3"\nlines = ["a1 b1 q1"]\n')
    assert main(["perft", "1", "--variant", str(file)]) == 2
    message = capsys.readouterr().err
    assert message.startswith("merels: lines: 'q1' in 'a1 b1 q1' is not one of the points (in '")
    assert str(file) in message


@pytest.mark.parametrize("command", [["solve", "--all"], ["verify"], ["tables"], ["results"]])
def test_a_board_with_too_many_neighbours_cannot_be_solved(capsys, tmp_path, command):
    points = [f"{column}{row}" for row in "12345" for column in "abcde"]
    edges = [
        f"{a} {b}"
        for i, a in enumerate(points)
        for b in points[i + 1 :]
        if abs(ord(a[0]) - ord(b[0])) <= 1 and abs(int(a[1]) - int(b[1])) <= 1
    ]
    file = tmp_path / "kings.toml"
    fields = {"name": "kings", "points": " ".join(points), "lines": ["a1 b1 c1"], "edges": edges}
    lines = [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    file.write_text("\n".join(["men = 3", *lines]))
    assert main([*command, "--variant", str(file), "--tables", str(tmp_path / "tables")]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"merels: --variant {file}: kings cannot be solved; only boards with")


def test_a_whole_variant_is_solved_verified_listed_and_probed(capsys, tmp_path):
    options = ["--variant", "three", "--tables", str(tmp_path)]
    assert main(["solve", "--all", *options]) == 0
    assert sorted(path.name for path in tmp_path.glob("three/*.mtb"))[-1] == "3-3.mtb"
    assert main(["verify", *options]) == 0
    capsys.readouterr()
    assert main(["tables", *options, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["tables"]) == 7
    assert main(["probe", *options, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["result"], answer["plies"], answer["source"]) == ("win", 9, "table")
    assert main(["results", *options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["empty_board"] == {"result": "win", "plies": 9}


def test_a_changed_nine_is_solved_and_probed(capsys, tmp_path):
    options = ["--variant", "nine:men=4,flying=never", "--tables", str(tmp_path)]
    assert main(["solve", "--table", "3,3", *options]) == 0
    fen = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
    capsys.readouterr()
    assert main(["probe", fen, *options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["source"] == "table"


def test_probing_without_tables_says_how_to_get_them(capsys, tmp_path):
    assert main(["probe", "--variant", "lasker", "--tables", str(tmp_path)]) == 1
    output, message = capsys.readouterr()
    assert output == ""
    assert message.startswith("merels: table lasker/0-0+10-10 is not in")
    assert "merels solve --all --variant lasker" in message


@pytest.mark.parametrize("name", [*VARIANTS, str(FILE)])
def test_a_match_in_every_variant(capsys, tmp_path, name):
    file = tmp_path / "games.pgn"
    arguments = ["--games", "2", "--max-plies", "60", "--seed", "3", "--variant", name]
    assert main(["match", "easy", "random", *arguments, "--pgn", str(file), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["illegal_moves"] == report["crashes"] == {"a": 0, "b": 0}
    records = list(pgn.read_games(file, own=CROSSES))
    assert [record.variant for record in records] == [variant(name)] * 2
    assert all(f'[Variant "{variant(name).title}"]' in str(record) for record in records)
    assert main(["match", "easy", "random", *arguments, "--openings", str(file)]) in (0, 2)
    assert "the match is" not in capsys.readouterr().err  # the openings may be finished games


def test_openings_of_another_variant_are_refused(capsys, tmp_path):
    file = tmp_path / "openings.pgn"
    pgn.write_games(file, [pgn.GameRecord.from_game(Game(variant=variant("six")))])
    assert main(["match", "easy", "random", "--openings", str(file)]) == 2
    message = capsys.readouterr().err
    assert "game 1: it is Six Men's Morris, but the match is Nine Men's Morris" in message


def engine(*command):
    return f"uci:{shlex.join(command)}"


@pytest.mark.parametrize("options", [["six"], ["lasker"], [str(FILE), "--no-flying"]])
def test_our_engine_plays_the_variant_of_a_match(capsys, tmp_path, options):
    own = engine(sys.executable, "-m", "merels", "uci")
    file = tmp_path / "games.pgn"
    arguments = ["--option-b", "Level=easy", "--games", "2", "--max-plies", "20", "--json"]
    arguments += ["--margin", "60000", "--pgn", str(file), "--variant", *options]
    assert main(["match", "easy", own, *arguments]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["illegal_moves"] == report["crashes"] == report["timeouts"] == {"a": 0, "b": 0}
    assert all(len(record.moves) > 4 for record in pgn.read_games(file, on_error=print))


def test_an_engine_that_does_not_know_variants_is_refused(capsys):
    other = engine(sys.executable, bad_engine.__file__, "good")
    assert main(["match", "easy", other, "--variant", "six"]) == 2
    message = capsys.readouterr().err
    assert message.endswith("has no option Variant, so it cannot play 'six'\n")
    arguments = ["--variant", "nine:flying=never", "--games", "2", "--max-plies", "6"]
    assert main(["match", "easy", other, *arguments]) == 0


def test_the_protocol_begins_with_the_variant():
    lines = "uci\nsetoption name Level value easy\nposition startpos moves b2\nd\ngo\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "merels", "uci", "--variant", "three"],
        input=lines,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
        env=os.environ,
    )
    shown = done.stdout.splitlines()
    assert any(line.startswith("option name Variant type combo default three ") for line in shown)
    assert "fen: O/******** b p p 1 2 0 3 0 0 0 0 0 0 0 1 1" in shown
    assert shown[-1].startswith("bestmove ")
    assert done.stderr == ""
