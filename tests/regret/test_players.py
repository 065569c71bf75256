"""Players of matches, measured."""

from merels import Game
from merels.matches.faults import Fault, PlayerError
from merels.regret.players import measure_player
from merels.regret.suite import load_suite


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
