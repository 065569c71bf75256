"""Random records, with all that a file can hold, are written and read back unchanged."""

import random

from hypothesis import given
from hypothesis import strategies as st

from merels import NINE_MENS_MORRIS, Game, MerelsError, NotationError, Position, Variant, pgn

COMMENTS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=1, max_size=8
)
SEEDS = st.integers(0, 2**32 - 1)


def random_line(rng, position, comments, length, depth=0):
    """Return a line of legal moves with comments, glyphs and variations."""
    nodes = []
    for _ in range(length):
        moves = list(position.generate_moves())
        if not moves:
            break
        node = pgn.Node(rng.choice(moves))
        # Where a comment before a move stays one: at a variation's head and behind variations.
        if (nodes and nodes[-1].variations) or (depth and not nodes):
            node.comments_before = some(rng, comments)
        node.glyphs = [rng.randrange(256) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
        node.comments = some(rng, comments)
        while depth < 4 and rng.random() < 0.15:
            variation = random_line(rng, position, comments, rng.randint(1, 6), depth + 1)
            node.variations.append(variation)
        nodes.append(node)
        position = position.play(node.move)
    return nodes


def some(rng, comments):
    return rng.sample(comments, rng.choice((0, 0, 0, 0, 1, min(2, len(comments)))))


def random_position(rng, variant):
    """Return a position on the way through a random game, now and then in mid-turn."""
    position = Position.start(variant)
    for _ in range(rng.choice((0, 5, 20, 60))):
        moves = list(position.generate_moves())
        if not moves:
            return random_position(rng, variant)
        move = rng.choice(moves)
        if move.captured is not None and rng.random() < 0.2:
            return position.before_removal(move)
        position = position.play(move)
    return position


def random_record(rng, comments, values):
    variant = Variant(flying=rng.random() < 0.7)
    start = random_position(rng, variant)
    game = Game(start, plies_since_removal=0, move_number=rng.randint(1, 40))
    named = rng.choice(["Event", "White", "Annotator"])
    record = pgn.GameRecord.from_game(game, {named: rng.choice(values)})
    record.comments = some(rng, comments)
    record.mainline = random_line(rng, start, comments, rng.choice((0, 1, 8, 30)))
    record.marker = rng.choice(pgn.RESULTS)
    return record


@given(SEEDS, COMMENTS, COMMENTS)
def test_records_survive(seed, comments, values):
    rng = random.Random(seed)
    tidy = [text for text in (" ".join(comment.split()) for comment in comments) if text]
    values = [value.replace("\n", " ").replace("\r", " ") for value in values]
    record = random_record(rng, tidy or ["x"], values)
    text = pgn.format_game(record)
    again = pgn.parse_game(text)
    assert again == record
    assert pgn.format_game(again) == text
    assert again.to_game().position == record.to_game().position


@given(SEEDS, COMMENTS)
def test_the_text_of_any_record_is_stable(seed, comments):
    rng = random.Random(seed)
    record = random_record(rng, comments, ["x"])
    for node in record.mainline:
        node.comments_before = some(rng, comments)
    text = pgn.format_game(record)
    assert pgn.format_game(pgn.parse_game(text)) == text


@given(SEEDS)
def test_whole_games_survive(seed):
    rng = random.Random(seed)
    game = Game(variant=rng.choice((NINE_MENS_MORRIS, Variant(flying=False))))
    while game.outcome() is None and game.ply < 150:
        game.push(rng.choice(list(game.legal_moves)))
    text = str(pgn.GameRecord.from_game(game))
    again = pgn.parse_game(text).to_game(game.draw_rules)
    assert (again.history, again.fen(), again.outcome()) == (
        game.history,
        game.fen(),
        game.outcome(),
    )
    split = text.replace("x", " x").replace("e x", "ex")
    assert pgn.parse_game(split).moves == game.history


PIECES = [
    "[Event \"x\"]", "\n", "\n\n", "1.", "d6", "f4", "b4", "xf4", "d6-d5", "(", ")", "{", "}", ";",
    "!", "$3", "*", "1-0", "%", "[", "]", '"', "\ufeff", "\r", "?!?", " ",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40))
def test_any_text_gives_games_or_clear_errors(pieces):
    errors = []
    text = " ".join(pieces)
    for record in pgn.read_games(text.splitlines(keepends=True), on_error=errors.append):
        assert pgn.parse_game(str(record)).moves == record.moves
    for error in errors:
        assert isinstance(error, MerelsError)
        assert "line " in str(error)


@given(st.binary(max_size=200))
def test_binary_mess(data):
    try:
        pgn.parse_game(data.decode("latin-1"))
    except NotationError as error:
        assert str(error)
