"""Random records, with everything a file can contain, are written and read back unchanged."""

import random

from hypothesis import given
from hypothesis import strategies as st
from random_games import games, positions

from merels import Game, MerelsError, pgn

TEXTS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=1, max_size=8
)
SEEDS = st.integers(0, 2**32 - 1)


def random_line(chance, position, comments, length, depth=0):
    """Return a line of legal moves with comments, glyphs and variations."""
    nodes = []
    for _ in range(length):
        moves = list(position.generate_moves())
        if not moves:
            break
        node = pgn.Node(chance.choice(moves))
        # Where a comment stays in front of a move: at the start of a variation and after
        # variations.
        if (nodes and nodes[-1].variations) or (depth and not nodes):
            node.comments_before = some(chance, comments)
        node.glyphs = [chance.randrange(256) for _ in range(chance.choice((0, 0, 0, 1, 2)))]
        node.comments = some(chance, comments)
        while depth < 4 and chance.random() < 0.15:
            variation = random_line(chance, position, comments, chance.randint(1, 6), depth + 1)
            node.variations.append(variation)
        nodes.append(node)
        position = position.play(node.move)
    return nodes


def some(chance, comments):
    return chance.sample(comments, chance.choice((0, 0, 0, 0, 1, min(2, len(comments)))))


def random_record(chance, start, comments, headers):
    game = Game(start, move_number=chance.randint(1, 40))
    record = pgn.GameRecord.from_game(game, headers)
    record.comments = some(chance, comments)
    record.mainline = random_line(chance, start, comments, chance.choice((0, 1, 8, 30)))
    record.marker = chance.choice(pgn.RESULTS)
    return record


@given(SEEDS, positions(), TEXTS, TEXTS)
def test_records_survive(seed, start, comments, values):
    kept = [text for text in (" ".join(comment.split()) for comment in comments) if text]
    value = values[0].replace("\n", " ").replace("\r", " ")
    headers = {"White": value, "Annotator": value}
    record = random_record(random.Random(seed), start, kept or ["x"], headers)
    text = pgn.format_game(record)
    again = pgn.parse_game(text)
    assert again == record
    assert pgn.format_game(again) == text
    assert again.to_game().fen() == record.to_game().fen()


@given(SEEDS, positions(), TEXTS)
def test_the_text_of_any_record_is_stable(seed, start, comments):
    chance = random.Random(seed)
    record = random_record(chance, start, comments, {})
    for node in record.mainline:
        node.comments_before = some(chance, comments)
    text = pgn.format_game(record)
    assert pgn.format_game(pgn.parse_game(text)) == text


@given(games())
def test_whole_games_survive(game):
    record = pgn.GameRecord.from_game(game)
    again = pgn.parse_game(str(record))
    assert again == record
    assert again.to_game().positions == game.positions
    assert again.to_game().outcome() == game.outcome()


@given(games())
def test_captures_may_be_separate_tokens(game):
    text = " ".join(token for move in game.history for token in move.tokens())
    variant = pgn.format_variant(game.variant)
    assert pgn.parse_game(f'[Variant "{variant}"]\n{text}').moves == game.history


PIECES = [
    '[Event "x"]', "\n", "\n\n", "1.", "d6", "f4", "b4", "xf4", "d6-d5", "(", ")", "{", "}", ";",
    "!", "$3", "*", "1-0", "%", "[", "]", '"', "\ufeff", "\r", "?!?", " ",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40))
def test_any_text_gives_games_or_clear_errors(pieces):
    errors = []
    for record in pgn.read_games(" ".join(pieces).splitlines(True), on_error=errors.append):
        assert pgn.parse_game(str(record)).moves == record.moves
    for error in errors:
        assert isinstance(error, MerelsError)
        assert "line " in str(error)
