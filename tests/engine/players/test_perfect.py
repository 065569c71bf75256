"""Rules among draws and losses: hardest for the opponent, and never worse than the value."""

from random import Random

import pytest
from solved import sample, solved_folder

import merels
from merels import (
    DRAW,
    Game,
    IllegalMoveError,
    Limits,
    MissingTableError,
    Move,
    Position,
    Result,
    Value,
    create_player,
)
from merels.engine.players import perfect
from merels.engine.players.levels import DRAW_RULES, find_level
from merels.engine.players.perfect import BestChance, FewestReplies, PerfectPlayer, best_of
from merels.engine.search.root import Prospect
from merels.values.layout.key import TableKey


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

    monkeypatch.setattr(perfect, "_engine", Engine)
    rule = BestChance("master", Promising(), Otherwise())
    game = Game()
    assert [str(move) for move in rule.choose_draws(game, list(game.legal_moves))] == ["d7"]


def test_without_time_the_look_alone_decides(monkeypatch):
    class Engine:
        def new_game(self):
            pass

        def search(self, game, limits):
            raise AssertionError("there is no time")

    monkeypatch.setattr(perfect, "_engine", Engine)
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

    monkeypatch.setattr(perfect, "_engine", Engine)
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
            chances = {move: chance for move, _, chance in merels.chances(tables, position, "club")}
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


# Perfect play: by the oracle's values, and by search where there are none.

START = Position.start()


class Known:
    """An oracle that knows the given values; everything else is a draw."""

    def __init__(self, values=None, default=DRAW):
        self.values = values or {}
        self.default = default

    def get(self, position):
        return self.values.get(position, self.default)


class Fixed:
    """A player that always chooses the same move."""

    name = "fixed"

    def __init__(self, move):
        self.move = move

    def choose(self, game):
        return self.move


class Never:
    """A player that must not be called."""

    name = "never"

    def choose(self, game):
        raise AssertionError("nobody should search here")


def perfect_of_perfect(oracle, searcher=None, seed=0, note=lambda _: None):
    rule = FewestReplies(oracle)
    return PerfectPlayer("perfect", seed, oracle, searcher or Never(), rule, None, note)


def choices(game, oracle, seeds=range(30), searcher=None):
    return {str(perfect_of_perfect(oracle, searcher, seed).choose(game)) for seed in seeds}


def after(*moves, start=START):
    for move in moves:
        start = start.play(Move.parse(move))
    return start


def lost(plies):
    return Value(Result.LOSS, plies)


def won(plies):
    return Value(Result.WIN, plies)


def test_the_quickest_win():
    values = {after("d6"): lost(8), after("d2"): lost(6), after("a1"): won(5)}
    assert choices(Game(), Known(values)) == {"d2"}


def test_the_slowest_loss():
    values = {after("d6"): won(9), after("d2"): won(9)}
    assert choices(Game(), Known(values, default=won(7))) == {"d2", "d6"}


def test_a_draw_is_preferred_to_a_loss():
    assert choices(Game(), Known({after("d6"): DRAW}, default=won(3))) == {"d6"}


def test_the_draw_with_the_fewest_replies_that_keep_it():
    values = {after("d6", reply): won(5) for reply in ("d2", "b4", "f4")}
    values |= {after("a1", reply): won(41) for reply in ("d2", "b4")}
    assert choices(Game(), Known(values)) == {"d6"}


def test_replies_that_are_not_known_may_keep_the_draw():
    values = {after("d6", reply): None for reply in ("d2", "b4", "f4")}
    values |= {after("a1", "d2"): won(5)}
    assert choices(Game(), Known(values)) == {"a1"}


def test_equal_moves_are_chosen_at_random_and_repeatably():
    assert len(choices(Game(), Known())) > 5
    assert choices(Game(), Known(), seeds=[7]) == choices(Game(), Known(), seeds=[7])


