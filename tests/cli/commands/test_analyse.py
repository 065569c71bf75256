"""`merels analyse`: its JSON contract, its text, and annotated game files."""

import json
import shutil

import pytest
from arrange import moving
from scripted_search import ScriptedSearch
from solved import solved_folder

import merels
from merels import Game, Move, Position, pgn
from merels.cli import main
from merels.cli.shared.view import describe_value

MOVING = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
WON = "***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
FINISHED = "***@*@**/*****@**/O******O w o s 2 0 3 0 0 0 0 0 0 0 0 0 1"


@pytest.fixture
def scripted(monkeypatch):
    """A search without compiled code, which records how it was created and called."""
    search = ScriptedSearch()
    search.made = []

    def create(hash_mb, threads, oracle):
        search.made.append((hash_mb, threads))
        return search

    monkeypatch.setattr("merels.Engine", create)
    return search


def analyse_json(capsys, *arguments):
    assert main(["analyse", *arguments, "--json"]) == 0
    output, messages = capsys.readouterr()
    assert messages == ""
    return json.loads(output)


SEARCHED = {"result": None, "plies": None, "source": "search"}


def test_the_document(capsys, scripted):
    report = analyse_json(capsys, MOVING, "--lines", "2", "--movetime", "30")
    assert list(report) == ["fen", "depth", "nodes", "seconds", "lines"]
    assert (report["fen"], report["depth"], report["nodes"], report["seconds"]) == (
        *(MOVING, 2, 100),
        0.5,
    )
    moves = [str(move) for move in Position.from_fen(MOVING).legal_moves]
    assert report["lines"] == [
        {"move": moves[0], "score": 10, **SEARCHED, "pv": [moves[0]]},
        {"move": moves[1], "score": 9, **SEARCHED, "pv": [moves[1]]},
    ]


@pytest.mark.parametrize(
    ("arguments", "limits"),
    [
        ([], (None, None, 1.0)),
        (["--movetime", "250"], (None, None, 0.25)),
        (["--depth", "5"], (5, None, None)),
        (["--nodes", "77", "--movetime", "9"], (None, 77, 0.009)),
    ],
)
def test_limits(capsys, scripted, arguments, limits):
    analyse_json(capsys, MOVING, *arguments)
    _, given, lines = scripted.calls[0]
    assert (given.depth, given.nodes, given.seconds) == limits
    assert lines == 1


def test_memory_and_threads(capsys, scripted):
    analyse_json(capsys, "--hash", "8", "--threads", "2")
    assert scripted.made == [(8, 2)]


def test_the_empty_board_and_words_without_quotes(capsys, scripted):
    assert analyse_json(capsys)["fen"] == Game().fen()
    assert analyse_json(capsys, *MOVING.split())["fen"] == MOVING


def test_no_flying(capsys, scripted):
    position = moving("a7 d7 g4", "b6 d2 f4")
    scripted.script = [Move.parse("g4-b4")]
    assert analyse_json(capsys, position.fen())["lines"][0]["move"] == "g4-b4"
    assert analyse_json(capsys, position.fen(), "--no-flying")["lines"][0]["move"] != "g4-b4"


def test_a_finished_game(capsys, scripted):
    report = analyse_json(capsys, FINISHED)
    assert report == {"fen": FINISHED, "depth": 0, "nodes": 0, "seconds": 0.0, "lines": []}
    assert main(["analyse", FINISHED]) == 0
    assert capsys.readouterr().out.startswith("The game is over: 0-1, too few men\n\n7   ○---")


