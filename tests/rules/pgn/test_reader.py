"""Files as people and other programs write them, good and bad."""

import io
import itertools
import tracemalloc

import pytest

import merels
from merels import IllegalMoveError, NotationError, PositionError, pgn

MOVING = "***O*@**/O@O*@*O@/**@*O*** b m s 5 0 5 0 0 0 0 0 0 0 0 3 12"
MID_TURN = "********/*O@*****/OO*****O w p r 4 5 1 6 1 0 0 0 0 0 0 0 4"

CLUB_GAME = """\
[Event "Club evening"]
[Site "Lewes"]
[Date "2024.03.01"]
[Round "2"]
[White "Ada"]
[Black "Bo"]
[Result "1-0"]
[Variant "Nine Men's Morris"]
[PlyCount "6"]

1. d6 f4 2. f6 b4 ; the other wing
3. b6xf4! {a mill, and
the man is gone} (3. d2? {too slow} d1 (3... b6 $14 4. a1) 4. g1) f4
1-0
"""


def moves(record):
    return [str(move) for move in record.moves]


def read_all(text):
    return list(pgn.read_games(io.StringIO(text)))


def test_a_game_as_people_write_it():
    record = pgn.parse_game(CLUB_GAME)
    assert list(record.headers) == [
        "Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "PlyCount"
    ]  # fmt: skip
    assert record.headers["Event"] == "Club evening"
    assert moves(record) == ["d6", "f4", "f6", "b4", "b6xf4", "f4"]
    assert record.mainline[3].comments == ["the other wing"]
    mill = record.mainline[4]
    assert mill.glyphs == [1]
    assert mill.comments == ["a mill, and the man is gone"]
    (slow,) = mill.variations
    assert [str(node.move) for node in slow] == ["d2", "d1", "g1"]
    assert (slow[0].glyphs, slow[0].comments) == ([2], ["too slow"])
    ((other, last),) = slow[1].variations
    assert (str(other.move), other.glyphs, str(last.move)) == ("b6", [14], "a1")
    assert (record.result, record.marker) == ("1-0", "1-0")


def test_tags_that_are_unknown_escaped_or_share_a_line():
    record = pgn.parse_game(
        r'[Zeta "1"] [Event "The \"big\" one \\ C:\dir"]' + '\n[alpha ""][Site   "x"  ]  1. d6 *'
    )
    assert list(record.headers.items()) == [
        ("Zeta", "1"),
        ("Event", r'The "big" one \ C:\dir'),
        ("alpha", ""),
        ("Site", "x"),
    ]
    assert moves(record) == ["d6"]


def test_braces_semicolons_and_brackets_inside_comments():
    record = pgn.parse_game('1. d6 {{a ; (b) \n[Event "c"]\n% d} f4 ; e } { f\n*')
    assert record.mainline[0].comments == ['{a ; (b) [Event "c"] % d']
    assert record.mainline[1].comments == ["e } { f"]


def test_start_from_another_position():
    record = pgn.parse_game(f'[SetUp "1"]\n[FEN "{MOVING}"]\n\n12... c3-d3?? 13. d6-d7 *')
    game = record.to_game()
    assert game.start_fen == MOVING
    assert moves(record) == ["c3-d3", "d6-d7"]
    assert (game.move_number, game.plies_since_removal) == (13, 5)


def test_start_in_mid_turn():
    record = pgn.parse_game(f'[FEN "{MID_TURN}"]\n4. xf4 d1 *')
    assert moves(record) == ["xf4", "d1"]
    assert record.to_game().position.total(merels.BLACK) == 6


def test_an_empty_game_and_no_game():
    assert pgn.parse_game('[Event "x"]\n\n*\n').moves == ()
    assert pgn.parse_game("*").marker == "*"
    for text in ("", "\n\n", "; nothing here\n{nor here}"):
        assert read_all(text) == []
        with pytest.raises(NotationError, match="no game"):
            pgn.parse_game(text)
    with pytest.raises(NotationError, match="more than one game"):
        pgn.parse_game("1. d6 * 1. d2 *")


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ('[Event "a"]\n\n1. d6 1-0\n\n[Event "b"]\n\n1. d2 0-1\n', ["1-0", "0-1"]),
        ('[Event "a"]\n1. d6 f4\n[Event "b"]\n1. d2\n', ["*", "*"]),
        ('[Event "a"]\n[Result "1-0"]\n\n[Event "b"]\n[Result "0-1"]\n', ["1-0", "0-1"]),
        ('[White "a"]\n1. d6\n\n[White "b"]\n1. d2 1/2-1/2 ', ["*", "1/2-1/2"]),
        ("1. d6 1-0 1. d2 0-1 *", ["1-0", "0-1", "*"]),
        ("\ufeff1. d6 1-0\n\ufeff1. d2 0-1", ["1-0", "0-1"]),
    ],
)
def test_where_games_end(text, results):
    assert [record.result for record in read_all(text)] == results


