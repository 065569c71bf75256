"""The rules that a usual variant lacks: perft, turns, marks, files, and what is refused."""

import random
from pathlib import Path

import pytest
import slow_rules as slow
from slow_rules import MIXED

from merels import (
    BLACK,
    NO_DRAW_RULES,
    VARIANTS,
    WHITE,
    DrawRules,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Position,
    PositionError,
    Reason,
    VariantError,
    pgn,
    variant,
)
from merels.rules.legal import count_leaves, explain_illegal
from merels.rules.position import MarkedPosition
from merels.rules.unusual import NO_MARKS, Ban, Marks

DATA = Path(__file__).parents[1] / "data" / "unusual_perft.txt"
FEW_LEAVES = 1_500


def read_data():
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            text, fen, counts = line.split("; ")
            position = Position.from_fen(fen, text)
            yield pytest.param(position, [*map(int, counts.split())], id=f"{text} {fen}")


def count_by_reference(position, depth):
    if depth == 1:
        return len(position.legal_moves)
    return sum(count_by_reference(position.successor(m), depth - 1) for m in position.legal_moves)


@pytest.mark.parametrize(("position", "counts"), list(read_data()))
def test_perft(position, counts):
    assert [count_leaves(position, depth) for depth in range(1, len(counts) + 1)] == counts
    for depth, leaves in enumerate(counts, start=1):
        if leaves < FEW_LEAVES:
            assert count_by_reference(position, depth) == leaves
            assert slow.count_leaves(slow.read(position), depth) == leaves


@pytest.mark.soak
@pytest.mark.parametrize(("position", "counts"), list(read_data()))
def test_perft_by_the_slow_program(position, counts):
    known = {}
    for depth, leaves in enumerate(counts, start=1):
        assert slow.count_leaves(slow.read(position), depth, known) == leaves


@pytest.mark.parametrize("text", MIXED)
def test_games_survive_fen_tokens_and_files(text):
    for seed in range(3):
        chance, game = random.Random(seed), Game(variant=text, draw_rules=NO_DRAW_RULES)
        while game.outcome() is None and game.ply < 150:
            assert Game.from_fen(game.fen(), variant=text).position == game.position
            move = chance.choice(list(game.legal_moves))
            assert Move.parse(str(move), game.variant.board) == move
            assert Move.parse_console(move.console(), game.variant.board) == move
            game.push(move)
        again = Game(variant=text, draw_rules=NO_DRAW_RULES)
        for token in game.tokens():
            again.push_action(token)
        assert again.history == game.history
        assert again.fen() == game.fen()
        record = pgn.parse_game(str(pgn.GameRecord.from_game(game)))
        assert record.variant == game.variant
        assert record.to_game().fen() == game.fen()


@pytest.mark.parametrize("text", ["shax", "morabaraba"])
def test_equivalent_positions(text):
    chance, game = random.Random(7), Game(variant=text, draw_rules=NO_DRAW_RULES)
    while game.outcome() is None and game.ply < 60:
        here = game.position
        for symmetry in here.board.symmetries[:3]:
            image = here.transform(symmetry)
            assert image.is_equivalent(here)
            assert len(image.legal_moves) == len(here.legal_moves)
        assert here.swap_colors().swap_colors() == here
        assert eval(repr(here), {
            "Position": Position, "MarkedPosition": MarkedPosition, "WHITE": WHITE, "BLACK": BLACK,
            "Marks": Marks, "Ban": Ban, "variant": variant,
        }) == here  # fmt: skip
        game.push(chance.choice(list(game.legal_moves)))


# The return ban.


def find_ban(seed=0, text="nine:return_ban=true"):
    """Return a game with a ban that forbids a move, and that move."""
    while True:
        seed += 1
        chance, game = random.Random(seed), Game(variant=text, draw_rules=NO_DRAW_RULES)
        while game.outcome() is None and game.ply < 200:
            here = game.position
            ban = here.state.marks.ban
            if ban is not None and here.empty >> ban.origin & 1:
                back = Move(ban.target, ban.origin, board=here.board)
                if here.closes_mill(back) and not here.may_fly:
                    return game, back
            game.push(chance.choice(list(game.legal_moves)))