def test_a_draw_that_ends_the_game_is_the_last_choice():
    """Black could repeat the position a third time, after which the draw could not be lost."""
    start = Position(white=0b1000_1000_0101, black=0b1010101 << 16)
    to_and_fro = ["f4-g4", "c5-c4", "g4-f4", "c4-c5"]
    moves = [Move.parse(move) for move in (to_and_fro * 2)[:-1]]
    other = after("c4-b4", start=replay(start, moves))
    values = {start: DRAW, other: DRAW}
    values |= {start.play(move): won(5) for move in start.legal_moves}
    values |= {other.play(move): DRAW for move in other.legal_moves}
    oracle = Known(values, default=won(3))
    for rules, choice in ((merels.DrawRules(), "c4-b4"), (merels.NO_DRAW_RULES, "c4-c5")):
        game = Game(start, draw_rules=rules)
        for move in moves:
            game.push(move)
        assert choices(game, oracle) == {choice}


def replay(position, moves):
    for move in moves:
        position = position.play(move)
    return position


def test_a_capture_on_the_last_ply_of_the_limit():
    start = Position(white=0b1011 | 1 << 12, black=0b1010101 << 16)
    rules = merels.DrawRules(repetitions=None, ply_limit=1)
    for limit, takes in ((rules, True), (merels.NO_DRAW_RULES, False)):
        game = Game(start, draw_rules=limit)
        quiet = start.play(Move.parse("f2-d2"))
        values = {quiet.play(reply): won(5) for reply in quiet.legal_moves}
        assert all(("x" in move) is takes for move in choices(game, Known(values)))


def test_where_nothing_is_known_it_searches_and_says_so_once():
    unknown = []
    player = perfect_of_perfect(Known(default=None), Fixed(Move.parse("a1")), note=unknown.append)
    game = Game()
    assert player.choose(game) == Move.parse("a1")
    assert player.choose(game) == Move.parse("a1")
    assert unknown == [after("a7")]  # the first move's, a position that would have to be known


def test_without_an_oracle_it_searches():
    assert perfect_of_perfect(None, Fixed(Move.parse("d6"))).choose(Game()) == Move.parse("d6")


def test_a_known_win_is_played_even_if_other_moves_are_unknown():
    assert choices(Game(), Known({after("d6"): lost(8)}, default=None)) == {"d6"}


def test_a_move_known_to_be_worse_is_not_played():
    values = {after(str(move)): DRAW for move in Game().legal_moves}
    values |= {after("a1"): won(3), after("a7"): None}
    assert "a1" not in choices(Game(), Known(values), searcher=Fixed(Move.parse("a1")))
    assert choices(Game(), Known(values), searcher=Fixed(Move.parse("a7"))) == {"a7"}


def test_without_distances_the_search_chooses_among_wins():
    win = Value(Result.LOSS)
    values = {after("d6"): win, after("d2"): win}
    assert choices(Game(), Known(values), searcher=Fixed(Move.parse("d2"))) == {"d2"}
    assert choices(Game(), Known(values), searcher=Fixed(Move.parse("a1"))) == {"d2", "d6"}


def test_a_single_move_needs_no_oracle():
    start = Position.from_fen("********/*****@@O/*****@*O w m s 2 0 3 0 0 0 0 0 0 0 0 0 1")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        perfect_of_perfect(Known()).choose(Game(start))


@pytest.mark.parametrize("seed", range(6))
def test_wins_take_no_longer_than_the_tables_say(seed):
    """From any won position with 3 or 4 men: won against any defence, as soon as promised."""
    chance = Random(seed)
    with merels.open_tablebase(solved_folder()) as tablebase:
        key = TableKey(*chance.choice([(3, 3), (4, 3), (3, 4)]))
        value = None
        while value is None or value.result is not Result.WIN:
            position = key.position(*key.index.masks_of(chance.randrange(key.index.size)))
            value = tablebase.probe(position)
        game = Game(position)
        players = {
            game.turn: perfect_of_perfect(tablebase),
            game.turn.other: create_player("random", seed),
        }
        while game.outcome() is None:
            game.push(players[game.turn].choose(game))
        assert game.outcome().winner is position.turn
        assert game.ply <= value.plies


def test_between_perfect_players_a_win_takes_exactly_as_long_as_the_tables_say():
    with merels.open_tablebase(solved_folder()) as tablebase:
        longest = tablebase.statistics(TableKey(4, 3)).longest_win
        game = Game.from_fen(longest.fen)
        player = perfect_of_perfect(tablebase)
        while game.outcome() is None:
            game.push(player.choose(game))
        assert game.ply == longest.plies
