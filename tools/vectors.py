"""Test vectors: what Python's rules and players answer, for other implementations to reproduce.

Everything comes from the portable random generator, so the vectors are the same on every machine.
A position is a list: white men, black men, white in hand, black in hand, side to move, whether in
mid-turn, whether three men fly (the last three 0 or 1). Moves are algebraic text or, in long lists,
three letters: origin, target and captured man, `a` for none, `b` for point 0, `c` for point 1 and
so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count as count_from
from typing import Any, Final, TypeAlias

from merels import create_player
from merels.board.geometry import NEIGHBOURS, POINTS
from merels.board.masks import mask_of, points_of
from merels.engine.evaluation.expected_score import expected_score
from merels.engine.evaluation.plain import evaluate
from merels.engine.evaluation.static import evaluate_position
from merels.engine.people.person import load_people
from merels.engine.players.levels import NUMBERS, STRENGTHS, WEAKEST
from merels.engine.players.random import Generator, derive_seed, scramble
from merels.engine.search.limits import Limits
from merels.engine.search.searcher import Engine
from merels.matches.annotation import Estimate, blame
from merels.rules.color import Color
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import NO_DRAW_RULES, Reason, position_outcome
from merels.rules.perft import count_leaves
from merels.rules.position import Phase, Position
from merels.rules.value import DRAW, UNKNOWN_DOCUMENT, Result, Value
from merels.rules.variant import NINE_MENS_MORRIS, FullBoard, Variant
from merels.rules.variants import VARIANTS

Document: TypeAlias = dict[str, Any]

WALKING: Final = Variant(flying=False)
LONGEST_GAME: Final = 150
MOST_LEAVES: Final = 4000
FAMILY_GAMES: Final = 5
LONGEST_FAMILY_GAME: Final = 80
FAMILY_CHOICES: Final = 6
SEEDS: Final = (0, 1, 7, 0xFFFFFFFF)

SEARCH_MEGABYTES: Final = 1
"""Of the transposition table: small, so that entries are replaced."""

SEARCH_NODES: Final = 40_000


def list_position(position: Position) -> list[int]:
    """Return a position as numbers.

    >>> list_position(Position.start())
    [0, 0, 9, 9, 0, 0, 1]
    """
    return [
        position.white,
        position.black,
        position.white_in_hand,
        position.black_in_hand,
        int(position.turn),
        int(position.removing),
        int(bool(position.variant.flying)),
    ]


def pack_move(move: Move) -> str:
    """Return a move as three letters.

    >>> pack_move(Move(None, 0, 23))
    'aby'
    """
    points = (move.origin, move.target, move.captured)
    return "".join("a" if point is None else chr(ord("b") + point) for point in points)


# Games and positions of all kinds.


def play_randomly(
    seed: int, variant: Variant = NINE_MENS_MORRIS, longest: int = LONGEST_GAME
) -> Game:
    """Return a random game; half of the moves capture if they can, so that most games end."""
    generator = Generator(seed)
    game = Game(variant=variant, draw_rules=NO_DRAW_RULES)
    while game.ply < longest and game.outcome() is None:
        moves = list(game.legal_moves)
        takes = [move for move in moves if move.captured is not None]
        if takes and generator.choice(2):
            moves = takes
        game.push(moves[generator.choice(len(moves))])
    return game


def play_quietly(seed: int, variant: Variant) -> Game:
    """Return a random game that captures only if it must, so that boards fill up."""
    generator = Generator(seed)
    game = Game(variant=variant, draw_rules=NO_DRAW_RULES)
    while game.ply <= 2 * variant.men and game.outcome() is None:
        moves = list(game.legal_moves)
        moves = [move for move in moves if move.captured is None] or moves
        game.push(moves[generator.choice(len(moves))])
    return game


def arrange_randomly(seed: int, variant: Variant = NINE_MENS_MORRIS) -> Position:
    """Return a position after placing, with 3 to 9 men a side, often with few."""
    generator = Generator(seed)
    points = list(POINTS)
    own, enemy = (
        mask_of(
            points.pop(generator.choice(len(points))) for _ in range(3 + generator.choice(most))
        )
        for most in (7, 1 + generator.choice(7))
    )
    return Position(own, enemy, turn=Color(generator.choice(2)), variant=variant)


def shut_in_randomly(seed: int) -> Position | None:
    """Return a position of four blocked men, None if that would take more than nine enemies."""
    generator = Generator(seed)
    points = list(POINTS)
    shut_in = mask_of(points.pop(generator.choice(len(points))) for _ in range(4))
    around = 0
    for point in points_of(shut_in):
        around |= NEIGHBOURS[point] & ~shut_in
    if not 3 <= around.bit_count() <= 9:
        return None
    sides = (shut_in, around) if generator.choice(2) else (around, shut_in)
    return Position(*sides, turn=Color(generator.choice(2)))


def open_turn(position: Position) -> Position | None:
    """Return the mid-turn position after the first move that captures, None if none does."""
    takes = (move for move in position.legal_moves if move.captured is not None)
    first = next(takes, None)
    return None if first is None else position.before_removal(first)


@cache
def positions_of_game(seed: int, variant: Variant) -> tuple[Position, ...]:
    """Return the positions of a random game, including the last one, often a decided one."""
    return play_randomly(seed, variant).positions


def sample_positions(count: int, seed: int) -> Iterator[Position]:
    """Yield positions of all phases, some in mid-turn, with and without flying."""
    for number in range(count):
        variant = WALKING if number % 5 == 4 else NINE_MENS_MORRIS
        position_seed = derive_seed(seed, number)
        if number % 2:
            position = arrange_randomly(position_seed, variant)
        else:
            positions = positions_of_game(derive_seed(seed, number // 20), variant)
            position = positions[position_seed % len(positions)]
        yield (open_turn(position) if number % 7 == 6 else None) or position


# The documents.


def describe_random() -> Document:
    """Return numbers of the random generator."""
    seeds = (*SEEDS, 123456789)
    streams = {seed: Generator(seed) for seed in seeds}
    words = [[], [0], [1, 2], [2, 1], [0xFFFFFF, 0, 9, 9, 1, 3], [0xFFFFFFFF]]
    return {
        "scramble": [[word, scramble(word)] for word in (0, 1, 2, 0x80000000, 0xFFFFFFFF)],
        "derive": [[seed, list_, derive_seed(seed, *list_)] for seed in seeds for list_ in words],
        "streams": [[seed, [stream.next() for _ in range(8)]] for seed, stream in streams.items()],
    }


def count_in_turn(position: Position) -> list[int]:
    """Return the leaves at depths 1, 2, ... as far as counting them is quick."""
    counts: list[int] = []
    while len(counts) < 5 and (not counts or 0 < counts[-1] * max(counts[0], 8) <= MOST_LEAVES):
        counts.append(count_leaves(position, len(counts) + 1))
    return counts


def describe_perft() -> Document:
    """Return positions with the numbers of their leaves at depths 1, 2, ..."""
    positions = [Position.start(), Position.start(WALKING), *sample_positions(80, seed=1)]
    return {
        "positions": [[list_position(position), count_in_turn(position)] for position in positions]
    }


def list_outcome(position: Position) -> list[Any] | None:
    """Return who has won and why, None if the game is not over."""
    outcome = position_outcome(position)
    return None if outcome is None else [outcome.winner, outcome.reason.value]


def describe_game(game: Game) -> Document:
    """Return each position of a game with its legal moves in order, and how it ended."""
    plies = [
        [position.white, position.black, "".join(map(pack_move, position.legal_moves)), played]
        for position, played in zip(
            game.positions, [*map(pack_move, game.history), None], strict=True
        )
    ]
    return {
        "flying": int(bool(game.variant.flying)),
        "plies": plies,
        "in_hand": [game.position.white_in_hand, game.position.black_in_hand],
        "outcome": list_outcome(game.position),
    }


def describe_games() -> Document:
    """Return whole random games."""
    seeds = [derive_seed(2, number) for number in range(45)]
    games = [play_randomly(seed, WALKING if seed % 4 == 0 else NINE_MENS_MORRIS) for seed in seeds]
    return {"games": [describe_game(game) for game in games]}


def family_games(variant: Variant) -> Iterator[Game]:
    """Yield games of a variant; if a full board is a draw, one ends with that."""
    for number in range(FAMILY_GAMES):
        yield play_randomly(derive_seed(8, number), variant, LONGEST_FAMILY_GAME)
    if variant.full_board is FullBoard.DRAW and 2 * variant.men == len(variant.board.names):
        quiet = (play_quietly(derive_seed(9, number), variant) for number in count_from(0))
        yield next(game for game in quiet if is_full_board(game))


def is_full_board(game: Game) -> bool:
    """Whether a game ended because the board was full."""
    outcome = game.outcome()
    return outcome is not None and outcome.reason is Reason.FULL_BOARD


def describe_family_game(game: Game) -> Document:
    """Return a game with everything that follows from its rules, ply by ply.

    Each ply has the FEN, the legal moves in order, a hash of their successors, the values at the
    plain levels, and the number of the move that was played, -1 at the end.
    """
    replayed = Game(variant=game.variant, draw_rules=NO_DRAW_RULES)
    plies = []
    for move in (*game.history, None):
        position = replayed.position
        moves = list(position.legal_moves)
        packed = "".join(map(pack_move, moves))
        values = evaluate_at_levels(position)
        played = -1 if move is None else moves.index(move)
        plies.append([replayed.fen(), packed, hash_successors(position), values, played])
        if move is not None:
            replayed.push(move)
    return {"plies": plies, "outcome": list_outcome(game.position)}


def hash_successors(position: Position) -> int:
    """Return a number that depends on what the other side sees after each legal move."""
    seen = (position.successor(move).sides for move in position.legal_moves)
    return derive_seed(0, *(number for sides in seen for number in sides))


def describe_family() -> Document:
    """Return games of every variant, and choices of the plain levels in them."""
    return {
        "levels": [name.upper() for name in NUMBERS],
        "variants": {
            name: {
                "games": [describe_family_game(game) for game in family_games(variant)],
                "choices": describe_family_choices(variant),
            }
            for name, variant in VARIANTS.items()
        },
    }


def describe_family_choices(variant: Variant) -> list[Any]:
    """Return FENs, seeds and what each level chooses there."""
    positions = play_randomly(derive_seed(10, 0), variant, LONGEST_FAMILY_GAME).positions
    going_on = [position for position in positions if position_outcome(position) is None]
    chosen = going_on[:: max(1, len(going_on) // FAMILY_CHOICES)][:FAMILY_CHOICES]
    return [
        [position.fen(), seed, choose_at_levels(position, seed)]
        for seed, position in enumerate(chosen)
    ]


def choose_at_levels(position: Position, seed: int) -> list[str]:
    """Return the move that each level chooses in a position."""
    game = Game(position, draw_rules=NO_DRAW_RULES)
    return [pack_move(create_player(level, seed).choose(game)) for level in NUMBERS]


def describe_evaluations() -> Document:
    """Return positions, not in mid-turn, with their values at each level and their outcomes."""
    shut_in = (shut_in_randomly(derive_seed(5, number)) for number in range(60))
    positions = [*sample_positions(1000, seed=3), *filter(None, shut_in)]
    return {
        "levels": [name.upper() for name in NUMBERS],
        "positions": [
            [list_position(position), evaluate_at_levels(position), list_outcome(position)]
            for position in positions
            if not position.removing
        ],
    }


def evaluate_at_levels(position: Position) -> list[int]:
    """Return what each level makes of a position."""
    return [evaluate(*position.sides, position.variant, level) for level in NUMBERS.values()]


def find_shuffle(position: Position) -> list[Move]:
    """Return four quiet moves that lead back to a position, an empty list if there are none."""
    shuffle: list[Move] = []
    current = position
    for ply in range(4):
        if ply < 2:
            moves = [move for move in current.legal_moves if is_reversible(move)]
        else:
            forth = shuffle[ply - 2]
            moves = [Move(forth.target, forth.origin)]
        if not moves or moves[0] not in current.legal_moves:
            return []
        shuffle.append(moves[0])
        current = current.successor(moves[0])
    return shuffle


def is_reversible(move: Move) -> bool:
    """Whether a move neither places nor captures a man."""
    return move.origin is not None and move.captured is None


def shuffled_game(position: Position, rounds: int) -> Game:
    """Return a game from a position in which both sides have moved back and forth."""
    game = Game(position, draw_rules=NO_DRAW_RULES)
    for move in find_shuffle(position) * rounds:
        game.push(move)
    return game


def describe_static_values() -> Document:
    """Return positions in which the game goes on, with their static values in the search."""
    positions = (
        position
        for position in sample_positions(900, seed=6)
        if not position.removing and position_outcome(position) is None
    )
    return {
        "positions": [
            [list_position(position), evaluate_position(position)] for position in positions
        ]
    }


def searched_games() -> Iterator[Game]:
    """Yield games that go on, some in mid-turn, some shortly before either kind of draw."""
    yield Game()
    for number, position in enumerate(sample_positions(70, seed=7)):
        if position_outcome(position) is None:
            game = Game(position, plies_since_removal=number % 5 // 4 * 88)
            for move in (find_shuffle(position) * 2)[: (0, 4, 7)[number % 3]]:
                game.push(move)
            yield game


def describe_search(game: Game, depth: int, lines: int, engine: Engine) -> list[Any]:
    """Return a game, depth and lines, and what a search from scratch finds.

    A game is its start, its moves, and the plies without a capture at its end.
    """
    engine.new_game()
    analysis = engine.search(game, Limits(depth, SEARCH_NODES), lines)
    return [
        list_position(game.start),
        [str(move) for move in game.history],
        game.plies_since_removal,
        depth,
        lines,
        analysis.nodes,
        [[line.score, *map(str, line.pv)] for line in analysis.lines],
    ]


def describe_searches() -> Document:
    """Return searches to a depth or a number of nodes, with the lines that they find."""
    engine = Engine(SEARCH_MEGABYTES)
    searches = [
        describe_search(game, 4 + number % 4, 1 + number % 3, engine)
        for number, game in enumerate(searched_games())
    ]
    return {"megabytes": SEARCH_MEGABYTES, "nodes": SEARCH_NODES, "searches": searches}


def describe_strengths() -> Document:
    """Return games, strengths and seeds with what such a player chooses; never in mid-turn."""
    engine = Engine(SEARCH_MEGABYTES)
    games = [game for game in searched_games() if not game.position.removing]
    highest = max(STRENGTHS)
    strengths = [
        WEAKEST + number * (highest - WEAKEST) // (len(games) - 1) for number in range(len(games))
    ]
    choices = [
        [
            list_position(game.start),
            [str(move) for move in game.history],
            game.plies_since_removal,
            strength,
            seed,
            str(create_player(f"elo:{strength}", seed, engine=engine).choose(game)),
        ]
        for seed, (game, strength) in enumerate(zip(games, strengths, strict=True))
    ]
    return {"megabytes": SEARCH_MEGABYTES, "choices": choices}


def describe_choice(game: Game, seed: int) -> list[Any]:
    """Return a game's start and moves, a seed, and what each level chooses with it."""
    return [
        list_position(game.start),
        [str(move) for move in game.history],
        seed,
        [str(create_player(name, seed).choose(game)) for name in NUMBERS],
    ]