def test_the_way_back_is_forbidden_once():
    game, back = find_ban()
    here = game.position
    problem = explain_illegal(here, back)
    assert problem is not None
    assert "may not go back into a mill" in problem
    assert all((move.origin, move.target) != back.points for move in game.legal_moves)
    free = here.with_marks(NO_MARKS)
    assert any((move.origin, move.target) == back.points for move in free.legal_moves)
    side = here.turn
    game.push(next(move for move in here.legal_moves if move.origin != back.origin))
    marks = game.position.marks
    ban = marks.ban if side is WHITE else marks.other_ban
    assert ban is None or ban != here.state.marks.ban


def test_a_captured_man_has_no_ban():
    position = Position(0b111, 0b1110_0000, variant="morabaraba").with_marks(Marks(Ban(8, 0)))
    taken = position.swap_colors().swap_colors()
    assert taken == position
    mid_turn = Position(
        0b111,
        0b111 << 8,
        turn=BLACK,
        removing=True,
        variant="twelve:return_ban=true,protected=false",
    ).with_marks(Marks(Ban(3, 0)))
    assert mid_turn.play("xa7").marks == NO_MARKS
    assert mid_turn.play("xd7").marks == Marks(Ban(3, 0))


def test_bans_in_fen():
    game, _ = find_ban()
    fields = game.fen().split()
    assert any(number != "0" for number in fields[10:14])
    assert all(0 <= int(number) <= 31 for number in fields[10:14])
    # What other programs write there without a ban is ignored.
    noise = [*fields[:10], "-1", "0", "31", "99", *fields[14:]]
    assert Position.from_fen(" ".join(noise), game.variant).marks == NO_MARKS


def test_squares_are_numbered_clockwise_from_the_top_middle():
    position = Position(0, 0b10, variant="morabaraba", turn=BLACK)  # a man on d7, outer square
    marked = position.with_marks(Marks(None, Ban(17, 1)))
    assert marked.fen().split()[10:14] == ["0", "0", "8", "24"]  # from d5 to d7


# Shax.


def play_to_the_takings(seed):
    chance, game = random.Random(seed), Game(variant="shax", draw_rules=NO_DRAW_RULES)
    while not game.position.takings:
        game.push(chance.choice(list(game.legal_moves)))
    return game


def test_the_takings():
    begun = set()
    for seed in range(12):
        game = play_to_the_takings(seed)
        first = game.turn
        before = game.positions[-2]
        begun.add((first, before.marks.first_mill))
        assert game.fen().split()[2:10] == ["m", "r", "12", "0", "12", "0", "1", "1"]
        assert len(game.legal_moves) == 12
        assert not game.is_mid_turn
        with pytest.raises(IllegalMoveError, match="must take a man"):
            game.push("d6-d5")
        game.push(next(iter(game.legal_moves)))
        assert game.turn is first.other
        said = game.fen().split()
        assert said[8:10] == (["1", "0"] if game.turn is WHITE else ["0", "1"])
        game.push(next(iter(game.legal_moves)))
        assert game.turn is first
        assert game.position.marks == NO_MARKS
        assert game.position.total(WHITE) == game.position.total(BLACK) == 11
    assert {color for color, _ in begun} == {WHITE, BLACK}


def test_a_missing_half_in_files():
    game = next(each for each in map(play_to_the_takings, range(99)) if each.turn is BLACK)
    game.push(next(iter(game.legal_moves)))
    text = str(pgn.GameRecord.from_game(game))
    assert f" 13. -- {game.last_move} " in text.replace("\n", " ")
    assert pgn.parse_game(text).to_game().fen() == game.fen()
    with pytest.raises(NotationError, match="'--' is only for a turn of White"):
        pgn.parse_game("1. d6 -- *")


def test_first_mill():
    start = Position.start("shax")
    for text in ("a7", "b6", "d7", "d6", "g7"):
        start = start.play(text)
    assert start.marks == Marks(first_mill=1)
    assert start.black.bit_count() == 2
    assert start.fen().split()[8:10] == ["1", "0"]
    assert start.play("f6").marks.first_mill == 1


