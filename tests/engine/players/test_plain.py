"""Plain players: candidates as documented, a portable generator, legal choices."""

import dataclasses
from itertools import groupby

import pytest
from hypothesis import given, settings
from random_games import games, play_randomly, positions

from merels import Game, IllegalMoveError, Move, Position, Variant, create_player
from merels.board.board import mask_of, parse_console_point
from merels.engine.evaluation.plain import NUMBERS, evaluate
from merels.engine.players.plain import (
    Generator,
    Minimax,
    PlainPlayer,
    derive_seed,
    fresh_seed,
    scramble,
)
from merels.rules.generator import generate_turns
from merels.rules.outcome import position_outcome

# The search: candidates as documented, pruning without effect, quick wins first.

ALL = NUMBERS
HARD = ALL["hard"]
LEVELS = [pytest.param(level, id=name) for name, level in ALL.items()]


def men(names):
    return mask_of(parse_console_point(name) for name in names.split())


def static_values(position, level):
    """Return each move with its static value, in the generator's order."""
    return [
        (
            (move.origin, move.target, move.captured),
            -evaluate(*position.successor(move).sides, position.variant, level),
        )
        for move in position.legal_moves
    ]


def plain_minimax(position, level, depth, ply=0):
    """Return turn and value of every candidate, without pruning or shared code paths."""
    best_of_steps = [
        max(turns, key=lambda pair: pair[1])
        for _, turns in groupby(static_values(position, level), key=lambda pair: pair[0][:2])
    ]
    chosen = sorted(best_of_steps, key=lambda pair: pair[1], reverse=True)[: level.width]
    result = []
    for turn, static in chosen:
        move = next(m for m in position.legal_moves if (m.origin, m.target, m.captured) == turn)
        after = position.successor(move)
        if position_outcome(after) is not None:
            result.append((turn, level.win - ply - 1))
        elif depth == 1:
            result.append((turn, static))
        else:
            replies = plain_minimax(after, level, depth - 1, ply + 1)
            result.append((turn, -max(value for _, value in replies)))
    return result


@given(positions().filter(lambda position: not position.removing))
def test_candidates_are_the_best_by_static_value(position):
    search = Minimax(ALL["easy"], position.variant)
    found = [(c.turn, c.value) for c in search.candidates(position.sides)]
    steps = [turn[:2] for turn, _ in found]
    assert len(set(steps)) == len(steps) <= 8
    values = dict(static_values(position, ALL["easy"]))
    assert all(values[turn] == value for turn, value in found)
    order = list(values)
    assert found == sorted(found, key=lambda pair: (-pair[1], order.index(pair[0])))
    for turn, value in values.items():
        same_step = [v for t, v in found if t[:2] == turn[:2]]
        assert value <= (same_step[0] if same_step else found[-1][1])


@pytest.mark.parametrize(
    "level", [*LEVELS, pytest.param(dataclasses.replace(HARD, margin=50), id="hard and wide")]
)
def test_pruning_changes_nothing(level):
    for seed in range(12):
        for position in play_randomly(seed, 300).positions[2 + seed :: 23]:
            expected = plain_minimax(position, level, level.depth)
            search = Minimax(level, position.variant)
            candidates = search.candidates(position.sides)
            values = search.values(candidates, [0] * len(candidates))
            assert [c.turn for c in candidates] == [turn for turn, _ in expected]
            if expected:
                least = max(value for _, value in expected) - level.margin
                assert [max(v, least - 1) for v in values] == [
                    max(v, least - 1) for _, v in expected
                ]


@settings(max_examples=40)
@given(positions().filter(lambda position: not position.removing))
def test_penalties_lower_good_values(position):
    level = ALL["normal"]
    search = Minimax(level, position.variant)
    candidates = search.candidates(position.sides)
    penalties = [70 * (number % 3) for number in range(len(candidates))]
    expected = [
        value if value <= 0 else max(0, value - penalty)
        for (_, value), penalty in zip(
            plain_minimax(position, level, level.depth), penalties, strict=True
        )
    ]
    values = search.values(candidates, penalties)
    assert max(values, default=0) == max(expected, default=0)
    assert [v == max(values) for v in values] == [v == max(expected) for v in expected]