def test_text(capsys, scripted, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["analyse", MOVING, "--lines", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "White to move (moving): 50 % (estimate by search)"
    assert lines[2].startswith("7   ·-----------·-----------·    depth 2, 100 nodes in 0.50 s")
    assert lines[4].startswith("6   |   ●-------○-------●   |    50 %  d1-g1")
    assert lines[6].startswith("5   |   |   ·---·---·   |   |    50 %  ")


# Games.

GAME = '[White "Ada"]\n\n1. d6 f4 2. d2 {a fork} b4 1-0\n'


@pytest.fixture
def game_file(tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text(GAME)
    return file


def test_a_game_is_annotated(capsys, scripted, game_file):
    assert main(["analyse", str(game_file), "--movetime", "10"]) == 0
    output, messages = capsys.readouterr()
    record = pgn.parse_game(output)
    assert record.headers["White"] == "Ada"
    assert [node.comments[0] for node in record.mainline] == ["50 % -> 50 %"] * 4
    assert record.mainline[2].comments[1:] == ["a fork"]
    assert messages == (
        "game 1 of 1: White 99.5 % accurate, no marks; Black 99.5 % accurate, no marks (4 search)\n"
    )
    assert {call[2] for call in scripted.calls} == {2}
    assert game_file.read_text() == GAME


def test_a_game_file_with_any_suffix(capsys, scripted, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    assert analyse_json(capsys, str(file))["games"][0]["headers"] == {"White": "Ada"}


def test_games_are_written_to_a_file(capsys, scripted, game_file):
    game_file.write_text(f"{GAME}\n{GAME}")
    assert main(["analyse", str(game_file), "--output", str(game_file)]) == 0
    output, messages = capsys.readouterr()
    assert output == ""
    assert len(messages.splitlines()) == 2
    assert len(list(pgn.read_games(game_file))) == 2
    assert game_file.read_text().count("50 % -> 50 %") == 8


def test_the_document_of_a_game(capsys, scripted, game_file):
    report = analyse_json(capsys, str(game_file))
    (game,) = report["games"]
    assert game["headers"]["White"] == "Ada"
    assert game["turns"][0] == {
        "move": "d6",
        "before": {"score": 10, "result": None, "plies": None, "expected": 0.5014},
        "after": {"score": -10, "result": None, "plies": None, "expected": 0.4986},
        "glyph": "",
        "best": ["a7"],
        "source": "search",
        "keeping": {"moves": 24, "of": 24},
        "reasons": [],
    }
    assert game["accuracy"] == {"white": 0.9945, "black": 0.9945}
    assert game["sources"] == {"search": 4}


def test_bad_moves_are_listed_with_what_was_better_and_why(capsys, tmp_path):
    """White has a mill to close, and one move that wins; it does neither."""
    file = tmp_path / "game.pgn"
    file.write_text(f'[FEN "{WON}"]\n\n1. d2-d3 *\n')
    tables = ["--tables", str(solved_folder())]
    report = analyse_json(capsys, str(file), *tables)
    (game,) = report["games"]
    (turn,) = game["turns"]
    assert (turn["glyph"], turn["source"], turn["best"][0]) == ("??", "table", "f4-d3")
    assert turn["keeping"]["moves"] == 2
    assert turn["reasons"][0] == {
        "kind": "let go",
        "points": [],
        "text": f"let the win go: 2 of {turn['keeping']['of']} moves won",
    }
    assert game["accuracy"] == {"white": 0.0, "black": None}
    assert main(["analyse", str(file), *tables]) == 0
    summary, mistake = capsys.readouterr().err.splitlines()
    assert summary == "game 1 of 1: White 0.0 % accurate, 1 ??; Black no marks (1 table)"
    assert mistake.startswith("  1. d2-d3??  better f4-d3; let the win go: 2 of ")


PLAYOK = '[Site "PlayOK"]\n[White "bo"]\n\n1. 1 4 2. 2 5 3. 3x4 6 0-1\n'


def test_games_from_playok(capsys, scripted, game_file):
    game_file.write_text(f"{PLAYOK}\n{GAME}")
    assert main(["analyse", str(game_file)]) == 0
    output, messages = capsys.readouterr()
    playok, other = pgn.read_games(output.splitlines(True))
    moves = ["a7", "b6", "d7", "d6", "g7xb6", "f6"]
    assert [str(move) for move in playok.moves] == moves
    assert (playok.headers["White"], other.headers["White"]) == ("bo", "Ada")
    assert len(messages.splitlines()) == 2


def test_one_game_of_a_file(capsys, scripted, game_file):
    game_file.write_text(f"{PLAYOK}\n1. d6 d6 *\n\n{GAME}")
    (game,) = analyse_json(capsys, str(game_file), "--game", "3")["games"]
    assert game["headers"]["White"] == "Ada"
    assert main(["analyse", str(game_file), "--game", "1"]) == 0
    output, messages = capsys.readouterr()
    assert pgn.parse_game(output).headers["White"] == "bo"
    assert messages.startswith("game 1: White 100.0 % accurate, no marks; Black 99.5 % accurate")


@pytest.mark.parametrize(
    ("number", "message"),
    [("4", "there is no game 4; the file contains 3 games"), ("2", "line 6: move 1, Black: 'd6'")],
)
def test_a_number_without_a_good_game_is_status_2(number, message, capsys, scripted, game_file):
    game_file.write_text(f"{PLAYOK}\n1. d6 d6 *\n\n{GAME}")
    assert main(["analyse", str(game_file), "--game", number]) == 2
    assert message in capsys.readouterr().err


def test_one_game_never_replaces_the_others(capsys, scripted, game_file):
    text = f"{PLAYOK}\n{GAME}"
    game_file.write_text(text)
    assert main(["analyse", str(game_file), "--game", "1", "--output", str(game_file)]) == 2
    assert "would replace the other games" in capsys.readouterr().err
    assert game_file.read_text() == text
    assert scripted.calls == []


@pytest.mark.parametrize("option", ["--game", "--output"])
def test_a_number_or_an_output_needs_a_file(option, capsys, scripted):
    assert main(["analyse", MOVING, option, "1"]) == 2
    assert f"{option} needs a file of games" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "\n; only a comment\n"])
def test_a_file_without_games_is_status_2(text, capsys, scripted, game_file):
    game_file.write_text(text)
    assert main(["analyse", str(game_file), "--output", str(game_file)]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages == f"merels: {str(game_file)!r} contains no games\n"
    assert game_file.read_text() == text


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["nonsense"], "'nonsense' is not a FEN"),
        ([""], "'' is not a FEN"),
        ([WON.replace(" 3 0 3 0", " 4 0 3 0")], "white on board: says 4"),
        (["missing.pgn"], "missing.pgn"),
        (["x" * 999], "is not a FEN"),
    ],
)
def test_bad_input_is_status_2(arguments, quoted, capsys, scripted):
    assert main(["analyse", *arguments]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert quoted in messages


def test_a_bad_game_is_reported_before_searching(capsys, scripted, game_file):
    game_file.write_text(f"{GAME}\n1. d6 d6 *\n")
    assert main(["analyse", str(game_file)]) == 2
    assert "line 5: move 1, Black" in capsys.readouterr().err
    assert scripted.calls == []


@pytest.mark.parametrize(
    "arguments", [["--lines", "0"], ["--movetime", "x"], ["--depth", "0"], ["--game", "0"]]
)
def test_bad_usage_is_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["analyse", *arguments])
    assert caught.value.code == 2
    assert "analyse" in capsys.readouterr().err


