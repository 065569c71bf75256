"""Players of matches, measured."""

import pytest
from solved import sample, solved_folder

import merels
from merels import Game
from merels.matches.match import Fault, PlayerError
from merels.regret.games import (
    find_case,
    find_cases,
    look_for_cases,
    measure_games,
)
from merels.regret.measure import measure_player
from merels.regret.suite import is_decision, load_suite
from merels.rules import pgn
from merels.values.layout.key import TableKey


class Scripted:
    """Keeps the value, fails on every third position, and counts how often it is returned."""

    name = "scripted"
    returned = 0

    def __init__(self, seed, cases):
        self.seed = seed
        self._best = {case.position: case.keeping[0] for case in cases}

    def choose(self, game: Game):
        if list(self._best).index(game.position) % 3 == 2:
            raise PlayerError(Fault.CRASH, "out of order")
        return self._best[game.position]

    def give_back(self):
        Scripted.returned += 1


def test_every_position_is_a_new_game_and_faults_lose():
    suite, seeds, seen = load_suite().first(9), [], []

    def create(seed):
        seeds.append(seed)
        return Scripted(seed, suite.cases)

    report = measure_player(create, suite, seed=4, on_case=seen.append)
    assert report.kept.share == 6 / 9
    assert [each.fault for each in report.faults] == ["out of order"] * 3
    assert all(each.loss == each.case.at_stake for each in report.faults)
    assert Scripted.returned == len(set(seeds)) == len(seen) == 9


# Regret in games that were played.


@pytest.fixture(scope="module")
def tables():
    with merels.open_tablebase(solved_folder()) as opened:
        yield opened


def play_from(position, move_number, tables):
    """Return a game of two plies: the given move of the list, then the best."""
    game = merels.Game(position)
    game.push(tables.probe_moves(position)[move_number].move)
    if game.outcome() is None:
        game.push(tables.probe_moves(game.position)[0].move)
    return pgn.GameRecord.from_game(game, {"White": "Ada", "Black": "Ben"})


def test_games_are_judged_move_by_move(tables):
    position = next(
        p
        for p in sample(TableKey(4, 3), 200, seed=1)
        if p.turn is merels.WHITE
        and p.legal_moves
        and tables.probe_moves(p)[0].value.result is merels.Result.WIN
        and tables.probe_moves(p)[-1].value.result is merels.Result.LOSS
    )
    good, bad = play_from(position, 0, tables), play_from(position, -1, tables)
    report = measure_games(tables, [good, bad], "Ada")
    assert report.losses == [0, 1]
    assert (report.moves, report.known) == (2, 2)
    assert report.points_lost().share == 0.5
    document = report.document()
    assert document["kept"]["value"] == 0.5
    assert document["sides"] == 2
    assert measure_games(tables, [good, bad]).losses == [0, 0, 1, 0]
    with pytest.raises(merels.NotationError, match="no game has a move of 'Nobody'"):
        measure_games(tables, [good], "Nobody")
    with pytest.raises(merels.NotationError, match="no move to judge"):
        measure_games(tables, [])


def test_what_no_table_knows_is_left_out(tables):
    game = merels.Game(variant=merels.variant("six"))
    for move in ("a5", "e1"):
        game.push(move)
    unknown = pgn.GameRecord.from_game(game)
    with pytest.raises(merels.NotationError, match="moves of Six Men's Morris cannot be judged"):
        measure_games(tables, [unknown])
    opening = merels.Game()
    for move in ("d6", "f4", "d2", "b4", "a1", "g7", "a7", "g1", "d5", "c5"):  # beyond the book
        opening.push(move)
    later = merels.Game(opening.position)
    later.push("e5")
    with pytest.raises(merels.NotationError, match="none of the 1 moves can be judged"):
        measure_games(tables, [pgn.GameRecord.from_game(later)])
    position = next(p for p in sample(TableKey(4, 3), 200, seed=2) if find_cases(tables, [p]))
    known = play_from(position, -1, tables)
    alone, both = measure_games(tables, [known]), measure_games(tables, [known, unknown])
    assert both.losses == alone.losses, "a side whose moves are unknown does not count as faultless"
    assert (both.moves, both.known) == (alone.moves + 2, alone.known)


# Cases from tables.


def test_cases_have_the_values_of_probes(tables):
    look, decisions, difficulties = look_for_cases(tables), 0, set()
    for position in sample(TableKey(3, 4), 60, seed=4) + sample(TableKey(4, 3), 30, seed=4):
        if not position.legal_moves:
            continue
        case = find_case(look, position)
        rated = tables.probe_moves(position)
        results = {value.result for _, value in rated}
        assert (case is not None) == (len(results) > 1)
        if case is not None:
            decisions += 1
            difficulties.add(case.difficulty)
            assert case.values == dict(rated)
            assert is_decision(case.scores)
            assert case.best == tables.probe(position)
    assert decisions > 10
    assert difficulties == {"easy", "medium", "hard"}


def test_difficulty_is_what_the_model_says(tables):
    look = look_for_cases(tables)
    compared = []
    for position in sample(TableKey(3, 4), 300, seed=8) + sample(TableKey(3, 3), 300, seed=8):
        case = find_case(look, position) if position.legal_moves else None
        if case is not None and case.best.result is merels.Result.DRAW:
            # What a club player gives away, seen from the opponent's side of the model.
            kept = 1 - look.rate_positions([position])[0].gained
            assert case.difficulty == (
                "easy" if kept >= 0.9 else "medium" if kept >= 0.5 else "hard"
            )
            compared.append(case.difficulty)
    assert len(compared) > 50
    assert {"easy", "hard"} <= set(compared)
