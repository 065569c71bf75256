"""FEN: written, read back, read from other programs, and refused if contradictory."""

import os
import subprocess
import sys

import pytest
from arrange import moving
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games, positions

from merels import BLACK, WHITE, Game, Move, NotationError, Position, PositionError, Variant
from merels.board.board import mask_of
from merels.rules.outcome import position_outcome
from merels.rules.text import FIELDS, GameState, draw, format_fen, parse_fen

START = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"
EXAMPLE = "***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"
MID_TURN = "********/********/OO@@*@*O w p r 3 6 3 6 1 0 0 0 0 0 0 7 4"
OVER = "********/********/OO@@***O b o s 3 0 2 0 0 0 0 0 0 0 0 0 1"


def change(fen, **changes):
    """Return ``fen`` with fields replaced; a name is that of `FIELDS` with underscores."""
    fields = fen.split()
    for name, value in changes.items():
        fields[FIELDS.index(name.replace("_", " "))] = str(value)
    return " ".join(fields)


class TestWriting:
    def test_the_empty_board(self):
        assert Position.start().fen() == START

    def test_squares_run_clockwise_from_the_top_middle_inner_first(self):
        for index, point in enumerate(
            [17, 18, 19, 20, 21, 22, 23, 16, 9, 10, 11, 12, 13, 14, 15, 8, 1, 2, 3, 4, 5, 6, 7, 0]
        ):
            board = Position(1 << point, 0, 8, 9, BLACK).fen().split()[0]
            assert board.replace("/", "").index("O") == index

    def test_the_example(self):
        position = Position.from_fen(EXAMPLE)
        assert position.white == mask_of([20, 9, 11, 15, 5])
        assert position.black == mask_of([22, 10, 13, 8, 3])
        assert (position.turn, position.white_in_hand, position.black_in_hand) == (WHITE, 0, 0)
        assert position.fen() == EXAMPLE

    def test_counters(self):
        assert format_fen(Position.start(), 12, 31).endswith(" 12 31")
        assert Game.from_fen(change(EXAMPLE, plies_since_a_removal=7, move_number=30)).fen() == (
            EXAMPLE.removesuffix("0 1") + "7 30"
        )

    def test_mid_turn(self):
        position = Position.from_fen(MID_TURN)
        assert position.removing
        assert position.fen() == MID_TURN.removesuffix("7 4") + "0 1"
        assert {str(move) for move in position.legal_moves} == {"xg4", "xg1", "xa1"}
        black = position.swap_colors()
        assert black.fen().split()[1:10] == ["b", "p", "r", "3", "6", "3", "6", "0", "1"]
        assert Position.from_fen(black.fen()) == black

    def test_finished(self):
        position = Position.from_fen(OVER)
        assert position_outcome(position).winner is WHITE
        assert position.fen() == OVER


@given(positions(), st.integers(0, 10**6), st.integers(1, 10**6))
def test_round_trip(position, plies, number):
    record = parse_fen(format_fen(position, plies, number), position.variant)
    assert record.position == position
    assert (record.plies_since_removal, record.move_number) == (plies, number)
    assert Position.from_fen(position.fen(), position.variant) == position
    assert len(position.fen().split()) == len(FIELDS) == 17


@given(positions())
def test_a_written_fen_describes_its_position(position):
    fields = dict(zip(FIELDS, position.fen().split(), strict=True))
    assert fields["side to move"] == "wb"[position.turn]
    hands = position.white_in_hand + position.black_in_hand
    over = position_outcome(position) is not None
    assert fields["phase"] == ("o" if over else "p" if hands else "m")
    assert fields["action"] == ("r" if position.removing else "p" if hands else "s")
    assert fields["board"].count("O") == int(fields["white on board"])
    assert fields["board"].count("@") == int(fields["black on board"])
    assert {fields[f"last mill {i}"] for i in (1, 2, 3, 4)} | {fields["mill mask"]} == {"0"}