def test_the_best_capture_has_the_best_static_value():
    checked = 0
    for seed in range(10):
        for position in play_randomly(seed, 300).positions:
            for move in position.legal_moves:
                if move.captured is None:
                    continue
                open_turn = position.before_removal(move)
                found = Minimax(HARD, open_turn.variant).best_removal(open_turn.sides)
                best = max(static_values(open_turn, HARD), key=lambda pair: pair[1])
                assert found == best[0]
                checked += 1
    assert checked > 100


def test_a_finished_game_has_no_candidates():
    lost = Position(white=0b11, black=0b111000)
    assert not list(generate_turns(*lost.sides, lost.variant))
    assert Minimax(HARD, lost.variant).candidates(lost.sides) == []


# The portable generator: fixed numbers, because another language must produce the same.


def test_scramble_gives_known_numbers():
    # The finalizer of MurmurHash3, whose value of 1 is well known.
    assert scramble(1) == 0x514E28B7
    assert scramble(0) == 0
    assert scramble(2**32 + 1) == scramble(1)


def test_stream_is_the_scrambled_multiples_of_the_step():
    generator = Generator(5)
    step = 0x9E3779B9
    assert [generator.next() for _ in range(4)] == [scramble(5 + n * step) for n in (1, 2, 3, 4)]


def test_choice_is_the_remainder_of_the_next_number():
    numbers, choices = Generator(9), Generator(9)
    assert [choices.choice(n) for n in range(1, 50)] == [numbers.next() % n for n in range(1, 50)]


@pytest.mark.parametrize("count", [2, 3, 8])
def test_choices_are_about_even(count):
    generator = Generator(1)
    hits = [0] * count
    for _ in range(6000):
        hits[generator.choice(count)] += 1
    assert all(0.9 < hit * count / 6000 < 1.1 for hit in hits)


def test_derived_seeds_depend_on_every_word_and_its_place():
    seeds = {derive_seed(s, a, b) for s in range(10) for a in range(10) for b in range(10)}
    assert len(seeds) == 1000
    assert derive_seed(-1) == 2**32 - 1


def test_fresh_seeds_differ():
    assert len({fresh_seed() for _ in range(10)}) > 1


# The computer players: always legal, repeatable with a seed, and not foolish.

PLAIN = (*NUMBERS, "random")
"""Players in plain Python."""

THINKERS = ["normal", "hard"]


def choices(name, game, seeds=range(40)):
    """Return every move that the player chooses with some seed, in console coordinates."""
    return {create_player(name, seed).choose(game).console() for seed in seeds}


@pytest.mark.parametrize("name", PLAIN)
@given(position=positions())
def test_the_choice_is_legal_in_any_position(name, position):
    if position.legal_moves:
        assert create_player(name, seed=1).choose(Game(position)) in position.legal_moves


@pytest.mark.parametrize("name", PLAIN)
def test_all_phases_and_mid_turn_were_among_those(name):
    # What the random positions above may miss.
    for game in (play_randomly(seed, 300) for seed in range(6)):
        for position in game.positions[::7]:
            for move in list(position.legal_moves)[:1]:
                assert create_player(name, 3).choose(Game(position)) in position.legal_moves
                if move.captured is not None:
                    open_turn = Game(position.before_removal(move))
                    chosen = create_player(name, 3).choose(open_turn)
                    assert chosen.target is None
                    assert chosen in open_turn.legal_moves


@pytest.mark.parametrize("name", PLAIN)
def test_the_same_seed_makes_the_same_choice(name):
    game = play_randomly(3, 12)
    assert len(choices(name, game, [5] * 5)) == 1
    player = create_player(name, 5)
    assert player.choose(game) == player.choose(game) == create_player(name, 5).choose(game)


@pytest.mark.parametrize("name", PLAIN)
def test_seeds_make_a_difference(name):
    assert len(choices(name, Game())) > 1


def test_without_a_seed_players_differ():
    game = Game()
    assert len({create_player("random").choose(game) for _ in range(40)}) > 1