def find(text, wanted):
    """Return a position of random games."""
    for seed in range(10_000):
        chance, game = random.Random(seed), Game(variant=text, draw_rules=NO_DRAW_RULES)
        while game.outcome() is None and game.ply < 200:
            if wanted(game):
                return game
            game.push(chance.choice(list(game.legal_moves)))
    raise AssertionError(text)


def test_a_side_that_cannot_move_passes_and_the_other_opens_a_way():
    game = find("shax", lambda game: any(move.is_pass for move in game.legal_moves))
    assert [str(move) for move in game.legal_moves] == ["pass"]
    assert game.outcome() is None
    with pytest.raises(IllegalMoveError, match="cannot move and must pass"):
        game.push("d6-d5")
    quiet = game.plies_since_removal
    game.push("pass")
    assert game.plies_since_removal == quiet + 1
    assert all(move.captured is None for move in game.legal_moves)
    game.push(next(iter(game.legal_moves)))
    assert not game.position.removing


def test_who_gives_way_captures_nothing():
    def closes_while_giving_way(game):
        here = game.position
        return here.variant.blocked and any(
            here.closes_mill(move) and not move.captures
            for move in here.legal_moves
            if move.origin is not None
        )

    game = find("shax", closes_while_giving_way)
    move = next(each for each in game.legal_moves if game.position.closes_mill(each))
    captured = game.position.men(game.turn.other)[0]
    with pytest.raises(IllegalMoveError, match="captures nothing now"):
        game.push(f"{move}x{captured}")
    game.push_action(move)
    assert not game.is_mid_turn


def test_nobody_passes_otherwise():
    with pytest.raises(IllegalMoveError, match="can move and may not pass"):
        Game(variant="shax").push("pass")
    with pytest.raises(IllegalMoveError, match="nobody passes in this variant"):
        Game().push("pass")
    with pytest.raises(IllegalMoveError, match="nobody passes in this variant"):
        Game().push_action("pass")


# Several men, men in mills, draws.


def test_two_mills_take_two_men():
    text = "nine:several=true"
    double = find(text, lambda game: any(move.also for move in game.legal_moves))
    move = next(each for each in double.legal_moves if each.also)
    twin = double.copy()
    double.push(move)
    first, *captures = twin.position.tokens(move)
    twin.push_action(first)
    assert twin.position.removing == 2
    assert twin.fen().split()[3] == "r"
    assert "2" in twin.fen().split()[8:10]
    for capture in captures:
        assert twin.is_mid_turn
        twin.push_action(capture)
    assert twin.last_move == move
    assert twin.position == double.position


def test_a_capture_too_many_is_illegal():
    game = Game()
    for text in ("a7", "b6", "d7", "d6"):
        game.push(text)
    with pytest.raises(IllegalMoveError, match="takes one man in this variant"):
        game.push("g7xb6xd6")
    several = Game(variant="nine:several=true")
    for text in ("a7", "b6", "d7", "d6"):
        several.push(text)
    with pytest.raises(IllegalMoveError, match="captures 2 men, but only 1"):
        several.push("g7xb6xd6")


def test_captures_are_a_set():
    assert Move.parse("d6xf4xb4") == Move.parse("d6xb4xf4")
    assert str(Move.parse("d6xb4xf4")) == "d6xf4xb4"
    assert repr(Move.parse("d6xb4xf4")) == "Move(origin=None, target=9, captured=11, also=(15,))"
    with pytest.raises(NotationError, match="are not different men"):
        Move.parse("d6xb4xb4")


def test_men_in_mills_are_not_safe():
    here = Position(0b11, 0b111 << 16 | 1 << 8, 4, 4, variant="nine:protected=false")
    assert {move.captured for move in here.legal_moves if move.captured is not None} == {
        8, 16, 17, 18,
    }  # fmt: skip


def test_ten_moves_of_each_with_three_men_draw():
    fen = "********/********/OOO*@@@* w m s 3 0 3 0 0 0 0 0 0 0 0 19 40"
    for text, reason in (("morabaraba", Reason.PLY_LIMIT), ("twelve", None)):
        game = Game.from_fen(fen, variant=text)
        assert game.outcome() is None
        game.push(next(move for move in game.legal_moves if move.captured is None))
        outcome = game.outcome()
        assert (outcome and outcome.reason) == reason
    unlimited = Game.from_fen(fen, variant="morabaraba", draw_rules=NO_DRAW_RULES)
    unlimited.push(next(move for move in unlimited.legal_moves if move.captured is None))
    assert unlimited.outcome() is None
    assert DrawRules(ply_limit=8).limit_at(unlimited.position) == 8