class TestFromOtherPrograms:
    @pytest.mark.parametrize(
        "fen",
        [
            change(EXAMPLE, last_mill_1=12, last_mill_2=17, last_mill_3=31, last_mill_4=8),
            change(EXAMPLE, last_mill_1=-1, last_mill_2=-1, last_mill_3=-1, last_mill_4=-1),
            change(EXAMPLE, mill_mask=2**64 - 1),
            EXAMPLE + " 0",
            EXAMPLE + " c:w-0-|b-1-12 p:3 anything ¿?",
            "  " + EXAMPLE.replace(" ", "   ") + "\r\n",
        ],
    )
    def test_fens_of_other_programs_are_read(self, fen):
        assert Position.from_fen(fen) == Position.from_fen(EXAMPLE)

    def test_a_finished_game_may_have_no_action(self):
        assert Position.from_fen(change(OVER, action="?")) == Position.from_fen(OVER)
        with pytest.raises(PositionError, match=r"^action: "):
            Position.from_fen(change(EXAMPLE, action="?"))

    def test_a_finished_game_may_have_any_position(self):
        """By resignation or repetition, for instance."""
        assert Position.from_fen(change(EXAMPLE, phase="o")) == Position.from_fen(EXAMPLE)

    @pytest.mark.parametrize("phase", ["p", "m"])
    def test_the_last_man_placed_may_close_a_mill_in_either_phase(self, phase):
        """Programs disagree on which phase that capture belongs to."""
        fen = f"********/********/OO@@*@*O b {phase} r 3 0 3 0 0 1 0 0 0 0 0 0 9"
        black = Position.from_fen(fen.replace("O", "x").replace("@", "O").replace("x", "@"))
        assert black.removing
        assert black.phase().value == "flying"

    def test_flying_is_up_to_the_variant(self):
        walking = Variant(flying=False)
        assert Position.from_fen(EXAMPLE, walking).variant == walking


CONTRADICTIONS = [
    (change(EXAMPLE, white_on_board=4), "white on board"),
    (change(EXAMPLE, black_on_board=6), "black on board"),
    (change(START, white_on_board=9, white_in_hand=0), "white on board"),
    (change(START, white_in_hand=10, black_in_hand=10), "white in hand"),
    (change(START, white_in_hand=9, black_in_hand=10), "black in hand"),
    ("OOOOOOOO/OO*@@@**/******** w m s 10 0 3 0 0 0 0 0 0 0 0 0 1", "white in hand"),
    ("********/********/O@****** w p p 1 9 1 9 0 0 0 0 0 0 0 0 1", "white in hand"),
    # Both phases at once.
    (change(START, phase="m"), "phase"),
    (change(START, phase="m", action="s"), "phase"),
    (change(EXAMPLE, phase="p"), "phase"),
    (change(EXAMPLE, phase="p", action="p"), "phase"),
    ("***O*@**/O@O*@*O@/**@*O*** w p p 5 0 5 1 0 0 0 0 0 0 0 0 1", "white in hand"),
    ("***O*@**/O@O*@*O@/**@*O*** b p p 5 1 5 0 0 0 0 0 0 0 0 0 1", "black in hand"),
    ("********/********/O******* w p p 1 8 0 9 0 0 0 0 0 0 0 0 1", "white in hand"),
    (change(START, white_in_hand=7), "white in hand"),
    # Actions and removals.
    (change(START, action="s"), "action"),
    (change(EXAMPLE, action="p"), "action"),
    (change(EXAMPLE, action="r"), "white to remove"),
    (change(EXAMPLE, action="r", white_to_remove=1), "action"),
    (change(EXAMPLE, white_to_remove=1), "white to remove"),
    (change(EXAMPLE, black_to_remove=1), "black to remove"),
    (change(MID_TURN, white_to_remove=0), "white to remove"),
    (change(MID_TURN, white_to_remove=2), "white to remove"),
    (change(MID_TURN, black_to_remove=1), "black to remove"),
    (change(MID_TURN, side_to_move="b"), "white to remove"),
    (change(MID_TURN, action="p"), "white to remove"),
    (change(MID_TURN, white_in_hand=7), "white in hand"),
    ("********/********/OO@@***O w m r 3 0 2 0 1 0 0 0 0 0 0 0 1", "action"),
    (change(EXAMPLE, move_number=0), "move number"),
    # Counters too large for compiled code.
    (change(EXAMPLE, move_number=2**63), "move number"),
    (change(EXAMPLE, plies_since_a_removal=2**63), "plies since a removal"),
    (change(EXAMPLE, plies_since_a_removal=2**63 - 1), "plies since a removal"),
    (change(START, white_in_hand=10**19), "white in hand"),
]