@given(games())
def test_taking_back_changes_nothing(game):
    if game.outcome() is None:
        player = create_player("easy", 1)
        chosen = player.choose(game)
        game.push(chosen)
        game.pop()
        assert player.choose(game) == chosen


def test_a_repeated_position_may_get_a_different_answer():
    game = Game(Position(white=men("A1 D2 G7 B6"), black=men("C3 E5 F4 D7")))
    for text in ("D2D3", "D7D6", "D3D2", "D6D7"):
        game.push(Move.parse_console(text))
    occurred = [create_player("random", seed).choose(game) for seed in range(20)]
    fresh = [create_player("random", seed).choose(Game(game.position)) for seed in range(20)]
    assert occurred != fresh


@pytest.mark.parametrize("name", PLAIN)
def test_a_finished_game_is_an_error(name):
    lost = Game(Position(white=0b11, black=0b111000))
    with pytest.raises(IllegalMoveError, match="game is over"):
        create_player(name, 1).choose(lost)


def test_easy_chooses_among_eight():
    assert len(choices("easy", Game(), range(300))) == 8


def test_easy_closes_its_own_mills_but_overlooks_the_enemys():
    closing = Game(Position(white=men("A1 G1 D2 B6"), black=men("C3 E5 G4 F6")))
    assert {move[:5] for move in choices("easy", closing)} == {"D2D1x"}
    threatened = Position(white=men("A1 C5"), black=men("D6 F6"), white_in_hand=7, black_in_hand=7)
    found = choices("easy", Game(threatened))
    assert "B6" in found
    assert len(found) > 1


@pytest.mark.parametrize("name", THINKERS)
def test_a_winning_mill_is_closed(name):
    game = Game(Position(white=men("A1 G1 D2 B6"), black=men("C3 E5 G4")))
    for move in choices(name, game):
        assert move.startswith("D2D1x")


@pytest.mark.parametrize("name", THINKERS)
def test_the_enemy_is_blocked_when_that_wins(name):
    # Black's four men have one way out, D1 to D2; the man on D3 shuts it.
    position = Position(
        white=men("A7 B4 F4 G7 D3"), black=men("A1 D1 G1 A4 G4"), variant=Variant(flying=False)
    )
    assert choices(name, Game(position)) == {"D3D2"}


@pytest.mark.parametrize("name", THINKERS)
def test_a_mill_is_stopped_while_placing(name):
    position = Position(white=men("A1 C5"), black=men("D6 F6"), white_in_hand=7, black_in_hand=7)
    assert choices(name, Game(position)) == {"B6"}


@pytest.mark.parametrize("name", THINKERS)
def test_closing_a_mill_comes_before_stopping_one(name):
    position = Position(
        white=men("A1 D1 C5"), black=men("D6 F6 C3"), white_in_hand=6, black_in_hand=6
    )
    for move in choices(name, Game(position)):
        assert move.startswith("G1x")


@pytest.mark.parametrize("name", THINKERS)
def test_the_threatening_man_is_captured(name):
    # White has closed a mill; only capturing D2, D1's neighbour, keeps Black from closing A1 D1 G1.
    position = Position(white=men("A7 D7 G7 B6"), black=men("A1 G1 D2 C5 E5 F6"), removing=True)
    assert choices(name, Game(position)) <= {"xD2", "xA1", "xG1"}


@pytest.mark.parametrize("name", THINKERS)
def test_a_side_that_is_ahead_does_not_repeat(name):
    """With a history in which the best move's position has occurred, another is played."""
    game = Game(Position(white=men("A1 D1 B4 F6 E3"), black=men("C5 G7 D6 F2")))
    best = PlainPlayer(name, 1, NUMBERS[name]).choose(game)
    assert best.captured is None
    there, back = Move(best.origin, best.target), Move(best.target, best.origin)
    answer = next(move for move in game.position.play(there).legal_moves if move.captured is None)
    for move in (there, answer, back, Move(answer.target, answer.origin)):
        game.push(move)
    for repetition, repeats in ((0, True), (100_000, False)):
        level = dataclasses.replace(NUMBERS[name], repetition=repetition)
        assert (PlainPlayer(name, 1, level).choose(game) == best) is repeats