def describe_choices() -> Document:
    """Return games with the choices of each level; in some of them positions are repeated."""
    positions = [
        position for position in sample_positions(260, seed=4) if position_outcome(position) is None
    ]
    choices = [
        describe_choice(shuffled_game(position, rounds=number % 4), SEEDS[number % len(SEEDS)])
        for number, position in enumerate(positions)
    ]
    opening = [describe_choice(Game(), seed) for seed in range(20)]
    return {"levels": [name.upper() for name in NUMBERS], "choices": opening + choices}


def sample_estimates() -> Iterator[Estimate]:
    """Yield scores around the limits between grades, and values of every kind."""
    for score in (-900, -500, -280, -100, -40, -39, 0, 20, 80, 139, 140, 300, 500, 900):
        yield Estimate(score)
    yield Estimate(0, DRAW)
    for result, lengths in ((Result.WIN, (1, 9, 19, 21)), (Result.LOSS, (2, 18, 28, 30))):
        for plies in (*lengths, None):
            yield Estimate(0, Value(result, plies))


def describe_grades() -> Document:
    """Return estimates and, for each pair before and after a move, the glyph."""
    estimates = list(sample_estimates())
    known = [each.value.document() if each.value else UNKNOWN_DOCUMENT for each in estimates]
    return {
        "estimates": [
            [each.score, *value.values()] for each, value in zip(estimates, known, strict=True)
        ],
        "glyphs": [[blame(before, after) for after in estimates] for before in estimates],
    }