@pytest.mark.parametrize(
    ("tag", "marker", "result"),
    [
        ("1-0", "1-0", "1-0"),
        ("1-0", "0-1", "1-0"),
        ("1-0", "*", "1-0"),
        ("*", "0-1", "0-1"),
        ("White wins", "1-0", "1-0"),
        ("?", "", "*"),
        ("1/2-1/2", "", "1/2-1/2"),
    ],
)
def test_the_result_tag_wins_and_both_are_kept(tag, marker, result):
    record = pgn.parse_game(f'[Result "{tag}"]\n\n1. d6 {marker}')
    assert record.headers["Result"] == tag
    assert record.marker == (marker or None)
    assert record.result == result


def test_a_game_may_continue_past_the_draw_rules():
    there, back = "c3-d3 d6-d7", "d3-c3 d7-d6"
    text = f'[FEN "{MOVING}"]\n' + f"{there} {back} " * 30 + "1/2-1/2"
    record = pgn.parse_game(text)
    assert len(record.moves) == 120
    assert record.to_game().outcome() is None
    with pytest.raises(IllegalMoveError, match="the game is over: repetition"):
        record.to_game(merels.DrawRules())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n1. d9", "^line 2: move 1, White: 'd9' is not a point"),
        ("1. d6xb4x", "^line 1: move 1, White: 'd6xb4x' is not a move"),
        ("1. D6", "'D6' is not a point"),
        ("1. 5 13 2. 20 29 *", "^line 1: move 2, Black: '29' is not a point"),
        ("1. d6 12345678901234567890. f4", "'12345678901234567890' is not a move"),
        ("1. d6!!!", "^line 1: '!!!' is not a glyph"),
        ("1. d6 $256", "'\\$256' is not a glyph"),
        ("1. d6 $", "'\\$' is not a glyph"),
        ("! 1. d6", "'!' has no move before it"),
        ("\n(1. d6)", "^line 2: the variation has no move before it"),
        ("1. d6 ()", "^line 1: the variation has no move"),
        ("1. d6\n(1. d2\n", "^line 2: the variation is never closed"),
        ("1. d6\n(1. d2 1-0\n", "^line 2: the variation is never closed"),
        ("1. d6\n)", r"^line 2: '\)' without a variation"),
        ("1. d6\n}", r"^line 2: '}' is not allowed here"),
        ("1. d6 [Event", r"^line 1: '\[' is not allowed here"),
        ("1. d6\n{open\n\n", r"^line 2: the comment that starts here is never closed"),
        ('[Event "x]', r"^line 1: '\[Event \"x\]' is not a tag"),
        ("[Event x]", "is not a tag"),
        ('[Event "x"]\n[Event "x"]', "^line 2: the tag Event occurs twice"),
        ('[Event "x"]\n[SetUp "1"]\n\n1. d6', "^line 2: the tag SetUp"),
        ('[Event "x"]\n[FEN "nonsense"]\n\n1. d6', "^line 2: 'nonsense' is not a FEN"),
        ('\n[Variant "Seven Men\'s Morris"]', "^line 2: .* is not a known variant"),
        ("\x00\x01\x02", "^line 1: "),
        ("1. d6 " + "(" * 100_000, "^line 1: the variation has no move before it"),
        ("1. d6 " + "(d2 " * 100_000, "^line 1: variations are nested more than 64 deep"),
        ("1. d6 " + "{x} " * 10_000 + ")", "without a variation"),
    ],
)
def test_malformed_text_names_the_line(text, message):
    with pytest.raises(NotationError, match=message):
        pgn.parse_game(text)


def test_a_fen_that_contradicts_itself_names_field_and_line():
    fen = MOVING.replace(" 5 0 5 0 ", " 4 0 5 0 ")
    with pytest.raises(PositionError, match=r"^white on board: says 4.*, on line 2$"):
        pgn.parse_game(f'\n[FEN "{fen}"]\n\n*')


BAD_GAMES = {
    "illegal move": "1. d6 d6 2. f4 (2. b4) 1-0",
    "no result": "1. d6 d6 2. f4",
    "bad turn": "1. hello world",
    "open comment": "1. d6 {and on\n\nand on 1-0",
    "open variation": "1. d6 (1. d2 1-0",
    "deep": "1. d6 " + "(d2 " * 1000,
    "stray brace": "1. d6 } {} 1-0",
}