@pytest.mark.parametrize(("fen", "field"), CONTRADICTIONS)
def test_contradictions_are_refused_and_the_field_is_named(fen, field):
    with pytest.raises(PositionError) as caught:
        Position.from_fen(fen)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")
    assert repr(fen) in str(caught.value)


MALFORMED = [
    (change(EXAMPLE, board="***O*@**/O@O*@*O@"), "board: "),
    (change(EXAMPLE, board="***O*@**/O@O*@*O@/**@*O**"), "board: "),
    (change(EXAMPLE, board="***O*@**/O@O*@*O@/**@*O****"), "board: "),
    (change(EXAMPLE, board="***O*@**|O@O*@*O@|**@*O***"), "board: "),
    (change(EXAMPLE, board="***o*@**/O@O*@*O@/**@*O***"), "board: "),
    (change(EXAMPLE, board="***0*@**/O@O*@*O@/**@*O***"), "board: "),
    (change(EXAMPLE, board="O" * 10_000), "board: "),
    (change(EXAMPLE, side_to_move="W"), "side to move: 'W' is not one of w, b"),
    (change(EXAMPLE, side_to_move="wb"), "side to move: "),
    (change(EXAMPLE, phase="x"), "phase: 'x' is not one of p, m, o"),
    (change(EXAMPLE, action="m"), "action: 'm' is not one of"),
    (change(EXAMPLE, white_on_board="five"), "white on board: 'five' is not a number"),
    (change(EXAMPLE, white_on_board="-5"), "white on board: '-5' is not a number"),
    (change(EXAMPLE, white_on_board="+5"), "white on board: "),
    (change(EXAMPLE, white_on_board="5.0"), "white on board: "),
    (change(EXAMPLE, white_on_board="٥"), "white on board: "),
    (change(EXAMPLE, white_on_board="５"), "white on board: "),
    (change(EXAMPLE, white_on_board="1_0"), "white on board: "),
    (change(EXAMPLE, move_number="9" * 5000), "move number: "),
    (change(EXAMPLE, last_mill_2="--1"), "last mill 2: "),
    (change(EXAMPLE, mill_mask="0x0"), "mill mask: "),
    (change(EXAMPLE, plies_since_a_removal="-"), "plies since a removal: "),
    ("", "it has 0 of 17 fields; the first missing one is 'board'"),
    ("\0\x1b\xff\udc80", "it has 1 of 17 fields"),
    (EXAMPLE.rsplit(" ", 1)[0], "it has 16 of 17 fields; .* 'move number'"),
    ("***O*@**/O@O*@*O@/**@*O*** w m s", "it has 4 of 17 fields.* missing one is 'white on board'"),
]


@pytest.mark.parametrize(("fen", "problem"), MALFORMED)
def test_malformed_text_is_refused_and_the_field_is_named(fen, problem):
    with pytest.raises(NotationError, match=f"is not a FEN: {problem}") as caught:
        Position.from_fen(fen)
    assert repr(fen)[:100] in str(caught.value)
    assert len(str(caught.value)) < 500


