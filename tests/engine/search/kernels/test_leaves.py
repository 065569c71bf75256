"""Lines end where the draw rules say so."""

from searched_positions import BUSY

from merels import DrawRules, Game, Move, Position
from merels.board.masks import mask_of
from merels.engine.search.limits import Limits


def test_a_repetition_is_seen_coming(engine):
    """A move that repeats the position for the third time scores as a draw."""
    position = Position(white=mask_of([0, 2, 4, 9, 14]), black=mask_of([16, 18, 20, 6]))
    game = Game(position)
    shuffle = [Move(14, 13), Move(6, 7), Move(13, 14), Move(7, 6)]
    for move in shuffle + shuffle[:3]:
        game.push(move)
    # Black to move: a7-a1 brings the first position back for the third time.
    assert game.occurrences() == 2
    lines = engine.search(game, Limits(depth=6), lines=100).lines
    (back,) = (line for line in lines if line.move == shuffle[3])
    assert back.score == 0
    fresh = engine.search(Game(game.position), Limits(depth=6), lines=100).lines
    (elsewhere,) = (line for line in fresh if line.move == shuffle[3])
    assert elsewhere.score != 0


def test_the_ply_limit_is_seen_coming(engine):
    """One ply before the limit every quiet move draws; only a capture would not."""
    fen = BUSY.rsplit(" ", 2)[0] + " 99 60"
    game = Game.from_fen(fen)
    analysis = engine.search(game, Limits(depth=6))
    quiet = [m for m in game.legal_moves if m.captured is None]
    assert len(quiet) == len(game.legal_moves)
    assert analysis.best.score == 0
    free = Game.from_fen(fen, draw_rules=DrawRules(ply_limit=None))
    assert engine.search(free, Limits(depth=6)).best.score != 0