@pytest.mark.parametrize("bad", BAD_GAMES.values(), ids=BAD_GAMES)
@pytest.mark.parametrize("tag", ['[Event "bad"]', '[Event "bad]', '[FEN "bad"]\n[Round "1"]'])
def test_a_bad_game_does_not_spoil_those_after_it(bad, tag):
    text = (
        f'[Event "one"]\n\n1. d6 1-0\n\n{tag}\n[Site "?"]\n\n{bad}\n\n'
        '[Event "two"]\n\n1. d2 0-1\n\n[Event "three"]\n\n1. f4 *\n'
    )
    games = pgn.read_games(io.StringIO(text))
    assert next(games).headers["Event"] == "one"
    with pytest.raises((NotationError, IllegalMoveError), match=r"^line \d+: "):
        next(games)
    assert [record.headers["Event"] for record in games] == ["two", "three"]

    errors = []
    good = list(pgn.read_games(io.StringIO(text), on_error=errors.append))
    assert [record.headers["Event"] for record in good] == ["one", "two", "three"]
    assert len(errors) == 1


def test_a_bad_game_without_tags_ends_with_its_result():
    errors = []
    lines = ["1. d6 d6 1-0 {late}\n", "1. d6 f4 0-1 1. nonsense *"]
    games = pgn.read_games(lines, on_error=errors.append)
    assert [record.result for record in games] == ["0-1"]
    assert [str(error)[:6] for error in errors] == ["line 1", "line 2"]


def test_a_bad_first_tag_is_reported_even_after_a_bad_game():
    errors = []
    text = '[Event "a"]\n1. d6 d6\n[Event "b]\n[Site "?"]\n1. d6 *\n'
    assert list(pgn.read_games(io.StringIO(text), on_error=errors.append)) == []
    assert [str(error)[:6] for error in errors] == ["line 2", "line 3"]


def test_games_are_read_lazily():
    drawn = itertools.count(1)
    lines = (f"1. d6 {{game {number}}} 1-0\n" for number in drawn)
    games = pgn.read_games(lines)
    assert next(games).mainline[0].comments == ["game 1"]
    assert next(games).mainline[0].comments == ["game 2"]
    assert next(drawn) <= 5


def test_a_large_file_needs_the_memory_of_one_game(tmp_path):
    path = tmp_path / "large.pgn"
    with path.open("w", encoding="utf-8") as file:
        for number in range(2000):
            file.write(f'[Event "{number}"]\n\n1. d6 {{{"word " * 100}}} f4 *\n\n')
    tracemalloc.start()
    count = sum(1 for _ in pgn.read_games(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2000
    assert path.stat().st_size > 1_000_000 > 4 * peak


def test_files_by_path_in_utf_8_and_latin_1(tmp_path):
    path = tmp_path / "games.pgn"
    first = '\ufeff[White "Żółć"]\r\n\r\n1. d6 *\r\n\r\n'.encode()
    path.write_bytes(first + b'[White "M\xfcller"]\r1. d2 *')
    for source in (path, str(path)):
        names = [record.headers["White"] for record in pgn.read_games(source)]
        assert names == ["Żółć", "Müller"]


def test_a_file_is_closed_before_its_end(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. d6 *\n" * 10_000)
    with pgn.read_games(path) as games:
        assert moves(next(games)) == ["d6"]
    assert list(games) == []
    next(pgn.read_games(path))  # the iterator closes it when deleted; a warning would be an error


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        next(pgn.read_games(tmp_path / "none.pgn"))


@pytest.mark.parametrize(("number", "white"), [(1, "Ada"), (3, "Cy")])
def test_a_game_is_read_by_its_number(number, white):
    lines = ['[White "Ada"]', "1. d6 *", "1. d6 d6 *", '[White "Cy"]', "1. d2 *", "1. d1 d1 *"]
    assert pgn.read_game(lines, number).headers["White"] == white


@pytest.mark.parametrize(
    ("lines", "number", "error", "message"),
    [
        (["1. d6 *", "1. d6 d6 *"], 2, IllegalMoveError, "^line 2: move 1, Black"),
        (["1. d6 *", "1. d6 d6 *"], 3, NotationError, "no game 3; the file contains 2 games"),
        (["1. d6 *"], 0, NotationError, "no game 0; the file contains 1 game$"),
        (["{only a comment}"], 1, NotationError, "contains no game"),
    ],
)
def test_a_number_without_a_good_game(lines, number, error, message):
    with pytest.raises(error, match=message):
        pgn.read_game(lines, number)