MUTATIONS = st.sampled_from(list("O@*/wbpmosr?-0123456789 \t\x00é٣"))


@settings(max_examples=5 * settings.default.max_examples)
@given(positions(), st.data())
def test_mutations_are_read_or_refused(position, data):
    text = list(position.fen())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        width = data.draw(st.integers(0, 2))
        text[place : place + width] = data.draw(st.lists(MUTATIONS, max_size=2))
        if not text:
            break
    read_or_refuse("".join(text))


@settings(max_examples=2 * settings.default.max_examples)
@given(positions(), st.data())
def test_exchanged_fields_are_read_or_refused(position, data):
    """Well-formed fields with values from another position, so that they contradict each other."""
    fields = position.fen().split()
    other = data.draw(positions()).fen().split()
    for index in data.draw(st.sets(st.integers(0, len(fields) - 1), min_size=1)):
        fields[index] = other[index]
    read_or_refuse(" ".join(fields))


@given(st.text())
def test_any_text_is_read_or_refused(text):
    read_or_refuse(text)


def read_or_refuse(text):
    try:
        record = parse_fen(text)
    except (NotationError, PositionError):
        return
    written = format_fen(record.position, record.plies_since_removal, record.move_number)
    assert parse_fen(written) == record
    assert bool(record.position.legal_moves) == (position_outcome(record.position) is None)
    for move in record.position.legal_moves:
        record.position.play(move)


# GameState: what follows a move.


@given(games())
def test_moves_lead_through_the_states_of_a_game(game):
    state = GameState(game.start)
    for move in game.history:
        state = state.after(move)
    assert state == game.state
    assert state.fen() == game.fen()


@given(games())
def test_halves_lead_through_the_same_states(game):
    state = GameState(game.start)
    for token in game.tokens():
        before, state = state, state.after(Move.parse(token))
        if state.position.removing:
            assert state.position.turn is before.position.turn
            assert state.plies_since_removal == before.plies_since_removal
            assert state.move_number == before.move_number
    assert state == game.state


def test_counters():
    start = GameState(Position.start(), plies_since_removal=7, move_number=3)
    white = start.after(Move.parse("d6"))
    assert (white.position.turn, white.plies_since_removal, white.move_number) == (BLACK, 8, 3)
    black = white.after(Move.parse("f4"))
    assert (black.position.turn, black.plies_since_removal, black.move_number) == (WHITE, 9, 4)
    mill = black.after(Move.parse("d5")).after(Move.parse("b4")).after(Move.parse("d7xb4"))
    assert (mill.plies_since_removal, mill.move_number) == (0, 5)


def test_a_game_starts_from_a_state():
    state = GameState(Position.start(), 12, 31)
    assert Game.from_state(state).state == state


# The board as text.


def test_men_are_drawn_on_their_points():
    empty = draw(moving("", "")).splitlines()
    lines = draw(moving("a7 d7", "g1")).splitlines()
    assert len({len(line) for line in lines}) == 1
    changed = [
        (row, column, mark)
        for row, (line, before) in enumerate(zip(lines, empty, strict=True))
        for column, (mark, old) in enumerate(zip(line, before, strict=True))
        if mark != old
    ]
    last = len(lines[0]) - 1
    assert [place[:2] for place in changed] == [(0, 0), (0, last // 2), (len(lines) - 1, last)]
    white, also_white, black = (mark for _, _, mark in changed)
    assert white == also_white != black


@pytest.mark.parametrize(
    ("encoding", "drawn"), [("ascii", "O-----------@"), ("utf-8", "○-----------●")]
)
def test_what_is_printed_fits_the_encoding(encoding, drawn):
    code = "import merels; print(merels.Position(0b1, 0b10)); print(merels.Game())"
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=False
    )
    assert done.stderr == b""
    assert done.stdout.decode(encoding).startswith(drawn)
