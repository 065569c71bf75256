"""Games of fallible players follow the rules, and their moves are rated."""

import itertools

import numpy as np
from small_opening import THREE_MEN, solved_opening

import merels
from merels.datasets.classes import start_boards
from merels.datasets.games import play_games
from merels.engine.fallible.player import find_fallible_player
from merels.prospects.look import look_against


def position_of(boards, row):
    own, enemy, own_in_hand, enemy_in_hand = (int(column[row]) for column in boards)
    if own_in_hand > enemy_in_hand:
        return merels.Position(
            enemy, own, enemy_in_hand, own_in_hand, merels.BLACK, variant=THREE_MEN
        )
    return merels.Position(own, enemy, own_in_hand, enemy_in_hand, variant=THREE_MEN)


def test_every_ply_is_a_legal_move_with_its_value():
    with merels.open_tablebase(solved_opening()) as tables:
        look = look_against(tables, find_fallible_player("beginner"))
        begun = start_boards(6, THREE_MEN)
        plies = list(play_games(begun, look, (False, False), 3, THREE_MEN))
        for ply, following in itertools.pairwise(plies):
            for row, game in enumerate(following.games.tolist()):
                [before] = np.flatnonzero(ply.games == game).tolist()
                position = position_of(ply.boards, before)
                after = {position.successor(m).sides: m for m in position.legal_moves}
                assert tuple(int(column[row]) for column in following.boards) in after
                value = tables.probe(position)
                assert (ply.before[before], ply.distance[before]) == (
                    value.result,
                    value.plies or 0,
                )
        assert sum(len(choice.chosen) for choice in plies[0].choices) == 6
        assert all((ply.after <= ply.before).all() for ply in plies)
    assert len(plies) > 6
