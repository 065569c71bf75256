"""The benchmark of the parts of perfect play, in games of four men against three."""

import perfect_parts
import pytest
from bad_engines import name
from solved import sample, solved_folder

import merels
from merels import MissingTableError, NotationError, Result
from merels.cli.shared.matches import Contestant, Lineup, close_tables
from merels.engine.players.levels import find_level
from merels.matches.match import Score
from merels.values.layout.key import TableKey


@pytest.fixture
def start(tmp_path):
    """Return a function that writes an opening of a value, and gives the arguments to begin so."""

    def write(result):
        with merels.open_tablebase(solved_folder()) as tables:
            positions = sample(TableKey(4, 3), 100, seed=2)
            chosen = next(each for each in positions if tables.probe(each).result is result)
        file = tmp_path / "openings.txt"
        file.write_text(chosen.fen(), encoding="utf-8")
        return ["--tables", str(solved_folder()), "--openings", str(file)]

    yield write
    close_tables()


def rows(capsys):
    """Return the rows that were printed, without the two lines of the head."""
    lines = capsys.readouterr().out.splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_rule_wins_draws_from_a_weak_player(start, capsys):
    rules = ["perfect", "perfect:fewest", "mistakes", "static", "20"]
    chosen = [word for rule in rules for word in ("--rule", rule)]
    perfect_parts.main([*start(Result.DRAW), "--opponent", "random", "--games", "2", *chosen])
    assert rows(capsys) == [["random", rule, "2", "2", "0", "0", "100.0 ± 0.0 %"] for rule in rules]


def test_draws_between_equals(start, capsys):
    arguments = ["--opponent", "perfect", "--rule", "static", "--games", "2"]
    perfect_parts.main([*start(Result.DRAW), *arguments])
    assert rows(capsys) == [["perfect", "static", "2", "0", "2", "0", "0.0 ± 0.0 %"]]


def test_colours_are_reversed(start, capsys):
    """Whoever moves first has won: one game is judged a win, the other a loss."""
    arguments = ["--opponent", "easy", "--rule", "static", "--games", "2"]
    perfect_parts.main([*start(Result.WIN), *arguments])
    assert rows(capsys) == [["easy", "static", "2", "1", "0", "1", "50.0 ± 70.7 %"]]


def test_games_that_an_engine_forfeits_are_named(start, capsys):
    engine = ["--opponent", name("nonsense"), "--option", "Level=easy"]
    perfect_parts.main([*start(Result.DRAW), *engine, "--rule", "static", "--games", "1"])
    out, err = capsys.readouterr()
    assert "| Bad Engine 1.0 Level=easy | static | 1 | 1 | 0 | 0 | 100.0 ± 0.0 % |" in out
    assert err.startswith("game 1: engine ")


def test_every_level_meets_the_new_rule_and_the_old(start, monkeypatch, capsys):
    assert all(find_level(name) for name in perfect_parts.LEVELS)
    monkeypatch.setattr(perfect_parts, "LEVELS", ("random", "easy"))
    perfect_parts.main([*start(Result.WIN), "--levels", "--games", "1"])
    assert [row[:2] for row in rows(capsys)] == [
        [level, rule] for level in ("random", "easy") for rule in ("perfect", "perfect:fewest")
    ]


def test_what_the_rules_search():
    players = perfect_parts.Players(Lineup({}, tables=str(solved_folder())), "club")
    rules = {name: players(name, seed=1)._rule for name in ("mistakes", "static", "2000")}
    assert {name: rule.nodes for name, rule in rules.items()} == {
        "mistakes": None,
        "static": 0,
        "2000": 2000,
    }
    assert {rule.person for rule in rules.values()} == {"club"}
    close_tables()


def test_a_player_that_ships_is_the_one_of_matches():
    """It keeps its time, which the other rules do not."""
    lineup = Lineup({"perfect": Contestant("perfect", "perfect")}, tables=str(solved_folder()))
    players = perfect_parts.Players(lineup)
    assert players("perfect", seed=1)._seconds == 1.0
    assert players("2000", seed=1)._seconds is None
    close_tables()


def test_the_share_of_wins_and_its_error():
    assert perfect_parts.describe(Score(71, 129, 0)) == "200 | 71 | 129 | 0 | 35.5 ± 6.8 %"


def test_tables_must_be_complete(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("O*O*O*O*/O*O*****/@*@*@*@* w m s 6 0 4 0 0 0 0 0 0 0 0 0 1", encoding="utf-8")
    with pytest.raises(MissingTableError, match="6-4"):
        perfect_parts.main(["--tables", str(solved_folder()), "--openings", str(file)])


def test_what_cannot_be_played_is_refused(capsys):
    with pytest.raises(NotationError, match="'easy' takes no options"):
        perfect_parts.main(["--opponent", "easy", "--option", "Hash=1"])
    with pytest.raises(SystemExit):
        perfect_parts.main(["--rule", "luck"])
    assert "'luck' is not a rule; write mistakes, static, " in capsys.readouterr().err
