"""Options: what is accepted, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import games, positions

from merels import (
    BLACK,
    VARIANTS,
    WHITE,
    DrawRules,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Position,
    Variant,
)
from merels.engine.search.limits import Clock, Limits
from merels.uci.server import options
from merels.uci.server.options import (
    DEFAULT_SECONDS,
    DEFAULTS,
    EngineSettings,
    build_options,
    change_settings,
    parse_go,
    parse_setup,
    with_rules,
)


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """A machine of a known size."""
    monkeypatch.setattr(options, "count_processors", lambda: 4)
    monkeypatch.setattr(options, "spare_megabytes", lambda: 65536)


def change(text, settings=DEFAULTS, note=pytest.fail):
    return change_settings(settings, build_options(("easy", "expert"), str, note), text)


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("name Hash value 128", EngineSettings(hash_mb=128)),
        ("  name   hash   value   128  ", EngineSettings(hash_mb=128)),
        ("name Threads value 2", EngineSettings(threads=2)),
        ("name Multi PV value 4", EngineSettings(lines=4)),
        (
            "name TablePath value /a folder/with value",
            EngineSettings(tables="/a folder/with value"),
        ),
        ("name TablePath value <empty>", EngineSettings()),
        ("name TablePath value", EngineSettings()),
        ("name Level value easy", EngineSettings(level="easy")),
        ("name MayFly value FALSE", EngineSettings(flying=False)),
        ("name Variant value six", EngineSettings(chosen=VARIANTS["six"])),
        ("name Variant value nine:men=4", EngineSettings(chosen=Variant(men=4))),
        ("name NMoveRule value 0", EngineSettings(ply_limit=0)),
        ("name ThreefoldRepetitionRule value false", EngineSettings(threefold=False)),
    ],
)
def test_options(text, settings):
    assert change(text) == settings


def test_rules():
    assert EngineSettings().draw_rules == DrawRules()
    assert EngineSettings(ply_limit=0, threefold=False).draw_rules == DrawRules(None, None)
    assert EngineSettings(flying=False).variant == Variant(flying=False)


@pytest.mark.parametrize("text", ["", "name", "value 3", "Hash value 3", "name  value 3"])
def test_no_name(text):
    with pytest.raises(NotationError):
        change(text)


@pytest.mark.parametrize(
    ("text", "settings", "said"),
    [
        (
            "name Threads value 256",
            EngineSettings(threads=4),
            "Threads 256 is more than this machine's 4 processors; using 4",
        ),
        (
            "name Hash value 999999999",
            EngineSettings(hash_mb=65536),
            "Hash 999999999 is more than this machine's 65536 megabytes, half of the free memory; "
            "using 65536",
        ),
    ],
)
def test_more_than_the_machine_has_is_accepted_and_reported(text, settings, said):
    notes = []
    assert change(text, note=notes.append) == settings
    assert notes == [said]


def test_the_declared_maxima_are_the_machines():
    declared = [option.declare() for option in build_options(("easy", "expert"), str)]
    assert "option name Threads type spin default 1 min 1 max 4" in declared
    assert "option name Hash type spin default 64 min 1 max 65536" in declared


def test_a_name_with_many_blanks_is_read_quickly():
    """A regular expression took time with the square of their number: a minute for this line."""
    with pytest.raises(NotationError, match="is not an option"):
        change(f"name a{' ' * 100_000}b")
    with pytest.raises(NotationError, match="is not an option"):
        change(f"name {'a ' * 100_000}value{' ' * 100_000}b")


@pytest.mark.parametrize("value", ["", "0", "-1", "1e3", "٣", "9" * 30, "3 4"])
def test_bad_numbers_are_quoted(value):
    with pytest.raises(NotationError, match="from 1 to 65536") as caught:
        change(f"name Hash value {value}")
    assert repr(value) in str(caught.value)


# The limits of a `go`: what is read, what is ignored.


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("", Limits(seconds=DEFAULT_SECONDS)),
        ("depth 5", Limits(depth=5)),
        ("nodes 1000 depth 5", Limits(depth=5, nodes=1000)),
        ("movetime 250", Limits(seconds=0.25)),
        ("movetime 0", Limits(seconds=0.0)),
        ("movetime -5", Limits(seconds=0.0)),
        ("infinite", Limits(infinite=True)),
        ("wtime 1000 btime 9000", Limits(clock=Clock(1.0))),
        ("wtime -20 btime 9000 winc 100", Limits(clock=Clock(0.0, 0.1))),
        ("wtime 60000 movestogo 10", Limits(clock=Clock(60.0, moves_to_go=10))),
        ("btime 9000", Limits(seconds=DEFAULT_SECONDS)),
    ],
)
def test_go(text, limits):
    command = parse_go(text, WHITE)
    assert (command.limits, command.problems) == (limits, [])


def test_each_side_has_its_clock():
    limits = parse_go("wtime 1000 btime 9000 winc 10 binc 20", BLACK).limits
    assert limits.clock == Clock(9.0, 0.02)


@pytest.mark.parametrize("text", ["depth", "depth x", "nodes 0", "movestogo 0", "mate 3", "wtime"])
def test_bad_words_are_ignored_and_reported(text):
    command = parse_go(f"{text}", WHITE)
    assert command.limits == Limits(seconds=DEFAULT_SECONDS)
    assert command.problems


@pytest.mark.parametrize("digits", [18, 19, 30, 5000])
def test_a_huge_number_is_as_good_as_no_limit(digits):
    command = parse_go(f"nodes {'9' * digits}", WHITE)
    assert command.problems == []
    assert command.limits == Limits(nodes=10**18 - 1)


# The game that ``position`` sets up.

OPENING = ["d6", "f4", "d5", "b4"]


def set_up(tokens, start=None):
    words = "startpos" if start is None else f"fen {start.fen()}"
    settings = EngineSettings(flying=start is None or start.variant.flying)
    return parse_setup(f"{words} moves {' '.join(tokens)}", settings)


@given(games())
def test_all_tokens_of_a_game_lead_through_it(game):
    again = set_up(game.tokens(), game.start)
    assert (again.fen(), again.history) == (game.fen(), game.history)


def test_without_tokens():
    game = parse_setup("startpos", EngineSettings())
    assert (game.position, game.history) == (Position.start(), ())


def test_a_mill_without_its_capture_leaves_the_game_in_mid_turn():
    game = set_up([*OPENING, "d7"])
    assert game.is_mid_turn
    assert [str(move) for move in game.history] == OPENING
    game = set_up([*OPENING, "d7", "xf4"])
    assert not game.is_mid_turn
    assert game.last_move == Move.parse("d7xf4")


@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        (["d6", "d6"], IllegalMoveError, "token 2: 'd6' is illegal in .*: d6 is occupied"),
        (["d6", "d6x"], NotationError, "token 2: 'd6x' is not a move"),
        (["xd6"], IllegalMoveError, "token 1: 'xd6' is illegal in .*: White has not closed a mill"),
        ([*OPENING, "d7xf4"], NotationError, "token 5: 'd7xf4' is two actions"),
        ([*OPENING, "d7", "a1"], IllegalMoveError, "token 6: 'a1' is illegal .* must capture"),
        ([*OPENING, "d7", "xa1"], IllegalMoveError, "token 6: 'xa1' .*Black has no man on a1"),
        ([*OPENING, "d7", "xf4", "xd7"], IllegalMoveError, "token 7: 'xd7'.*Black has not closed"),
        (["d6", "d6-d5"], IllegalMoveError, "token 2: .* in hand and must place one"),
        ([*OPENING, "d6-d7"], IllegalMoveError, "token 5: 'd6-d7'.*must place one"),
    ],
)
def test_the_token_at_fault_is_named(tokens, error, message):
    with pytest.raises(error, match=f"^{message}"):
        set_up(tokens)


SCRAPS = st.sampled_from(
    ["a1", "a4", "a7", "d7", "g7", "d6", "xa1", "xd7", "xg7", "a1-a4", "a4-a7"]
)


@given(positions(), st.lists(SCRAPS | st.text(max_size=4), max_size=8))
def test_any_tokens_are_played_or_refused(position, tokens):
    try:
        game = set_up(tokens, position)
    except (NotationError, IllegalMoveError):
        return
    assert list(game.tokens()) == " ".join(tokens).split()
    assert game.variant == position.variant


def test_changing_the_rules_keeps_half_a_turn():
    walking = EngineSettings(flying=False, ply_limit=0)
    game = with_rules(set_up([*OPENING, "d7"]), walking)
    assert game.tokens() == (*OPENING, "d7")
    assert game.variant == Variant(flying=False)
    assert game.draw_rules == DrawRules(ply_limit=None)


def test_rules_that_a_move_breaks_are_refused():
    flight = Game(Position(white=0b111, black=0b11100 << 3))
    flight.push("a7-b2")
    with pytest.raises(IllegalMoveError, match="not adjacent"):
        with_rules(flight, EngineSettings(flying=False))
