"""Rules among draws and losses: hardest for the opponent, and never worse than the value."""

import pytest
from solved import sample, solved_folder

import merels
from merels import DRAW, Game, Limits, MissingTableError, Move, Position, Result, create_player
from merels.engine.oracle import Prospect
from merels.engine.players import drawing
from merels.engine.players.drawing import BestChance, FewestReplies, best_of
from merels.engine.players.levels import DRAW_RULES, find_level
from merels.tables.key import TableKey


class Promising:
    """An oracle for which everything is drawn; ``gained`` says how often each move wins."""

    def __init__(self, gained=None):
        self.gained = gained or {}
        self.asked = []

    def get(self, position):
        return DRAW

    def prospects(self, position, moves, person):
        self.asked.append(person)
        shares = [self.gained.get(str(move), 0.0) for move in moves]
        return [Prospect(0.5 + share / 2, 20, 10, share, 1 - share) for share in shares]


class Missing(Promising):
    def prospects(self, position, moves, person):
        raise MissingTableError("5-5")


class Otherwise:
    def choose_draws(self, game, moves, until=None):
        return list(moves)[:1]

    def choose_losses(self, game, values):
        return list(values)[-1:]


def test_the_move_after_which_most_go_wrong():
    oracle = Promising({"a1": 0.4, "d6": 0.9})
    rule = BestChance("club", oracle, Otherwise())
    game = Game()
    assert [str(move) for move in rule.choose_draws(game, list(game.legal_moves))] == ["d6"]
    assert oracle.asked == ["club"]


def test_beyond_the_next_mistake_a_search_decides(monkeypatch):
    class Engine:
        def new_game(self):
            pass

        def search(self, game, limits):
            score = -400 if game.position.white >> 1 & 1 else 0  # d7, good for White
            return type("Analysis", (), {"best": type("Line", (), {"score": score})})

    monkeypatch.setattr(drawing, "_engine", Engine)
    rule = BestChance("master", Promising(), Otherwise())
    game = Game()
    assert [str(move) for move in rule.choose_draws(game, list(game.legal_moves))] == ["d7"]


def test_without_time_the_look_alone_decides(monkeypatch):
    class Engine:
        def new_game(self):
            pass

        def search(self, game, limits):
            raise AssertionError("there is no time")

    monkeypatch.setattr(drawing, "_engine", Engine)
    rule = BestChance("master", Promising({"a1": 0.1}), Otherwise())
    game = Game()
    chosen = rule.choose_draws(game, list(game.legal_moves), until=0.0)
    assert [str(move) for move in chosen] == ["a1"]


def test_what_the_numbers_of_nodes_mean(monkeypatch):
    """None for the next mistake alone, 0 for what the oracle expects beyond, else a search."""
    searched = []

    class Deceptive(Promising):
        def prospects(self, position, moves, person):
            likely = {"a1": Prospect(0.6, 20, 10, 0.4, 0.6), "d6": Prospect(0.9, 20, 10, 0.1, 0.9)}
            return [likely.get(str(move), Prospect(0.5, 20, 20, 0.0, 1.0)) for move in moves]

    class Engine:
        def new_game(self):
            pass

        def search(self, game, limits):
            searched.append(limits)
            score = -2000 if game.position.white >> 1 & 1 else 2000  # d7, good for White
            return type("Analysis", (), {"best": type("Line", (), {"score": score})})

    def choose(**numbers):
        game = Game()
        rule = BestChance("master", Deceptive(), Otherwise(), **numbers)
        return [str(move) for move in rule.choose_draws(game, list(game.legal_moves))]

    monkeypatch.setattr(drawing, "_engine", Engine)
    assert choose(nodes=None) == ["a1"]
    assert choose(nodes=0) == ["d6"]
    assert not searched
    assert choose(nodes=50) == choose() == ["d7"]
    assert searched == [Limits(nodes=50)] * 24 + [Limits(nodes=2000)] * 24


def test_where_replies_are_unknown_another_rule_chooses():
    rule = BestChance("master", Missing(), Otherwise())
    game = Game()
    moves = list(game.legal_moves)
    assert rule.choose_draws(game, moves) == moves[:1]
    assert rule.choose_losses(game, dict.fromkeys(moves, DRAW)) == moves[-1:]


def test_equal_chances_leave_a_choice():
    assert best_of(["a", "b", "c"], [0.5, 0.7, 0.7]) == ["b", "c"]


def test_a_position_that_was_there_before_is_avoided():
    game = Game(Position.from_fen("O*O**@**/*@*O****/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"))
    first = str(next(iter(game.legal_moves)))
    there, back = first, "-".join(reversed(first.split("-")))
    reply = str(next(iter(game.position.successor(Move.parse(there)).generate_moves())))
    for move in (there, reply, back, "-".join(reversed(reply.split("-")))):
        game.push(Move.parse(move))
    rule = BestChance("club", Promising({there: 0.9}), Otherwise())
    assert Move.parse(there) not in rule.choose_draws(game, list(game.legal_moves))


@pytest.mark.parametrize("rule", DRAW_RULES)
def test_perfect_play_never_gives_the_value_away(rule):
    with merels.open_tablebase(solved_folder()) as tables:
        player = create_player(f"perfect:{rule}", 1, tables)
        assert player.name == f"perfect:{rule}"
        for position in sample(TableKey(3, 4), 12, seed=8):
            if not position.legal_moves:
                continue
            value = tables.probe(position)
            after = tables.probe(position.successor(player.choose(Game(position))))
            assert after.before_move().result is value.result
            if value.result is Result.WIN:
                assert after.before_move() == value


def test_a_lost_game_is_made_hard_not_only_long():
    """Somewhere the best chance is not the longest way, and the player takes the chance."""
    found = 0
    with merels.open_tablebase(solved_folder()) as tables:
        hard, long = (create_player(f"perfect:{rule}", 1, tables) for rule in ("club", "fewest"))
        for position in sample(TableKey(3, 3), 400, seed=4):
            if tables.probe(position).result is not Result.LOSS or not position.legal_moves:
                continue
            chances = {move: chance for move, _, chance in tables.chances(position, "club")}
            chosen = hard.choose(Game(position))
            assert chances[chosen] == pytest.approx(max(chances.values()))
            slowest = tables.probe_moves(position)[0].value
            after = tables.probe(position.successor(long.choose(Game(position))))
            assert after.before_move() == slowest
            found += tables.probe(position.successor(chosen)).before_move() != slowest
    assert found


def test_names_of_rules():
    assert find_level("perfect").draw_rule == find_level("Perfect:Master").draw_rule == "master"
    assert find_level("perfect:fewest").draw_rule == "fewest"
    assert find_level("expert").draw_rule is None


def test_a_plain_oracle_leaves_the_fewest_replies():
    class Plain:
        def get(self, position):
            return DRAW

    player = create_player("perfect", 1, Plain())
    assert isinstance(player._rule, FewestReplies)
