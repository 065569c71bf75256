"""What is written, completely or not at all."""

import os

import pytest

import merels
from merels import Game, IllegalMoveError, Move, NotationError, pgn


def record_of(*texts, headers=None):
    game = Game()
    for text in texts:
        game.push(Move.parse(text))
    return pgn.GameRecord.from_game(game, headers)


def test_a_whole_file_byte_for_byte():
    record = record_of("d6", "f4", "f6", "b4", "b6xf4", headers={"White": "Ada", "Mood": "good"})
    record.comments = ["A short\n game"]
    record.mainline[0].glyphs = [1, 1, 7]
    record.mainline[1].comments = ["central"]
    record.mainline[3].variations = [
        [pgn.Node(Move.parse("d2"), comments_before=["or"]), pgn.Node(Move.parse("a1"))],
        [pgn.Node(Move.parse("d5"), comments=["a } brace"])],
    ]
    assert str(record) == (
        '[Event "?"]\n'
        '[Site "?"]\n'
        '[Date "????.??.??"]\n'
        '[Round "?"]\n'
        '[White "Ada"]\n'
        '[Black "?"]\n'
        '[Result "*"]\n'
        '[Variant "Nine Men\'s Morris"]\n'
        '[PlyCount "5"]\n'
        '[Mood "good"]\n'
        "\n"
        "{A short game} 1. d6! $1 $7 f4 {central} 2. f6 b4 ({or} 2... d2 3. a1) (2... d5\n"
        "; a } brace\n"
        ") 3. b6xf4 *\n"
    )


def test_lines_are_shorter_than_80_columns():
    record = record_of("d6", "f4")
    record.mainline[0].comments = ["word " * 200, "x" * 100]
    lines = str(record).splitlines()
    assert max(len(line) for line in lines if "x" * 100 not in line) == 79
    assert f"{{{'x' * 100}}}" in lines
    assert pgn.parse_game(str(record)).mainline[0].comments == ["word " * 199 + "word", "x" * 100]


def test_roster_first_then_the_others_in_their_order():
    record = pgn.parse_game('[Zeta "1"]\n[Black "Bo"]\n[Alpha "2"]\n[Event "e"]\n1. d6 1-0')
    text = pgn.format_game(record)
    names = [line[1:].split()[0] for line in text.splitlines() if line.startswith("[")]
    assert names == [*pgn.ROSTER, "Zeta", "Alpha"]
    assert '[Result "1-0"]' in text


def test_tag_and_marker_that_contradict_each_other_are_both_written():
    text = str(pgn.parse_game('[Result "1-0"]\n\n1. d6 0-1'))
    assert '[Result "1-0"]' in text
    assert text.endswith("\n1. d6 0-1\n")


def test_a_missing_marker_is_written_as_the_result():
    assert str(pgn.parse_game('[Result "0-1"]\n\n1. d6')).endswith("\n1. d6 0-1\n")


def test_setup_is_added_to_a_fen():
    fen = merels.Position.start().fen()
    assert '[SetUp "1"]' in str(pgn.GameRecord({"FEN": fen}))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (pgn.GameRecord({"Event": "two\nlines"}), "line break"),
        (pgn.GameRecord({"two words": "x"}), "is not a tag name"),
        (pgn.GameRecord({"": "x"}), "is not a tag name"),
        (pgn.GameRecord(marker="2-0"), "'2-0' is not a result"),
        (pgn.GameRecord(mainline=[pgn.Node(Move.parse("d6"), glyphs=[256])]), "256 is not a glyph"),
        (pgn.GameRecord(mainline=[pgn.Node(Move.parse("d6"), variations=[[]])]), "has no move"),
        (pgn.GameRecord({"FEN": "x"}), "is not a FEN"),
    ],
)
def test_text_that_cannot_be_read_back_is_not_written(record, message):
    with pytest.raises(NotationError, match=message):
        pgn.format_game(record)


@pytest.mark.parametrize(
    ("mainline", "message"),
    [
        (
            [pgn.Node(Move.parse("d6")), pgn.Node(Move.parse("d6"))],
            "move 1, Black: 'd6' is illegal in '.*': d6 is occupied",
        ),
        (
            [pgn.Node(Move.parse("d6"), variations=[[pgn.Node(Move.parse("d2-d3"))]])],
            "move 1, White: 'd2-d3' is illegal in '.*': White has 9 men in hand",
        ),
        (
            [
                pgn.Node(Move.parse("d6")),
                pgn.Node(
                    Move.parse("f4"),
                    variations=[[pgn.Node(Move.parse("d2")), pgn.Node(Move.parse("d2"))]],
                ),
            ],
            "move 2, White: 'd2' is illegal",
        ),
    ],
)
def test_illegal_moves_and_variations_are_not_written(mainline, message, tmp_path):
    record = pgn.GameRecord(mainline=mainline)
    with pytest.raises(IllegalMoveError, match=message):
        pgn.format_game(record)
    with pytest.raises(IllegalMoveError):
        pgn.write_games(tmp_path / "games.pgn", [record])
    with pytest.raises(IllegalMoveError):
        pgn.append_game(tmp_path / "games.pgn", record)
    assert list(tmp_path.iterdir()) == []


def nested(depth):
    node = pgn.Node(Move.parse("d6"))
    for _ in range(depth):
        node = pgn.Node(Move.parse("d6"), variations=[[node]])
    return pgn.GameRecord(mainline=[node])


def test_nesting_has_the_same_limit_when_reading_and_writing():
    deepest = nested(pgn.MAX_DEPTH)
    assert pgn.parse_game(str(deepest)).mainline == deepest.mainline
    with pytest.raises(NotationError, match="nested more than 64 deep"):
        str(nested(pgn.MAX_DEPTH + 1))


def test_write_games_and_read_them_back(tmp_path):
    path = tmp_path / "games.pgn"
    records = [record_of("d6"), record_of("d2", "f4", headers={"White": "Żółć"})]
    assert pgn.write_games(path, records) == 2
    assert path.read_bytes() == "\n".join(map(str, records)).encode()
    assert list(pgn.read_games(path)) == records
    assert pgn.write_games(str(path), pgn.read_games(path)) == 2, "a file may be its own source"
    assert list(pgn.read_games(path)) == records
    assert pgn.write_games(path, []) == 0
    assert path.read_bytes() == b""
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("old")
    with pytest.raises(NotationError):
        pgn.write_games(path, [record_of("d6"), pgn.GameRecord(marker="?")])
    assert path.read_text() == "old"
    with pytest.raises(UnicodeEncodeError):
        pgn.write_games(path, [pgn.GameRecord(comments=["\udc80"])])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target.pgn", tmp_path / "link.pgn"
    target.write_text("old")
    link.symlink_to(target)
    pgn.write_games(link, [record_of("d6")])
    assert link.is_symlink()
    assert len(list(pgn.read_games(target))) == 1


@pytest.mark.parametrize("before", [None, "", "1. d6 *", "1. d6 *\n", "1. d6 *\n\n", "*\r\n"])
def test_append_game(tmp_path, before):
    path = tmp_path / "games.pgn"
    if before is not None:
        path.write_bytes(before.encode())
    record = record_of("d2")
    pgn.append_game(path, record)
    pgn.append_game(path, record)
    games = list(pgn.read_games(path))
    assert games[-2:] == [record, record]
    assert len(games) == 2 + bool(before)
    assert path.read_text().endswith(f"{record}\n{record}")


def test_append_game_completely_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "games.pgn"
    path.write_text("1. d6 *\n")

    def fail(_descriptor):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        pgn.append_game(path, record_of("d2"))
    assert path.read_text() == "1. d6 *\n"