def describe_expected_scores() -> Document:
    """Return estimates by search and the expected score of each in percent.

    They are those of each phase, on nine men's board and on another.
    """
    estimates = [0, *(sign * 2**power for power in range(15) for sign in (1, -1))]

    def percent(estimate: int, phase: Phase, name: str) -> float:
        return round(100 * expected_score(estimate, phase, variant=VARIANTS[name]), 6)

    return {
        "estimates": estimates,
        "scores": {
            f"{name} {phase.value}": [percent(estimate, phase, name) for estimate in estimates]
            for name in ("nine", "twelve")
            for phase in Phase
        },
    }


def describe_chances() -> Document:
    """Return scores of drawn moves and, for each person, what each promises in percent.

    Without a mistake in the next reply; first while men are placed, then while they move.
    """
    scores = [0, *(sign * 4**power for power in range(8) for sign in (1, -1))]
    return {
        "scores": scores,
        "chances": {
            name: [
                [round(100 * person.expect_draw(0, 1, score, in_hand), 6) for score in scores]
                for in_hand in (2, 0)
            ]
            for name, person in load_people().items()
        },
    }


def describe_all() -> dict[str, Document]:
    """Return every document by the name of its file."""
    return {
        "random.json": describe_random(),
        "perft.json": describe_perft(),
        "games.json": describe_games(),
        "family.json": describe_family(),
        "evaluations.json": describe_evaluations(),
        "choices.json": describe_choices(),
        "static-values.json": describe_static_values(),
        "searches.json": describe_searches(),
        "strengths.json": describe_strengths(),
        "grades.json": describe_grades(),
        "expected-score.json": describe_expected_scores(),
        "chances.json": describe_chances(),
    }