# Positions that contradict themselves, and variants that do.


@pytest.mark.parametrize(
    ("text", "fields", "message"),
    [
        ("nine", {"marks": Marks(Ban(1, 0))}, "no return ban"),
        ("morabaraba", {"marks": Marks(Ban(1, 0))}, "has made no step"),
        ("morabaraba", {"marks": Marks(takings=1)}, "capture while men are placed"),
        ("shax", {"marks": Marks(takings=2)}, "one of the men that were placed"),
    ],
)
def test_marks_must_fit(text, fields, message):
    with pytest.raises(PositionError, match=message):
        MarkedPosition(0b111 << 1, 0b111 << 8, variant=text, **fields)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"white": 0b111, "black": 0b11, "white_in_hand": 9, "black_in_hand": 9}, "stands there"),
        (
            {"white": 0b111, "black": 0b111 << 8, "white_in_hand": 8, "black_in_hand": 8},
            "no man is",
        ),
        ({"white": 0b111, "black": 0b1011 << 8, "white_in_hand": 9, "black_in_hand": 9}, "nobody"),
        ({"white": 0xFFF, "black": 0xFFF << 12}, "at most 11 men"),
    ],
)
def test_shax_positions_that_cannot_be(fields, message):
    with pytest.raises(PositionError, match=message):
        Position(variant="shax", **fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lasker:captures=after-placing", "captures: after-placing needs placing=first"),
        ("nine:several=2", "several: '2' is neither true nor false"),
        ("nine:blocked=pass", "blocked: 'pass' is not one of loss, give-way"),
        ("nine:draw_after=3-3", "draw_after: '3-3' is not men of both sides"),
        ("nine:draw_after=3-2 10", "draw_after: '3-2 10' needs 3 to 9 men"),
        ("nine:draw_after=3-3 10+3-3 20", "draw_after: it names 3-3 twice"),
    ],
)
def test_variants_that_cannot_be(text, message):
    with pytest.raises(VariantError, match=message):
        variant(text)


@pytest.mark.parametrize(
    "text", [*MIXED, "nine:draw_after=4-3 12+3-3 10", "morabaraba:draw_after=none"]
)
def test_variants_are_read_as_they_are_written(text):
    game = variant(text)
    assert variant(repr(game)[9:-2]) == game
    assert pgn.parse_variant(pgn.format_variant(game)) == game


def test_what_a_variant_is_not():
    ban = variant("twelve:return_ban=true")
    assert variant("morabaraba:draw_after=none") == ban
    assert VARIANTS["morabaraba"] != VARIANTS["twelve"]
    assert len({VARIANTS[name].digest for name in ("twelve", "morabaraba")} | {ban.digest}) == 3
    assert not ban.is_usual
    assert variant("nine:draw_after=3-3 10").is_usual
    assert Position.start("nine").__class__ is Position


# Files that say Morabaraba.


def test_old_files_that_break_the_ban_are_of_twelve():
    game, back = find_ban(text="morabaraba")
    twelve = Game(variant="twelve", draw_rules=NO_DRAW_RULES)
    for move in game.history:
        twelve.push(move)
    twelve.push(next(move for move in twelve.legal_moves if move.points[:2] == back.points))
    moves = str(pgn.GameRecord.from_game(twelve)).partition("\n\n")[2]
    record = pgn.parse_game(f'[Variant "Morabaraba"]\n\n{moves}')
    assert record.variant == VARIANTS["twelve"]
    assert record.headers["Variant"] == "Twelve Men's Morris"
    assert record.to_game().history == twelve.history
    twelve.pop()
    moves = str(pgn.GameRecord.from_game(twelve)).partition("\n\n")[2]
    assert pgn.parse_game(f'[Variant "Morabaraba"]\n\n{moves}').variant == VARIANTS["morabaraba"]
    with pytest.raises(IllegalMoveError, match="d6"):
        pgn.parse_game('[Variant "Morabaraba"]\n\n1. d6 d6 *')