# With the engine itself.


def test_tables_make_it_exact(capsys):
    report = analyse_json(capsys, WON, "--lines", "3", "--tables", str(solved_folder()))
    rated = [(line["move"], line["result"], line["plies"]) for line in report["lines"]]
    assert rated == [("f4-d3", "win", 13), ("a7-d3", "win", 23), ("d2-d3", "loss", 6)]
    assert report["lines"][0]["pv"][0] == "f4-d3"
    game = Game.from_fen(WON)
    for move in report["lines"][0]["pv"]:
        game.push(Move.parse(move))
    assert game.outcome() is not None or len(report["lines"][0]["pv"]) < 13


def test_a_real_search(capsys):
    report = analyse_json(capsys, MOVING, "--depth", "6", "--lines", "2", "--tables", "nowhere")
    assert report["depth"] == 6
    assert report["nodes"] > 100
    legal = [str(move) for move in Game.from_fen(MOVING).legal_moves]
    moves = {line["move"] for line in report["lines"]}
    assert len(moves) == 2
    assert moves <= set(legal)


def test_a_file_that_cannot_be_written_is_noticed_before_the_analysis(
    capsys, monkeypatch, game_file, tmp_path
):
    monkeypatch.setattr("merels.cli.commands.analyse._annotate", pytest.fail)
    for target in (tmp_path / "none" / "out.pgn", tmp_path):
        assert main(["analyse", str(game_file), "--output", str(target)]) == 2
        message = capsys.readouterr().err
        assert repr(str(target)) in message
        assert ".part" not in message


def test_a_damaged_table_is_reported_and_the_position_searched(capsys, tmp_path):
    folder = shutil.copytree(solved_folder(), tmp_path / "tables")
    damaged = folder / "3-3.mtb"
    data = bytearray(damaged.read_bytes())
    middle = len(data) // 2  # beyond the header and the index of blocks
    data[middle:] = bytes(byte ^ 0x55 for byte in data[middle:])
    damaged.write_bytes(data)
    assert main(["analyse", WON, "--tables", str(folder), "--json", "--depth", "1"]) == 0
    output, messages = capsys.readouterr()
    assert [line["source"] for line in json.loads(output)["lines"]] == ["search"]
    assert len(messages.splitlines()) == 1
    assert "3-3.mtb" in messages
    assert messages.endswith("without this table, positions are searched\n")


def test_where_the_book_ends_the_value_of_the_position_is_exact(capsys, scripted):
    """The book has the position, but none of its moves."""
    position = "O**@****/**@*O*@O/****@*O* w p p 4 5 4 5 0 0 0 0 0 0 0 0 1"
    with merels.open_book() as book:
        value = book.probe(Position.from_fen(position))
        assert {value for _, value in book.get_moves(Position.from_fen(position))} == {None}
    assert main(["analyse", position]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == f"White to move (placing): {describe_value(value)} (from the book)"
