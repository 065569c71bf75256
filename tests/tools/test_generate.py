"""What the browser's game takes from Python: generated, complete and up to date."""

import json

import generate
import pytest
from vectors.positions import arrange_randomly, shuffled_game

from merels.engine.search.root import PROVED
from merels.matches.reasons import ReasonKind
from merels.rules.outcome import PLY_LIMIT


@pytest.fixture(scope="module")
def files():
    """All files, of which the vectors are the committed ones: `make frontend-checks` makes them."""
    committed = (generate.FRONTEND / "tests/vectors").glob("*.json")
    vectors = {path.name: json.loads(path.read_text()) for path in committed}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generate.vectors, "describe_all", lambda: vectors)
        return generate.generate_files()


@pytest.fixture
def written(files, tmp_path, monkeypatch):
    """A front end with every file up to date, without generating them again."""
    monkeypatch.setattr(generate, "generate_files", lambda: files)
    monkeypatch.setattr(generate, "FRONTEND", tmp_path)
    assert generate.main([]) == 0
    return tmp_path


def test_the_committed_files_are_up_to_date(files):
    stale = [path for path, text in files.items() if (generate.FRONTEND / path).read_text() != text]
    assert stale == [], "run: python tools/generate.py"


def test_a_check_of_fresh_files_is_quiet(written, capsys):
    assert generate.main(["--check"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_check_names_what_is_stale_and_writes_nothing(written, capsys):
    levels, boards = written / "src/generated/levels.json", written / "src/generated/boards.json"
    levels.write_text("{}")
    boards.unlink()
    assert generate.main(["--check"]) == 1
    assert [line.split()[0] for line in capsys.readouterr().err.splitlines()] == [
        "frontend/src/generated/boards.json",
        "frontend/src/generated/levels.json",
    ]
    assert levels.read_text() == "{}"
    assert not boards.exists()


def test_without_a_checkout_the_command_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(generate, "FRONTEND", tmp_path / "nowhere")
    assert generate.main(["--check"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_the_vectors_are_compact(files):
    assert sum(map(len, files.values())) < 500_000


def read(files, name):
    return json.loads(files[f"tests/vectors/{name}.json"])


def test_the_vectors_cover_every_phase(files):
    for name, key in (("perft", "positions"), ("choices", "choices"), ("searches", "searches")):
        positions = [entry[0] for entry in read(files, name)[key]]
        assert {bool(in_hand) for _, _, in_hand, *_ in positions} == {True, False}
        assert {removing for *_, removing, _ in positions} == {0, 1}
        flying = [p for p in positions if p[6] and not p[3] and 3 in map(int.bit_count, p[:2])]
        assert flying


def test_the_vectors_cover_every_ending(files):
    endings = [entry[2] for entry in read(files, "evaluations")["positions"]]
    for reason in ("blocked", "too few men"):
        assert [0, reason] in endings
        assert [1, reason] in endings
    assert all(game["outcome"] for game in read(files, "games")["games"])


def test_the_searches_of_the_vectors_end_in_every_way(files):
    document = read(files, "searches")
    searches = document["searches"]
    assert len(searches) >= 40
    assert {len(moves) for _, moves, *_ in searches} == {0, 4, 7}
    assert max(quiet for _, _, quiet, *_ in searches) > PLY_LIMIT - 10
    assert {nodes < document["nodes"] for *_, nodes, _ in searches} == {True, False}
    assert {len(found) for *_, found in searches} == {1, 2, 3}
    best = [found[0][0] for *_, found in searches]
    assert max(best) > PROVED
    assert min(best) < -PROVED
    assert any(abs(score) < PROVED for score in best)


def test_some_games_of_the_vectors_repeat_positions():
    position = arrange_randomly(seed=1)
    game = shuffled_game(position, rounds=3)
    assert (game.position, game.ply, game.occurrences()) == (position, 12, 4)


def test_the_reviews_of_the_vectors_have_every_glyph_and_reason(files):
    reviews, reasons = read(files, "reviews"), read(files, "reasons")
    turns = [turn for game in reviews["games"] for turn in game["turns"]]
    assert {turn[0] for turn in turns} == {"??", "?", "?!", "!", ""}
    given = [reason for turn in turns for reason in turn[3]]
    given += [reason for case in reasons["cases"] for reason in case[3]]
    assert {reason[0] for reason in given} == {kind.value for kind in ReasonKind}
