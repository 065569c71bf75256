"""What the oracle knows inside the tree reaches the search."""

from merels import Game, Position, Result, Value
from merels.board.masks import mask_of
from merels.engine.search.known_values import find_known_values
from merels.engine.search.limits import Limits
from merels.engine.search.root import choose_moves
from merels.engine.search.searcher import Engine

# Black threatens to close 10-11-12 with the man on 3; White can block it from 19.
GAME = Game(Position(white=mask_of([0, 15, 19, 20]), black=mask_of([3, 10, 12, 22])))

LOST = Value(Result.LOSS, 6)


class Pessimist:
    """An oracle by which a side to move with three men has lost."""

    def __init__(self, value=LOST):
        self._value = value

    def get(self, position):
        return self._value if position.total(position.turn) == 3 else None


def takes(position):
    return any(reply.captured is not None for reply in position.legal_moves)


def test_known_values_are_those_of_captures_in_reply():
    moves = choose_moves(GAME, None, 1).searched
    known = list(find_known_values(moves, Pessimist(), None))
    assert known
    assert {hint.value for hint in known} == {LOST}
    assert {hint.position for hint in known} == {
        move.after.successor(reply)
        for move in moves
        for reply in move.after.legal_moves
        if reply.captured is not None
    }


def test_without_an_oracle_or_time_there_are_no_known_values():
    moves = choose_moves(GAME, None, 1).searched
    assert list(find_known_values(moves, None, None)) == []
    assert len(list(find_known_values(moves, Pessimist(), 0.0))) <= 1


def test_an_oracle_without_values_is_asked_once():
    class Ignorant:
        asked = 0

        def get(self, position):
            self.asked += 1

    ignorant = Ignorant()
    assert list(find_known_values(choose_moves(GAME, None, 1).searched, ignorant, None)) == []
    assert ignorant.asked == 1


def test_the_search_uses_them():
    engine = Engine(hash_mb=1, oracle=Pessimist())
    lines = engine.search(GAME, Limits(depth=5), lines=100).lines
    lost = {line.move for line in lines if line.value == Value(Result.LOSS, 8)}
    assert lost == {move for move in GAME.legal_moves if takes(GAME.position.successor(move))}
    assert 0 < len(lost) < len(lines)
    assert not takes(GAME.position.successor(lines[0].move))


def test_an_unknown_distance_stays_unknown():
    engine = Engine(hash_mb=1, oracle=Pessimist(Value(Result.LOSS)))
    worst = engine.search(GAME, Limits(depth=5), lines=100).lines[-1]
    assert worst.value == Value(Result.LOSS)
